import { basename, extname, resolve } from 'node:path';
import type { PushSettings } from '@wetempo/core/push';
import { positiveNumber } from '../config/flag-numbers.js';
import type { CliSettings } from '../config/settings.js';
import { parseDuration } from '../output/durations.js';
import { UsageError } from '../usage-error.js';

/** What stands on the command line of `wetempo push`. */
export interface PushFlags {
  readonly template?: string;
  readonly format?: string;
  readonly id?: string;
  readonly map?: readonly string[];
  readonly dryRun?: true;
  readonly resume?: true;
  readonly retry?: string;
  readonly group?: string;
  readonly concurrency?: string;
  readonly deadline?: string;
  readonly startSpread?: string;
  readonly maxPerSecond?: string;
  readonly encoding?: string;
  readonly delimiter?: string;
  readonly results?: string;
  readonly queue?: true;
  readonly forecast?: true;
  readonly yes?: true;
}

/** Whether nothing shall be sent, nor put into a queue. */
export function looksOnly({ dryRun, forecast }: PushFlags): boolean {
  return dryRun === true || forecast === true;
}

/** A push, as it was asked for. */
export interface PushOrder {
  /** `-`: what comes in by stdin. */
  readonly file: string;
  readonly format: 'csv' | 'jsonl';
  readonly template: string | undefined;
  readonly fieldOfColumn: ReadonlyMap<string, string>;
  readonly encoding: string | undefined;
  readonly delimiter: string | undefined;
  readonly settings: PushSettings;
  /** Where the end of each message is written. */
  readonly results: string | undefined;
  readonly mayGoOn: boolean;
}

/** @throws {UsageError} naming the flag that is wrong */
export function pushOrderOf(
  file: string,
  flags: PushFlags,
  { folder, settings: { push } }: { readonly folder: string; readonly settings: Pick<CliSettings, 'push'> },
): PushOrder {
  const format = formatOf(file, flags.format);
  const fieldOfColumn = fieldsOf(flags.map ?? []);
  if (format === 'csv' && flags.template === undefined)
    throw new UsageError('--template is missing: the id of the template in the console.');
  if (format === 'jsonl' && (flags.template !== undefined || fieldOfColumn.size > 0)) {
    throw new UsageError('--template and --map are for CSV; a line of JSON holds the whole request.');
  }
  const settings: PushSettings = {
    ...push,
    ...withoutGaps({
      group: flags.group,
      concurrency: positiveNumber(flags.concurrency, '--concurrency'),
      maxPerSecond: positiveNumber(flags.maxPerSecond, '--max-per-second'),
      deadlineMs: durationOf(flags.deadline, '--deadline'),
      startSpreadMs: durationOf(flags.startSpread, '--start-spread'),
    }),
    id: flags.id ?? idOf(file),
    resend: retryOf(flags.retry),
  };
  const { encoding, delimiter, template } = flags;
  const results = flags.results && resolve(folder, flags.results);
  const mayGoOn = flags.resume === true || flags.retry !== undefined;
  return {
    file: file === '-' ? file : resolve(folder, file),
    format,
    template,
    fieldOfColumn,
    encoding,
    delimiter,
    settings,
    results,
    mayGoOn,
  };
}

function formatOf(file: string, given: string | undefined): 'csv' | 'jsonl' {
  const format =
    given ?? { '.csv': 'csv', '.jsonl': 'jsonl', '.ndjson': 'jsonl' }[extname(file).toLowerCase()];
  if (format === 'csv' || format === 'jsonl') return format;
  throw new UsageError(
    given === undefined
      ? `What ${file} is does not show in its name: say --format csv or --format jsonl.`
      : `--format must be csv or jsonl, got "${given}".`,
  );
}

/** The name of the file, so that the same file goes out once however often it is pushed. */
function idOf(file: string): string {
  const name = basename(file, extname(file)).replace(/[^\w.:-]+/g, '-');
  if (file !== '-' && /\w/.test(name)) return name.slice(0, 128);
  throw new UsageError('--id is missing: the name of the push, under which each message goes out once.');
}

function fieldsOf(pairs: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    pairs.map((pair) => {
      const [, field, column] = /^([^=]+)=(.+)$/.exec(pair) ?? [];
      if (field === undefined || column === undefined)
        throw new UsageError(`--map must be field=column, got "${pair}".`);
      return [column, field];
    }),
  );
}

function retryOf(given: string | undefined): 'never' | 'failed' | 'unknown' {
  if (given === undefined) return 'never';
  if (given === 'failed' || given === 'unknown') return given;
  throw new UsageError(`--retry must be failed or unknown, got "${given}".`);
}

function durationOf(text: string | undefined, flag: string): number | undefined {
  if (text === undefined) return undefined;
  const ms = parseDuration(text);
  if (ms !== undefined && ms > 0) return Math.round(ms);
  throw new UsageError(`${flag} must be a time such as 90s, 15min or 2h, got "${text}".`);
}

/** What nobody said must not take the place of what the file says. */
function withoutGaps<Fields extends object>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<Fields>;
}
