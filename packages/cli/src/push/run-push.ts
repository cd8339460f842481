import { type PushReport, startPush } from '@wetempo/core/push';
import type { AccountTask } from '../commands/run-command.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { agreed, type Prepared, preparePush } from './prepare-push.js';
import { adviceFor, exitCodeOf, reportText } from './push-end.js';
import { openItems } from './push-items.js';
import type { PushFlags, PushOrder } from './push-order.js';
import { showProgress } from './push-view.js';
import { writeResults } from './results-file.js';

/** Sends a push from this process. */
export async function runPush(task: AccountTask, order: PushOrder, flags: PushFlags): Promise<ExitCode> {
  const prepared = await preparePush(task, order);
  if (flags.dryRun === true) return tellDryRun(task, order, prepared);
  if (!(await agreed(task, flags))) return exitCodes.stopped;
  const report = await send(task, order, prepared);
  const advice = adviceFor(report, commandOf(order));
  task.output.answer({ ...report, remainingQuota: prepared.remaining, advice }, () =>
    reportText(report, advice),
  );
  return exitCodeOf(report);
}

function tellDryRun({ output }: AccountTask, order: PushOrder, { looked, remaining }: Prepared): ExitCode {
  const { total = null, invalid = null, problems = [] } = looked ?? {};
  const shown = { id: order.settings.id, dryRun: true, total, invalid, problems, remainingQuota: remaining };
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
  const run = startPush({ client: account.client }, plan, { signal: stopping.signal });
  const tellStop = () => output.note('stopping: what is under way is finished; once more ends at once');
  stopping.signal.addEventListener('abort', tellStop, { once: true });
  const written = order.results === undefined ? undefined : writeResults(run, order.results);
  // Whoever fails first is told; the others end with the push.
  const [report] = await Promise.all([run.finished(), written, showProgress(run, surroundings)]);
  stopping.signal.removeEventListener('abort', tellStop);
  return report;
}

/** The command as it would be written again, without what only starts it. */
function commandOf({ file, settings, template, format }: PushOrder): string {
  const parts = ['wetempo push', file, `--id ${settings.id}`];
  if (template !== undefined) parts.push(`--template ${template}`);
  if (!file.endsWith(`.${format}`)) parts.push(`--format ${format}`);
  return parts.join(' ');
}
