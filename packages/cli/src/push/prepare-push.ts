import type { AccountTask } from '../commands/run-command.js';
import { sendStoreName } from '../config/send-store-text.js';
import { confirm } from '../output/confirm.js';
import { UsageError } from '../usage-error.js';
import { type LookThrough, lookThrough } from './look-through.js';
import { openItems } from './push-items.js';
import type { PushFlags, PushOrder } from './push-order.js';

/** What is known of a push before it starts. */
export interface Prepared {
  /** `undefined` for stdin, which can be read only once. */
  readonly looked: LookThrough | undefined;
  /** Left today of the endpoint. */
  readonly remaining: number | null;
}

/**
 * Looks the file through, asks the platform what is left of the day, and tells both.
 *
 * @throws {UsageError} where no line is a message, or the push has begun before and nobody said to go on
 */
export async function preparePush(task: AccountTask, order: PushOrder): Promise<Prepared> {
  const { account, platform, output, settings } = task;
  const { endpoint } = platform.push;
  const looked = order.file === '-' ? undefined : await look(task, order);
  const quota = await platform.readQuota(account.client, endpoint.path);
  const remaining = quota?.remaining ?? null;
  output.note(
    `push ${order.settings.id}: ${looked?.total ?? 'an unknown number of'} messages by ${endpoint.name}`,
  );
  output.note(`  what was sent is remembered in ${sendStoreName(settings.sendStore)}`);
  if (quota !== undefined) output.note(`  ${remaining} of ${quota.dailyLimit} are left today`);
  tellOfLooks(task, looked, remaining);
  if (looked !== undefined) await refuseStrangers(task, order, looked);
  return { looked, remaining };
}

async function look(
  { account, platform, output, surroundings }: AccountTask,
  order: PushOrder,
): Promise<LookThrough> {
  const { items, unusedColumns } = openItems(order, platform.push, surroundings.stdin);
  const looked = await lookThrough(account.client, platform.push.endpoint, items);
  if (unusedColumns.size > 0) output.note(`  columns that are not used: ${[...unusedColumns].join(', ')}`);
  return looked;
}

function tellOfLooks(
  { output }: AccountTask,
  looked: LookThrough | undefined,
  remaining: number | null,
): void {
  if (looked === undefined) return;
  const { total, invalid, problems } = looked;
  if (invalid > 0) output.note(`  ${invalid} cannot be sent:`);
  for (const { line, requestId, message } of problems) {
    output.note(`    ${line === null ? requestId : `line ${line}`}: ${message}`);
  }
  if (remaining !== null && total - invalid > remaining) {
    output.note('  That is more than is left today: the rest waits for 00:00 Beijing time.');
  }
}

async function refuseStrangers(
  { account }: AccountTask,
  order: PushOrder,
  { total, invalid, firstId }: LookThrough,
): Promise<void> {
  if (total === 0) throw new UsageError('The file has no message.');
  if (firstId === undefined)
    throw new UsageError(`None of the ${invalid} lines can be sent.`, 'Each is told above with its line.');
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
