import { PushQueue } from '@wetempo/core/push';
import type { AccountTask } from '../commands/run-command.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { UsageError } from '../usage-error.js';
import { agreed, preparePush } from './prepare-push.js';
import { openItems } from './push-items.js';
import type { PushFlags, PushOrder } from './push-order.js';

/** Puts a push into the queue; workers send it. */
export async function feedQueue(task: AccountTask, order: PushOrder, flags: PushFlags): Promise<ExitCode> {
  const { account, settings, platform, output, surroundings } = task;
  if (order.results !== undefined)
    throw new UsageError('--results goes with a push of this process, not with --queue.');
  const queue = new PushQueue(account.client, { redis: redisOf(settings.redis) });
  try {
    const { looked } = await preparePush(task, order);
    if (!(await agreed(task, flags))) return exitCodes.stopped;
    const { items } = openItems(order, platform.push, surroundings.stdin);
    const plan = { ...order.settings, endpoint: platform.push.endpoint, items, total: looked?.total };
    const run = await queue.start(plan);
    await run.fed();
    const { id, read, counts } = await run.progress();
    output.answer({ id, queued: read, counts }, () =>
      [
        `push ${id}: ${read} messages are in the queue.`,
        '`wetempo worker` sends them;',
        `wetempo status ${id} shows how far it is.`,
      ].join(' '),
    );
    return exitCodes.done;
  } finally {
    await queue.close();
  }
}

/** @throws {UsageError} where none is configured */
export function redisOf(redis: string | undefined): string {
  if (redis !== undefined) return redis;
  throw new UsageError('A queue needs Redis.', 'Set REDIS_URL, --redis, or `redis` in the file of --config.');
}
