import { once } from 'node:events';
import type { Telemetry } from '@wetempo/core';
import { PushWorker } from '@wetempo/core/push';
import type { Command } from 'commander';
import { wholeNumber } from '../config/flag-numbers.js';
import { exitCodes } from '../exit-codes.js';
import type { Output } from '../output/output.js';
import { redisOf } from '../push/feed-queue.js';
import { type AccountTask, accountOptions, type RunCommand, withAccount } from './run-command.js';

export function addWorker(program: Command, run: RunCommand): void {
  const command = program
    .command('worker')
    .summary('sends what `wetempo push --queue` put into the queue, until it is stopped')
    .option('--concurrency <n>', 'jobs at once in this process', '2')
    .option('--grace <seconds>', 'how long what is under way may take once it is to stop', '10')
    .addHelpText(
      'after',
      `
Any number of them may run, on any host. SIGTERM and SIGINT let what is under way end and hand the rest back.

Examples:
  $ REDIS_URL=redis://127.0.0.1:6379 wetempo worker
  $ wetempo worker --config wetempo.yaml --concurrency 4`,
    );
  accountOptions(command).action((flags: { concurrency: string; grace: string }) =>
    run(command, (task) =>
      withAccount(task, async (account) => {
        await work(
          account,
          wholeNumber(flags.concurrency, '--concurrency'),
          wholeNumber(flags.grace, '--grace') * 1000,
        );
        return exitCodes.done;
      }),
    ),
  );
}

async function work(
  { account, settings, output, surroundings }: AccountTask,
  concurrency: number,
  graceMs: number,
): Promise<void> {
  const { signal } = surroundings.stopping;
  const { accountKey } = account.client;
  const worker = new PushWorker(account.client, { redis: redisOf(settings.redis), concurrency });
  surroundings.stopping.takeOver();
  tellTroubles(account.client.telemetry, output);
  const stopped = signal.aborted ? Promise.resolve() : once(signal, 'abort');
  try {
    // A Redis that is away is waited for; the signal may come before it is there.
    await Promise.race([worker.run(), stopped]);
    if (!signal.aborted)
      output.answer({ account: accountKey, state: 'working' }, () => `sending for ${accountKey}`);
    await stopped;
    output.note('stopping: what is under way is finished; once more ends at once');
  } finally {
    await worker.close(graceMs);
  }
}

/** What holds the worker up, once until it is something else: a Redis that is away says so with every attempt. */
function tellTroubles(telemetry: Telemetry, output: Output): void {
  let told = '';
  telemetry.on('store.trouble', ({ operation, message }) => {
    if (message !== told) output.note(`wetempo: ${operation}: ${message}`);
    told = message;
  });
}
