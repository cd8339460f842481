import { endOfString } from '../../transport/lossless-json.js';
import type { CallbackContent } from '../callback-content.js';
import { ContentBounds } from './content-bounds.js';
import { contentError } from './content-error.js';
import { checkFieldName, type FieldsBeingRead } from './content-fields.js';

const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const colon = /\s*:/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: raw control characters are the fault to be mended
const control = /[\u0000-\u001f]/g;

/**
 * Reads JSON as canonical content: every leaf is text. A number keeps the text it was written as, so that ids of 64 bits and
 * `1e5` stay what they are. `null` is an empty text, as an empty element is. User names bring raw control characters, which
 * JSON forbids; they are kept.
 *
 * @throws {CallbackError} `content`
 */
export function readJson(text: string): CallbackContent {
  const allText = new NumberQuoting(text).quoted();
  let value: unknown;
  try {
    value = JSON.parse(allText);
  } catch {
    // The parser's message quotes what it read, so it goes no further.
    throw contentError('no JSON');
  }
  return toContent(value);
}

function toContent(value: unknown): CallbackContent {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  if (Array.isArray(value)) return value.map(toContent);
  if (typeof value !== 'object') return String(value);
  const fields: FieldsBeingRead = {};
  for (const [name, content] of Object.entries(value)) {
    checkFieldName(name);
    fields[name] = toContent(content);
  }
  return fields;
}

/** One pass before the parser: numbers are quoted, control characters in strings escaped, depth and parts bounded. */
class NumberQuoting {
  readonly #text: string;
  readonly #bounds = new ContentBounds();
  #at = 0;
  #copied = 0;
  #level = 0;
  #nextControl = -1;
  #quoted = '';

  constructor(text: string) {
    this.#text = text;
  }

  quoted(): string {
    while (this.#at < this.#text.length) this.#step(this.#text.charAt(this.#at));
    return this.#quoted + this.#text.slice(this.#copied);
  }

  #step(character: string): void {
    if (character === '"') this.#string();
    else if (character === '-' || (character >= '0' && character <= '9')) this.#number();
    else this.#structure(character);
  }

  #structure(character: string): void {
    if (character === '{' || character === '[') {
      this.#level += 1;
      this.#bounds.depth(this.#level, this.#at);
      this.#bounds.part(this.#at);
    }
    if (character === '}' || character === ']') this.#level -= 1;
    this.#at += 1;
  }

  #string(): void {
    this.#bounds.part(this.#at);
    const end = endOfString(this.#text, this.#at);
    for (let found = this.#control(this.#at); found < end; found = this.#control(found + 1)) {
      this.#bounds.part(found);
      this.#replace(found, found + 1, escapeControl(this.#text.charCodeAt(found)));
    }
    this.#at = end;
  }

  /** Where the next control character is; looked for once for all the strings before it. */
  #control(from: number): number {
    if (this.#nextControl >= from) return this.#nextControl;
    control.lastIndex = from;
    this.#nextControl = control.exec(this.#text)?.index ?? this.#text.length;
    return this.#nextControl;
  }

  #number(): void {
    this.#bounds.part(this.#at);
    numberToken.lastIndex = this.#at;
    const token = numberToken.exec(this.#text)?.[0];
    if (token === undefined) throw contentError('no JSON', this.#at);
    const end = this.#at + token.length;
    this.#replace(this.#at, end, `"${token}"`);
    this.#at = end;
    if (this.#isBeforeColon(end)) throw contentError('a number as a name', end);
  }

  /** Quoting would make a lawful name of it. */
  #isBeforeColon(end: number): boolean {
    colon.lastIndex = end;
    return colon.test(this.#text);
  }

  #replace(start: number, end: number, by: string): void {
    this.#quoted += this.#text.slice(this.#copied, start) + by;
    this.#copied = end;
  }
}

function escapeControl(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`;
}
