import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type PushReport, type PushRun, resultsToCsv, startPush } from '@wetempo/core/push';
import type { AccountTask } from '../commands/run-command.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { goOnCommand } from './go-on-command.js';
import { agreed, type Prepared, preparePush } from './prepare-push.js';
import { adviceFor, exitCodeOf, reportText } from './push-end.js';
import { openItems } from './push-items.js';
import type { PushFlags, PushOrder } from './push-order.js';
import { showProgress } from './push-view.js';

/** Sends a push from this process. */
export async function runPush(task: AccountTask, order: PushOrder, flags: PushFlags): Promise<ExitCode> {
  const isLookOnly = flags.dryRun === true || flags.forecast === true;
  const prepared = await preparePush(task, isLookOnly ? { ...order, mayGoOn: true } : order);
  if (isLookOnly) return tellDryRun(task, order, prepared);
  if (!(await agreed(task, flags))) return exitCodes.stopped;
  const report = await send(task, order, prepared);
  const advice = adviceFor(report, goOnCommand(task.args));
  task.output.answer({ ...report, forecast: prepared.forecast ?? null, advice }, () =>
    reportText(report, advice),
  );
  return exitCodeOf(report);
}

function tellDryRun({ output }: AccountTask, order: PushOrder, { looked, forecast }: Prepared): ExitCode {
  const { total = null, invalid = null, duplicates = null, problems = [] } = looked ?? {};
  const shown = {
    id: order.settings.id,
    dryRun: true,
    total,
    invalid,
    duplicates,
    problems,
    forecast: forecast ?? null,
  };
  output.answer(
    shown,
    () =>
      `dry run: ${total ?? 'unknown'} messages, ${invalid ?? 'unknown'} of them cannot be sent; nothing was sent`,
  );
  return (invalid ?? 0) > 0 ? exitCodes.troubles : exitCodes.done;
}

async function send(
  { account, platform, output, surroundings }: AccountTask,
  order: PushOrder,
  { looked }: Prepared,
): Promise<PushReport> {
  const { stopping, stdin } = surroundings;
  stopping.takeOver();
  const { items } = openItems(order, platform.push, stdin);
  const plan = { ...order.settings, endpoint: platform.push.endpoint, items, total: looked?.total };
  const run = startPush(account, plan, { signal: stopping.signal });
  const tellStop = () => output.note('stopping: what is under way is finished; once more ends at once');
  stopping.signal.addEventListener('abort', tellStop, { once: true });
  // Whoever fails first is told; the others end with the push.
  const [report] = await Promise.all([
    run.finished(),
    writeResults(run, order.results),
    showProgress(run, surroundings, looked?.total),
  ]);
  stopping.signal.removeEventListener('abort', tellStop);
  return report;
}

async function writeResults(run: PushRun, file: string | undefined): Promise<void> {
  if (file !== undefined) await pipeline(resultsToCsv(run.results()), createWriteStream(file));
}
