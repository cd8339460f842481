import { type AllowEntry, parseAllowEntry } from '../budget/allow-list.js';

export type NamedPermission = Pick<AllowEntry, 'type' | 'name'>;

const prefix = 'allow:';

/** The note under which a permission is shared: one per group and message. */
export function allowNoteKey({ type, name }: NamedPermission): string {
  return `${prefix}${type}:${name}`;
}

/** The permissions among the fleet's notes. */
export function allowEntries(notes: ReadonlyMap<string, string>): readonly AllowEntry[] {
  const texts = [...notes].flatMap(([key, text]) => (key.startsWith(prefix) ? [text] : []));
  return texts.map(parseAllowEntry).filter((entry) => entry !== undefined);
}
