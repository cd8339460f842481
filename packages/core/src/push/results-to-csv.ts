import type { PushResult } from './push-result.js';

const header = 'requestId,state,msgid,code,errcode,message';
/** A spreadsheet would run a cell that begins so. */
const formulaStart = /^[=+\-@\t\r]/;
const plainNumber = /^[+-]?\d+(\.\d+)?$/;
const needsQuotes = /[",\r\n]/;

type PushResults = AsyncIterable<PushResult> | Iterable<PushResult>;

/**
 * Results as lines of CSV, each with its line break (CRLF), first the header
 * `requestId,state,msgid,code,errcode,message`. A cell that a spreadsheet would take for a formula gets an apostrophe in
 * front; a number stays as it is. A msgid has more digits than spreadsheets keep: import that column as text.
 *
 * @example
 * await writeFile('results.csv', resultsToCsv(run.results()));
 */
export function resultsToCsv(results: PushResults): AsyncGenerator<string> {
  const lines = linesOf(results);
  const end = lines.return.bind(lines);
  return Object.assign(lines, {
    return: async (value?: unknown) => {
      // Where no line was asked for yet, the lines would not end what they read from, and a push would wait for its reader.
      if (Symbol.asyncIterator in results) await results[Symbol.asyncIterator]().return?.();
      return end(value);
    },
  });
}

async function* linesOf(results: PushResults): AsyncGenerator<string> {
  yield `${header}\r\n`;
  for await (const result of results) yield `${cellsOf(result).map(csvCell).join(',')}\r\n`;
}

function cellsOf(result: PushResult): readonly (string | undefined)[] {
  const { requestId, state } = result;
  switch (result.state) {
    case 'sent':
      return [requestId, state, result.msgid, undefined, undefined, undefined];
    case 'failed':
    case 'unknown':
      return [requestId, state, undefined, result.code, result.errcode?.toString(), result.message];
    case 'invalid':
      return [requestId, state, undefined, 'VALIDATION', undefined, withLine(result.message, result.line)];
    case 'not-sent':
      return [requestId, state, undefined, result.code, undefined, result.message];
  }
}

function withLine(message: string, line: number | undefined): string {
  return line === undefined ? message : `line ${line}: ${message}`;
}

function csvCell(value = ''): string {
  const isFormula = formulaStart.test(value) && !plainNumber.test(value);
  const shown = isFormula ? `'${value}` : value;
  return needsQuotes.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}
