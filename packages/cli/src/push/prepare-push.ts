import { forecast, type PushForecast } from '@wetempo/core/push';
import type { AccountTask } from '../commands/run-command.js';
import { sendStoreName } from '../config/send-store-text.js';
import { confirm } from '../output/confirm.js';
import { durationText } from '../output/durations.js';
import { UsageError } from '../usage-error.js';
import { type LookThrough, lookThrough } from './look-through.js';
import { openItems } from './push-items.js';
import type { PushFlags, PushOrder } from './push-order.js';

/** What is known of a push before it starts; `undefined` for stdin, which can be read only once. */
export interface Prepared {
  readonly looked: LookThrough | undefined;
  readonly forecast: PushForecast | undefined;
}

/**
 * Looks the file through, asks the platform what is left of the day, and tells both.
 *
 * @throws {UsageError} where no line is a message, or the push has begun before and nobody said to go on
 */
export async function preparePush(task: AccountTask, order: PushOrder): Promise<Prepared> {
  const { platform, output, settings } = task;
  const { endpoint } = platform.push;
  const looked = order.file === '-' ? undefined : await look(task, order);
  const forecast = looked && (await ask(task, order, looked));
  output.note(
    `push ${order.settings.id}: ${looked?.total ?? 'an unknown number of'} messages by ${endpoint.name}`,
  );
  output.note(`  what was sent is remembered in ${sendStoreName(settings.sendStore)}`);
  if (looked !== undefined) tellOfLooks(task, looked);
  if (forecast !== undefined) output.note(`  ${forecastText(forecast)}`);
  if (looked !== undefined) await refuseStrangers(task, order, looked);
  return { looked, forecast };
}

async function look(
  { account, platform, output, surroundings }: AccountTask,
  order: PushOrder,
): Promise<LookThrough> {
  const { stdin, stopping } = surroundings;
  const { items, unusedColumns } = openItems(order, platform.push, stdin);
  const plan = { ...order.settings, endpoint: platform.push.endpoint, items };
  const looked = await lookThrough(account, plan, stopping.signal);
  if (unusedColumns.size > 0) output.note(`  columns that are not used: ${[...unusedColumns].join(', ')}`);
  return looked;
}

function ask(
  { account, platform }: AccountTask,
  { settings: { group, tenant, maxPerSecond } }: PushOrder,
  { total, invalid }: LookThrough,
): Promise<PushForecast> {
  return forecast(account, platform.push.endpoint, total - invalid, { group, tenant, maxPerSecond });
}

function tellOfLooks({ output }: AccountTask, { invalid, duplicates, problems }: LookThrough): void {
  if (duplicates > 0)
    output.note(`  ${duplicates} have a requestId that came before; only the first of each goes out`);
  if (invalid > 0) output.note(`  ${invalid} cannot be sent:`);
  for (const { line, requestId, message } of problems) {
    output.note(`    ${line === null ? requestId : `line ${line}`}: ${message}`);
  }
}

/** For example `900 of 100000 are left today; it takes at least 2 h 10 min, on 2 days (quota)`. */
function forecastText({ remainingToday, dailyLimit, durationMs, days, limitedBy }: PushForecast): string {
  const left =
    remainingToday === undefined ? 'no quota is known' : `${remainingToday} of ${dailyLimit} are left today`;
  const time = durationMs === undefined ? undefined : `it takes at least ${durationText(durationMs)}`;
  const spread = days === undefined || days < 2 ? undefined : `on ${days} days`;
  const end = [time, spread].filter((part) => part !== undefined).join(', ');
  return end === '' ? left : `${left}; ${end} (${limitedBy})`;
}

async function refuseStrangers(
  { account }: AccountTask,
  order: PushOrder,
  { total, invalid, firstId }: LookThrough,
): Promise<void> {
  if (total === 0) throw new UsageError('The file has no message.');
  if (firstId === undefined) {
    throw new UsageError(`None of the ${invalid} lines can be sent.`, 'Each is told above with its line.');
  }
  if (order.mayGoOn) return;
  const record = await account.client.sends.find(firstId);
  if (record === undefined) return;
  throw new UsageError(
    `Push ${order.settings.id} has begun before: ${firstId} is ${record.state}.`,
    'Say --resume to go on with it, or give it another --id if these are new messages.',
  );
}

/** Asks where somebody is there to be asked. `false`: the person said no. */
export async function agreed({ surroundings }: AccountTask, { yes }: PushFlags): Promise<boolean> {
  if (yes === true || surroundings.stdin.isTTY !== true) return true;
  return confirm(surroundings, 'Begin?');
}
