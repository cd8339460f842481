import type { PushReport } from '@wetempo/core/push';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { durationText } from '../output/durations.js';
import { table } from '../output/table.js';

/** What a push that ended is worth. */
export function exitCodeOf({ phase, counts, troubles }: PushReport): ExitCode {
  const isCutShort =
    phase === 'cancelled' || troubles.some(({ code }) => code === 'EXPIRED' || code === 'CANCELLED');
  if (isCutShort) return exitCodes.stopped;
  const wrong = counts.failed + counts.unknown + counts.invalid + counts['not-sent'];
  return wrong > 0 ? exitCodes.troubles : exitCodes.done;
}

/** What to do about what did not go out, one sentence each. */
export function adviceFor(report: PushReport, command: string): readonly string[] {
  const { counts } = report;
  const advice: string[] = [];
  if (exitCodeOf(report) === exitCodes.stopped || counts['not-sent'] > 0)
    advice.push(`Go on: ${command} --resume`);
  if (counts.failed > 0)
    advice.push(`Ask the platform again about those it refused: ${command} --retry failed`);
  if (counts.unknown > 0) advice.push('See those nobody knows about: wetempo unknown list');
  if (counts.invalid > 0)
    advice.push('Correct the lines that are wrong; lines that were sent are not sent again.');
  return advice;
}

export function reportText(report: PushReport, advice: readonly string[]): string {
  const { id, phase, counts, startedAt, endedAt, troubles, total } = report;
  const replayed = counts.replayed > 0 ? ` (${counts.replayed} of them before)` : '';
  const lines = [
    `push ${id}: ${phase} after ${durationText(endedAt - startedAt)}, ${total} messages`,
    table([
      ['  sent', `${counts.sent}${replayed}`],
      ...(['failed', 'unknown', 'invalid', 'not-sent'] as const)
        .filter((state) => counts[state] > 0)
        .map((state) => [`  ${state}`, `${counts[state]}`]),
    ]),
    ...troubles.map(
      ({ state, code, count, message, requestIds }) =>
        `  ${count} ${state} ${code}: ${message} (${requestIds.join(', ')})`,
    ),
    ...advice,
  ];
  return lines.join('\n');
}
