import type { ZodType, z } from 'zod';
import { defineCallback } from './define-callback.js';
import { text } from './field-builders.js';

type Shape = Readonly<Record<string, ZodType>>;

/** Texts that may be missing, by their names: `texts('CardId', 'OuterStr')`. */
export function texts<const Name extends string>(
  ...names: readonly Name[]
): { readonly [Field in Name]: z.ZodOptional<z.ZodString> };
export function texts(...names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, text().optional()]));
}

/** What a person wrote: `defineMessage('text', { MsgId: text(), Content: text() })`. */
export function defineMessage<const Name extends string, Fields extends Shape>(
  name: Name,
  fields: Fields,
  docs?: string,
) {
  return defineCallback({ kind: 'message', name, fields, docs });
}

/** Something that happened: `defineEvent('CLICK', { EventKey: text() })`. */
export function defineEvent<const Name extends string, Fields extends Shape>(
  name: Name,
  fields: Fields,
  docs?: string,
) {
  return defineCallback({ kind: 'event', name, fields, docs });
}

/** What third-party platforms are told: `defineCommand('suite_ticket', { SuiteTicket: text() })`. */
export function defineCommand<const Name extends string, Fields extends Shape>(
  name: Name,
  fields: Fields,
  docs?: string,
) {
  return defineCallback({ kind: 'command', name, fields, docs });
}
