/**
 * A part of a record that a store keeps as JSON. One that was damaged from outside counts as absent: its record's state is
 * still worth telling, and no other record has to suffer for it.
 */
export function fromStoredJson(text: string | null | undefined): object | undefined {
  if (text === null || text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What a sent message's record says of it; its msgid is kept beside as well. */
export function storedResult(text: string | null | undefined, msgid: string | undefined): object | undefined {
  return fromStoredJson(text) ?? (msgid === undefined ? undefined : { msgid });
}
