import type { MessageEvent } from '@nestjs/common';
import { concatMap, finalize, from, interval, map, merge, Observable, of, Subject, takeUntil } from 'rxjs';
import type { PushProgress, PushRun } from '../push/push-run.js';

export interface ProgressOptions {
  /** How often the progress is looked at. @default 1000 */
  readonly everyMs?: number | undefined;
}

export interface PushEventOptions extends ProgressOptions {
  /** How often something is sent where nothing changes, so that no proxy takes the stream for dead. @default 15_000 */
  readonly heartbeatMs?: number | undefined;
}

/** The progress of a push until its end, or until `signal` says that the application ends. */
export function progressOf(
  find: () => Promise<PushRun>,
  signal: AbortSignal,
  options: ProgressOptions = {},
): Observable<PushProgress> {
  return new Observable((subscriber) => {
    const left = new AbortController();
    const either = AbortSignal.any([left.signal, signal]);
    const tell = async () => {
      const run = await find();
      for await (const progress of run.watch({ everyMs: options.everyMs, signal: either })) {
        subscriber.next(progress);
      }
    };
    tell().then(
      () => subscriber.complete(),
      (error: unknown) => (either.aborted ? subscriber.complete() : subscriber.error(error)),
    );
    return () => left.abort();
  });
}

/** The same as events for a browser: `progress`, `heartbeat`, and `end` with the report. */
export function eventsOf(
  progress: Observable<PushProgress>,
  find: () => Promise<PushRun>,
  { heartbeatMs = 15_000 }: PushEventOptions = {},
): Observable<MessageEvent> {
  const over = new Subject<void>();
  const heartbeats = interval(heartbeatMs).pipe(
    map(() => ({ type: 'heartbeat', data: '' })),
    takeUntil(over),
  );
  const events = progress.pipe(
    concatMap((seen) => {
      const event: MessageEvent = { type: 'progress', data: seen };
      return seen.endedAt === undefined ? of(event) : from(withEnd(event, find));
    }),
    finalize(() => over.next()),
  );
  return merge(events, heartbeats);
}

async function* withEnd(last: MessageEvent, find: () => Promise<PushRun>): AsyncGenerator<MessageEvent> {
  yield last;
  const report = await (await find()).finished();
  yield { type: 'end', data: report };
}
