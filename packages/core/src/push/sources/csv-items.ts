import { z } from 'zod';
import { checkOptions } from '../../config/check-options.js';
import { ConfigError } from '../../errors/errors.js';
import type { PushEntry, PushItem } from '../push-plan.js';
import { type CsvRecord, CsvRecords, type ReadCsv } from './csv-records.js';
import { invalidLine, mappedEntry } from './mapped-entry.js';
import { noCharacter, type SourceInput, sourceText, unreadableText } from './source-chunks.js';
import { defaultMaxLineLength, mapping, type SourceOptions, sourceOptionFields } from './source-options.js';
import { textLines } from './text-lines.js';

/** The cells of one record by the names of their columns. */
export type CsvRow = Readonly<Record<string, string>>;

export interface CsvOptions<Request> extends SourceOptions {
  /** Makes the message of a row; `undefined` passes the row over, and what it throws makes the row invalid. */
  readonly item: (row: CsvRow, line: number) => PushItem<Request> | undefined;
  /** Between two cells. @default ',' */
  readonly delimiter?: string | undefined;
}

const owner = 'csvItems';
const optionsSchema = z.strictObject({
  ...sourceOptionFields,
  item: mapping,
  delimiter: z
    .string()
    .length(1)
    .regex(/[^"\r\n]/)
    .optional(),
});

/**
 * The messages of a CSV file whose first line names its columns. Read as it is walked. A row that cannot be read, or has
 * more or fewer cells than the header, is an invalid item with the number of its first line. Needs the package
 * `csv-parse`. A column without a name is left out; line breaks within a cell become LF.
 *
 * @example
 * csvItems('members.csv', {
 *   encoding: 'gb18030',
 *   item: ({ openid, order }) => ({ requestId: `spring-${order}`, request: { touser: openid, … } }),
 * })
 *
 * @param input a path, a stream, or an async iterable of bytes or text
 * @throws {ConfigError} for a wrong option; while it is walked, where the file or its header cannot be read
 */
export function csvItems<Request>(
  input: SourceInput,
  options: CsvOptions<Request>,
): AsyncIterable<PushEntry<Request>> {
  checkOptions(optionsSchema, options, owner);
  return walk(input, options);
}

async function* walk<Request>(
  input: SourceInput,
  options: CsvOptions<Request>,
): AsyncGenerator<PushEntry<Request>> {
  const { encoding = 'utf-8', item } = options;
  let header: readonly string[] | undefined;
  for await (const record of recordsOf(input, options)) {
    if (header === undefined) {
      header = headerOf(record, encoding);
      continue;
    }
    const entry = entryOf(record, header, encoding, item);
    if (entry !== undefined) yield entry;
  }
}

async function* recordsOf(
  input: SourceInput,
  { encoding = 'utf-8', maxLineLength = defaultMaxLineLength, delimiter = ',' }: CsvOptions<unknown>,
): AsyncGenerator<CsvRecord> {
  const records = new CsvRecords(await loadReader(delimiter), maxLineLength);
  const text = sourceText({ input, encoding, owner });
  for await (const lines of textLines(text, maxLineLength)) yield* records.take(lines);
  yield* records.end();
}

async function loadReader(delimiter: string): Promise<ReadCsv> {
  try {
    const { parse } = await import('csv-parse/sync');
    return (text) => parse(text, { delimiter, record_delimiter: '\n', relax_column_count: true });
  } catch (cause) {
    throw new ConfigError(`${owner} needs the package csv-parse`, { cause, hint: 'npm install csv-parse' });
  }
}

function headerOf(record: CsvRecord, encoding: string): readonly string[] {
  if (record.cells === undefined) throw headerError(record.invalid);
  if (record.text.includes(noCharacter)) throw headerError(unreadableText(encoding));
  // To a reader of LF, all of a file with the line breaks of old Macs is its header.
  if (record.text.includes('\r')) throw headerError('holds a CR; lines must end in LF or CRLF');
  const names = record.cells.map((name) => name.trim());
  const twice = names.find((name, at) => name !== '' && names.indexOf(name) !== at);
  if (twice !== undefined) throw headerError(`names the column ${JSON.stringify(twice.slice(0, 60))} twice`);
  return names;
}

function headerError(problem: string): ConfigError {
  return new ConfigError(`${owner}: the header ${problem}`, {
    hint: 'The first line names the columns; nothing was read.',
  });
}

function entryOf<Request>(
  record: CsvRecord,
  header: readonly string[],
  encoding: string,
  item: CsvOptions<Request>['item'],
): PushEntry<Request> | undefined {
  const { number, text, cells } = record;
  if (cells === undefined) return invalidLine(number, record.invalid);
  if (text.includes(noCharacter)) return invalidLine(number, unreadableText(encoding));
  if (cells.length !== header.length) {
    return invalidLine(number, `has ${cells.length} cells, the header has ${header.length}`);
  }
  return mappedEntry(number, () => item(rowOf(header, cells), number));
}

function rowOf(header: readonly string[], cells: readonly string[]): CsvRow {
  const named = header.map((name, at) => [name, cells[at] ?? ''] as const);
  return Object.fromEntries(named.filter(([name]) => name !== ''));
}
