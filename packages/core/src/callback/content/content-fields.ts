import type { CallbackContent, CallbackFields } from '../callback-content.js';
import { contentError } from './content-error.js';

/** Fields while they are being read. */
export type FieldsBeingRead = Record<string, CallbackContent>;

/** The one name that an ordinary object does not hold as a field of its own. No platform has a field of that name. */
export function checkFieldName(name: string, at?: number): void {
  if (name === '__proto__') throw contentError('a field name that is none', at);
}

export function isFields(content: CallbackContent | undefined): content is CallbackFields {
  return typeof content === 'object' && !Array.isArray(content);
}
