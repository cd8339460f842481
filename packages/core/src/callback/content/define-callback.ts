import { type ZodType, z } from 'zod';
import type { CallbackDeclaration, CallbackHeader, CallbackKind } from '../callback-message.js';
import { count, text } from './field-builders.js';

type Shape = Readonly<Record<string, ZodType>>;

/** Commands are told to a third party and have no sender, so each declares what it has. */
type HeaderOf<Kind extends CallbackKind> = Kind extends 'command'
  ? { readonly InfoType: string }
  : CallbackHeader & { readonly MsgType: string } & (Kind extends 'event'
        ? { readonly Event: string }
        : unknown);

/** What a handler gets: the header, the declared fields, and whatever else came, as it came. */
export type CallbackFieldsOf<Kind extends CallbackKind, Fields extends Shape> = HeaderOf<Kind> &
  z.output<z.ZodObject<Fields, z.core.$loose>>;

const message = { ToUserName: text(), FromUserName: text(), CreateTime: count(), MsgType: text() };
const headers = { message, event: { ...message, Event: text() }, command: { InfoType: text() } } as const;

/**
 * Declares one message, event or command by its own fields; the header that every one of its kind has comes along.
 * Fields that are not declared are kept, as text.
 *
 * @example defineCallback({ kind: 'event', name: 'CLICK', fields: { EventKey: text() } })
 */
export function defineCallback<
  Kind extends CallbackKind,
  const Name extends string,
  Fields extends Shape,
>(declaration: {
  readonly kind: Kind;
  readonly name: Name;
  readonly fields: Fields;
  readonly docs?: string | undefined;
}): CallbackDeclaration<Name, CallbackFieldsOf<Kind, Fields>> & { readonly kind: Kind } {
  const { kind, name, docs } = declaration;
  const fields = z.looseObject({ ...headers[kind], ...declaration.fields });
  // The header is chosen by a value, which the type of the schema cannot follow.
  return { kind, name, docs, fields: fields as unknown as ZodType<CallbackFieldsOf<Kind, Fields>> };
}
