import type { ValidationIssue } from '../errors/errors.js';
import { isPlainJson } from './plain-json.js';

/** A request holds something that JSON cannot carry unharmed. The client makes a ValidationError of it. */
export class UnwritableBodyError extends Error {
  readonly issue: ValidationIssue;

  constructor(issue: ValidationIssue) {
    super(`${issue.path === '' ? 'body' : issue.path}: ${issue.message}`);
    this.name = 'UnwritableBodyError';
    this.issue = issue;
  }
}

/** Deeper than any request of the platforms; a circle ends here instead of at the end of the stack. */
export const maxDepth = 100;

/**
 * Writes a request body as the platforms want it: raw UTF-8, no `\u` for printable characters, bigints as integers.
 * Equal input gives equal text; keys keep their order, and keys whose value is `undefined` are left out.
 *
 * @throws UnwritableBodyError naming the path, for what `JSON.stringify` would silently change: NaN and infinities,
 * `undefined` in a list, functions, symbols, halves of emoji; and for circles
 */
export function stringifyBody(value: unknown): string {
  return writePlain(value) ?? write(value, []);
}

/** Nearly every body is plain, and the engine writes it twice as fast as we do. */
function writePlain(value: unknown): string | undefined {
  if (!isPlainJson(value)) return undefined;
  const text = JSON.stringify(value);
  // Either half a surrogate pair, or a text that spells such an escape out; the other way knows.
  return text.includes('\\ud') ? undefined : text;
}

function write(value: unknown, path: string[]): string {
  switch (typeof value) {
    case 'string':
      return writeString(value, path);
    case 'number':
      if (!Number.isFinite(value)) throw problem(path, `must be a finite number, got ${value}`);
      return JSON.stringify(value);
    case 'boolean':
    case 'bigint':
      return value.toString();
    case 'object':
      return value === null ? 'null' : writeObject(value, path);
    default:
      throw problem(path, `must be a JSON value, got ${typeof value}`);
  }
}

function writeString(text: string, path: string[]): string {
  // Half an emoji: JSON.stringify would write it as `\ud83d`, and the platforms refuse or show that.
  if (!text.isWellFormed())
    throw problem(
      path,
      'holds half of an emoji or other character (a lone surrogate); cut texts by code point',
    );
  return JSON.stringify(text);
}

function writeObject(value: object, path: string[]): string {
  if (path.length >= maxDepth) throw problem(path.slice(0, 5), 'is circular or nested too deeply');
  if ('toJSON' in value && typeof value.toJSON === 'function')
    return write(value.toJSON(path.at(-1) ?? ''), path);
  return Array.isArray(value) ? writeArray(value, path) : writeRecord(value, path);
}

function writeArray(list: readonly unknown[], path: string[]): string {
  // Not map: it would leave holes out.
  const items = Array.from(list, (item, index) => writeAt(String(index), item, path));
  return `[${items.join(',')}]`;
}

function writeRecord(record: object, path: string[]): string {
  let members = '';
  for (const [key, value] of Object.entries(record)) {
    if (value === undefined) continue;
    const name = writeString(key, path);
    members += `${members === '' ? '' : ','}${name}:${writeAt(key, value, path)}`;
  }
  return `{${members}}`;
}

function writeAt(key: string, value: unknown, path: string[]): string {
  path.push(key);
  const text = write(value, path);
  path.pop();
  return text;
}

function problem(path: readonly string[], message: string): UnwritableBodyError {
  return new UnwritableBodyError({ path: path.join('.'), message });
}
