import type { PushProgress, PushRun } from '@wetempo/core/push';
import { SingleBar } from 'cli-progress';
import { durationText } from '../output/durations.js';
import type { Surroundings } from '../surroundings.js';

/**
 * On a terminal there is a bar; elsewhere a line now and then, which logs can hold.
 *
 * @param total how many messages the file has, where that is known
 */
export async function showProgress(
  run: PushRun,
  { stderr }: Surroundings,
  total: number | undefined,
): Promise<void> {
  if (stderr.isTTY === true) await showBar(run, stderr, total);
  else await showLines(run, stderr, total);
}

const lineEveryMs = 10_000;

async function showLines(
  run: PushRun,
  stderr: Surroundings['stderr'],
  total: number | undefined,
): Promise<void> {
  for await (const progress of run.watch({ everyMs: lineEveryMs })) {
    if (progress.endedAt === undefined) stderr.write(`${progressText(progress, total)}\n`);
  }
}

async function showBar(
  run: PushRun,
  stderr: Surroundings['stderr'],
  total: number | undefined,
): Promise<void> {
  const bar = new SingleBar({
    stream: stderr,
    format: '{bar} {percentage}% {text}',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 24,
    hideCursor: true,
    gracefulExit: false,
    etaBuffer: 1,
  });
  bar.start(1, 0, { text: '' });
  try {
    for await (const progress of run.watch({ everyMs: 250 })) {
      bar.setTotal(Math.max(1, total ?? progress.total ?? progress.read));
      bar.update(endedOf(progress), { text: progressText(progress, total) });
    }
  } finally {
    bar.stop();
  }
}

function endedOf({ counts }: PushProgress): number {
  return counts.sent + counts.failed + counts.unknown + counts.invalid + counts['not-sent'];
}

/** For example `1200/300000 sent 1190, failed 8, unknown 2, 43/s, 1 h 55 min left`. */
export function progressText(progress: PushProgress, total = progress.total): string {
  const { counts, read, perSecond, remainingMs, waitingFor, phase, endedAt } = progress;
  const ends = (['sent', 'failed', 'unknown', 'invalid', 'not-sent'] as const)
    .filter((state) => state === 'sent' || counts[state] > 0)
    .map((state) => `${state} ${counts[state]}`);
  const rest = [
    endedAt === undefined ? `${Math.round(perSecond)}/s` : undefined,
    remainingMs === undefined || endedAt !== undefined ? undefined : `${durationText(remainingMs)} left`,
    phase === 'running' ? undefined : phase,
    waitingFor === undefined ? undefined : `waits: ${waitingFor}`,
  ];
  return [
    `${endedOf(progress)}/${total ?? `${read}+`} ${ends.join(', ')}`,
    ...rest.filter((part) => part !== undefined),
  ].join(', ');
}
