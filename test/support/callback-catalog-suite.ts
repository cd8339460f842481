import { type CallbackDeclaration, type CallbackPlatform, readContent } from '@wetempo/core/callback';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CallbackRow, callbackRows, callbackTwins, type TwinOptions } from './callback-twins.js';

export interface CatalogSuite extends TwinOptions {
  readonly platform: CallbackPlatform;
  /** Table of what the platform is known to push. */
  readonly known: string;
  /** Names that samples spell otherwise than the declaration that takes them. */
  readonly otherNames?: Readonly<Record<string, string>>;
}

const catalogPart = { message: 'messages', event: 'events', command: 'commands' } as const;
const headerNumbers = ['CreateTime', 'TimeStamp'];

/** What holds for the catalog of every platform. */
export function callbackCatalogSuite({ platform, known, otherNames = {}, ...options }: CatalogSuite): void {
  const { catalog } = platform;
  const rows = callbackRows(known);

  /** Changes of commands are declared together. */
  function declarationOf({ kind, name: written }: CallbackRow): CallbackDeclaration | undefined {
    const declarations = new Map(Object.entries(catalog[catalogPart[kind]]));
    const name = otherNames[written] ?? written;
    return declarations.get(name) ?? (kind === 'command' ? declarations.get(plain(name)) : undefined);
  }

  function typed(row: CallbackRow, text: string): unknown {
    const { content } = readContent(text);
    return declarationOf(row)?.fields.parse(platform.normalise?.(content) ?? content);
  }

  it('every declaration stands under its own name', () => {
    for (const [kind, part] of Object.entries(catalogPart)) {
      for (const [name, declaration] of Object.entries(catalog[part])) {
        expect([declaration.kind, declaration.name]).toEqual([kind, name]);
      }
    }
  });

  it('whatever the platform is known to push is declared, field by field', () => {
    const missing = rows.flatMap((row) => {
      const shape = shapeOf(declarationOf(row));
      const fields = row.fields.filter(({ name }) => !(options.wrappers ?? []).includes(name));
      const lacking = fields.filter(({ name }) => shape?.[name] === undefined).map(({ name }) => name);
      return shape === undefined || lacking.length > 0 ? [`${row.name}: ${lacking}`] : [];
    });
    expect(missing).toEqual([]);
  });

  it('changes that are told apart by their ChangeType are declared beside the name that they share', () => {
    const changes = Object.keys(catalog.events).filter((name) => name.includes('.'));
    const shared = [...new Set(changes.map(plain))];
    expect(shared.filter((name) => catalog.events[name] === undefined)).toEqual([]);
  });

  describe('XML and its JSON twin give the same typed object, and every text stays as it was', () => {
    it.each(rows.map((row) => [row.kind, row.name, row] as const))('%s %s', (_kind, _name, row) => {
      fc.assert(
        fc.property(callbackTwins(row, options), ({ xml, json, content }) => {
          const fromXml = typed(row, xml);
          expect(fromXml).toEqual(typed(row, json));
          for (const [field, value] of Object.entries(content)) {
            const isNumber = options.counts.concat(headerNumbers).includes(field);
            if (typeof value === 'string' && !isNamed(field)) {
              expect(fromXml).toHaveProperty([field], isNumber ? Number(value) : value);
            }
          }
        }),
        { numRuns: 10 },
      );
    });
  });
}

/** What the name was read from, which is spelled in more ways than one. */
function isNamed(field: string): boolean {
  return field === 'Event' || field === 'ChangeType';
}

function plain(name: string): string {
  return name.split('.')[0] ?? name;
}

function shapeOf(
  declaration: CallbackDeclaration | undefined,
): Readonly<Record<string, unknown>> | undefined {
  return declaration && Reflect.get(declaration.fields, 'shape');
}
