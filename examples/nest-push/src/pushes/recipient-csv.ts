import { pipeline, Readable } from 'node:stream';
import { type Options, CsvError as ParserError, parse } from 'csv-parse';

/** One message to one person. */
export interface RecipientLine {
  /** Where the record begins in the file; the header is line 1. */
  readonly line: number;
  readonly openid: string;
  /** What the message is about, for example an order number. */
  readonly key: string;
  readonly url: string | undefined;
  /** Values by the keys of the template, for example `thing1`. */
  readonly fields: Readonly<Record<string, string>>;
}

export interface CsvProblem {
  readonly line: number;
  readonly column?: string | undefined;
  readonly message: string;
}

export interface RecipientCsv {
  readonly lines: readonly RecipientLine[];
  /** Lines that cannot be read as a recipient. They are reported and never sent; the others are not affected. */
  readonly problems: readonly CsvProblem[];
}

/** The file as a whole is of no use: nothing of it is sent. */
export class CsvError extends Error {
  readonly concerns: 'header' | 'content';
  readonly problems: readonly CsvProblem[];

  constructor(concerns: 'header' | 'content', message: string, problems: readonly CsvProblem[]) {
    super(message);
    this.concerns = concerns;
    this.problems = problems;
  }
}

interface CsvRow {
  readonly record: readonly string[];
  readonly line: number;
}

/**
 * Reads a CSV with the columns `openid`, `key`, optionally `url`, and one for each field of the template.
 *
 * @param source text, or bytes in UTF-8; a byte order mark is passed over
 * @throws {CsvError} for a header or a file that cannot be used
 */
export async function readRecipientCsv(source: AsyncIterable<Uint8Array | string>): Promise<RecipientCsv> {
  const lines: RecipientLine[] = [];
  const problems: CsvProblem[] = [];
  let columns: readonly string[] | undefined;
  for await (const row of rowsOf(source)) {
    if (columns === undefined) {
      columns = columnsOf(row);
      continue;
    }
    const read = recipientOf(row, columns);
    if ('message' in read) problems.push(read);
    else lines.push(read);
  }
  if (lines.length + problems.length === 0) {
    throw new CsvError('content', 'the CSV has no recipients', [
      { line: 1, message: 'nothing follows the header' },
    ]);
  }
  return { lines, problems };
}

async function* rowsOf(source: AsyncIterable<Uint8Array | string>): AsyncGenerator<CsvRow> {
  let line = 1;
  // Called while parsing, so that `line` is right also where the parser stops. A value in quotes may span lines.
  const on_record = ({ raw, record }: { raw: string; record: string[] }): CsvRow | null => {
    const row = { record, line };
    line += raw.match(/\r\n|\n|\r/g)?.length ?? 0;
    return record.length === 1 && record[0] === '' ? null : row;
  };
  // csv-parse types `on_record` as if `raw` made no difference to what it gets.
  const options = {
    raw: true,
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    on_record,
  } as unknown as Options;
  const rows: AsyncIterable<CsvRow> = pipeline(
    Readable.from(textOf(source)),
    parse(options),
    () => undefined,
  );
  try {
    yield* rows;
  } catch (error) {
    throw asCsvError(error, line);
  }
}

/** Refuses what is not UTF-8 instead of sending people garbled text. */
async function* textOf(source: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of source) {
    yield typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

function asCsvError(error: unknown, line: number): unknown {
  const code = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
    const message = 'is not UTF-8; in Excel, save it as "CSV UTF-8"';
    return new CsvError('content', 'the CSV is not UTF-8', [{ line, message }]);
  }
  if (!(error instanceof ParserError)) return error;
  const isOpenQuote = error.code === 'CSV_QUOTE_NOT_CLOSED';
  const message = isOpenQuote ? 'a quote begins here that never ends' : error.message;
  return new CsvError('content', 'the CSV cannot be read', [{ line, message }]);
}

// Typed keys as templates have them today (thing1), and those of the older ones (first, keyword1, remark).
const fieldName = /^(?:[a-z_]+\d+|first|remark)$/;

function columnsOf({ record, line }: CsvRow): readonly string[] {
  const columns = record.map((name) => name.trim());
  const problems = columns.flatMap((column, index) => {
    const message = columnProblem(columns, index);
    return message === undefined ? [] : [{ line, column, message }];
  });
  for (const column of ['openid', 'key']) {
    if (!columns.includes(column)) problems.push({ line, column, message: 'this column is missing' });
  }
  if (!columns.some((name) => fieldName.test(name))) {
    problems.push({ line, column: 'thing1', message: 'there is no column for any field of the template' });
  }
  if (problems.length > 0) throw new CsvError('header', 'the header of the CSV is wrong', problems);
  return columns;
}

function columnProblem(columns: readonly string[], index: number): string | undefined {
  const name = columns[index] ?? '';
  if (columns.indexOf(name) !== index) return 'this column is there twice';
  if (['openid', 'key', 'url'].includes(name) || fieldName.test(name)) return undefined;
  return 'is neither openid, key, url nor a field of a template, such as thing1';
}

function recipientOf({ record, line }: CsvRow, columns: readonly string[]): RecipientLine | CsvProblem {
  if (record.length !== columns.length) {
    return { line, message: `has ${record.length} values under ${columns.length} columns` };
  }
  const {
    openid = '',
    key = '',
    url,
    ...fields
  } = Object.fromEntries(columns.map((column, index) => [column, record[index] ?? '']));
  if (key === '') return { line, column: 'key', message: 'must not be empty' };
  return { line, openid, key, url: url === '' ? undefined : url, fields };
}
