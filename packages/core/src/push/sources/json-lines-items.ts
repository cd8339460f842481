import { z } from 'zod';
import { checkOptions } from '../../config/check-options.js';
import { parseLossless } from '../../transport/lossless-json.js';
import type { PushEntry, PushItem } from '../push-plan.js';
import { invalidLine, mappedEntry } from './mapped-entry.js';
import { noCharacter, type SourceInput, sourceText, unreadableText } from './source-chunks.js';
import { defaultMaxLineLength, mapping, type SourceOptions, sourceOptionFields } from './source-options.js';
import { type TextLine, textLines } from './text-lines.js';

export interface JsonLinesOptions<Request> extends SourceOptions {
  /**
   * Makes the message of a line; `undefined` passes the line over, and what it throws makes the line invalid.
   * @default the line's own `requestId` and `request`
   */
  readonly item?: ((value: unknown, line: number) => PushItem<Request> | undefined) | undefined;
}

const owner = 'jsonLinesItems';
const optionsSchema = z.strictObject({ ...sourceOptionFields, item: mapping.optional() });

/**
 * The messages of a file with one JSON object in each line, for example `{"requestId":"a-1","request":{…}}`. Read as
 * it is walked; a line that cannot be read is an invalid item. Whole numbers beyond 2^53 become strings of digits.
 *
 * @param input a path, a stream, or an async iterable of bytes or text
 * @throws {ConfigError} for a wrong option; where the file cannot be read, while it is walked
 */
// biome-ignore lint/suspicious/noExplicitAny: what a file holds has no type; the endpoint's schema checks each request
export function jsonLinesItems<Request = any>(
  input: SourceInput,
  options: JsonLinesOptions<Request> = {},
): AsyncIterable<PushEntry<Request>> {
  checkOptions(optionsSchema, options, owner);
  return walk(input, options);
}

async function* walk<Request>(
  input: SourceInput,
  options: JsonLinesOptions<Request>,
): AsyncGenerator<PushEntry<Request>> {
  const { encoding = 'utf-8', maxLineLength = defaultMaxLineLength } = options;
  const text = sourceText({ input, encoding, owner });
  for await (const lines of textLines(text, maxLineLength)) {
    for (const line of lines) {
      const entry = entryOf(line, options);
      if (entry !== undefined) yield entry;
    }
  }
}

function entryOf<Request>(
  { number, text }: TextLine,
  {
    item = ownItem<Request>,
    encoding = 'utf-8',
    maxLineLength = defaultMaxLineLength,
  }: JsonLinesOptions<Request>,
): PushEntry<Request> | undefined {
  if (text === undefined) return invalidLine(number, `is longer than ${maxLineLength} characters`);
  if (text.trim() === '') return undefined;
  if (text.includes(noCharacter)) return invalidLine(number, unreadableText(encoding));
  let value: unknown;
  try {
    value = parseLossless(text);
  } catch {
    return invalidLine(number, 'is no JSON');
  }
  return mappedEntry(number, () => item(value, number));
}

/** What is missing in it is told by the check that every mapping's item passes; the request by its endpoint's. */
function ownItem<Request>(value: unknown): PushItem<Request> {
  if (typeof value !== 'object' || value === null) throw new Error('is no JSON object');
  return value as PushItem<Request>;
}
