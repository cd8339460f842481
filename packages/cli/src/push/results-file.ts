import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { PushResult, PushRun } from '@wetempo/core/push';

const columns = ['requestId', 'state', 'msgid', 'replayed', 'code', 'errcode', 'message'] as const;

/** Writes the end of each message into a CSV file as it comes; ends with the push. */
export async function writeResults(run: PushRun, file: string): Promise<void> {
  const stream = createWriteStream(file);
  await once(stream, 'open');
  stream.write(`${columns.join(',')}\n`);
  for await (const result of run.results()) {
    if (!stream.write(`${lineOf(result)}\n`)) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'finish');
}

function lineOf(result: PushResult): string {
  const fields = result as Partial<Record<(typeof columns)[number], unknown>>;
  return columns.map((column) => cell(fields[column])).join(',');
}

function cell(value: unknown): string {
  const text = value === undefined ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
