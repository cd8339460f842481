import { z } from 'zod';
import type { CallbackFields, CallbackFormat } from '../callback-content.js';
import type { CallbackCatalog, CallbackDeclaration, CallbackKind, OpenFields } from '../callback-message.js';
import type { CallbackPlatform } from '../callback-platform.js';
import { type CallbackName, callbackName, textOf } from './callback-name.js';
import { eventKeyOf } from './event-key.js';

/** A callback as its handlers get it. */
export interface TypedCallback extends CallbackName {
  /** The declaration's name, or what came. */
  readonly name: string;
  readonly isDeclared: boolean;
  readonly format: CallbackFormat;
  /** As the declaration makes it, or as it came. */
  readonly message: unknown;
  readonly content: CallbackFields;
  readonly eventKey: string;
}

/** What of it stands in the inbox, for whoever may have to handle it later. */
export type StoredCallback = Pick<TypedCallback, 'content' | 'format'>;

const storedSchema = z.object({
  format: z.enum(['xml', 'json']),
  content: z.custom<CallbackFields>((value) => typeof value === 'object' && value !== null),
});

export function typedCallback(
  { catalog, accountFields = [] }: CallbackPlatform,
  account: string,
  { content, format }: StoredCallback,
): TypedCallback {
  const named = callbackName(content);
  const eventKey = eventKeyOf({ account, accountFields }, named, content);
  return { ...named, ...typedMessage(catalog, named, content), format, content, eventKey };
}

export function storedContent({ format, content }: StoredCallback): string {
  return JSON.stringify({ format, content });
}

/** `undefined`: something else stands there. */
export function readStored(stored: string): StoredCallback | undefined {
  try {
    return storedSchema.safeParse(JSON.parse(stored)).data;
  } catch {
    return undefined;
  }
}

const listOfKind = { message: 'messages', event: 'events', command: 'commands' } as const;

/** Finds the declaration and makes the typed object by it. */
function typedMessage(
  catalog: CallbackCatalog,
  { kind, names }: CallbackName,
  content: CallbackFields,
): Pick<TypedCallback, 'name' | 'isDeclared' | 'message'> {
  const declaration = declarationOf(catalog, kind, names);
  const message = declaration === undefined ? undefined : parsed(declaration, content);
  const name = declaration?.name ?? names[0];
  if (message === undefined) return { name, isDeclared: false, message: openFields(content) };
  return { name, isDeclared: true, message };
}

/** What came has any name, also one that every object has. */
function declarationOf(
  catalog: CallbackCatalog,
  kind: CallbackKind,
  names: readonly string[],
): CallbackDeclaration | undefined {
  const declarations = catalog[listOfKind[kind]];
  const name = names.find((candidate) => Object.hasOwn(declarations, candidate));
  return name === undefined ? undefined : declarations[name];
}

function parsed({ fields }: CallbackDeclaration, content: CallbackFields): unknown {
  try {
    return fields.safeParse(content).data;
  } catch {
    // A transformation of the declaration threw: the callback is not as declared.
    return undefined;
  }
}

const wholeNumber = /^\d{1,15}$/;

/** A callback as text. The header has the type that handlers count on, whatever came. */
export function openFields(content: CallbackFields): OpenFields {
  const moment = textOf(content, 'CreateTime') || textOf(content, 'TimeStamp');
  return {
    ...content,
    ToUserName: textOf(content, 'ToUserName'),
    FromUserName: textOf(content, 'FromUserName'),
    CreateTime: wholeNumber.test(moment) ? Number(moment) : 0,
  };
}
