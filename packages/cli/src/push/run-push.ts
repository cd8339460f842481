import type { WriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type PushReport, resultsToCsv, startPush } from '@wetempo/core/push';
import type { AccountTask } from '../commands/run-command.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { UsageError } from '../usage-error.js';
import { goOnCommand } from './go-on-command.js';
import { agreed, type Prepared, preparePush } from './prepare-push.js';
import { adviceFor, exitCodeOf, reportText } from './push-end.js';
import { openItems } from './push-items.js';
import { looksOnly, type PushFlags, type PushOrder } from './push-order.js';
import { showProgress } from './push-view.js';

/** Sends a push from this process. */
export async function runPush(task: AccountTask, order: PushOrder, flags: PushFlags): Promise<ExitCode> {
  const prepared = await preparePush(task, looksOnly(flags) ? { ...order, mayGoOn: true } : order);
  if (looksOnly(flags)) return tellDryRun(task, order, prepared);
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
  const results = order.results === undefined ? undefined : await openResults(order.results);
  stopping.takeOver();
  const { items } = openItems(order, platform.push, stdin);
  const plan = { ...order.settings, endpoint: platform.push.endpoint, items, total: looked?.total };
  const run = startPush(account, plan, { signal: stopping.signal });
  const tellStop = () => output.note('stopping: what is under way is finished; once more ends at once');
  stopping.signal.addEventListener('abort', tellStop, { once: true });
  try {
    const [report] = await Promise.all([
      run.finished(),
      results && pipeline(resultsToCsv(run.results()), results),
      showProgress(run, surroundings, looked?.total),
    ]);
    return report;
  } catch (error) {
    // Whatever failed first is told; nothing more is sent whose end nobody would see.
    await run.cancel();
    throw error;
  } finally {
    stopping.signal.removeEventListener('abort', tellStop);
  }
}

/** Before anything is sent: its ends could not be told otherwise. */
async function openResults(file: string): Promise<WriteStream> {
  try {
    return (await open(file, 'w')).createWriteStream();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`--results cannot be written: ${reason}`, 'Nothing was sent.');
  }
}
