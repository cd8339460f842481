/** Where every part of the framework gets its time from, so that tests can advance it and demos can speed it up. */
export interface Clock {
  /** Milliseconds since the epoch. May jump when the host's clock is set: use it for moments, never for durations. */
  now(): number;
  /** Milliseconds that only ever grow; its zero means nothing. Use it for durations. */
  monotonic(): number;
  /**
   * Resolves after `delayMs`. Rejects with the signal's reason as soon as `signal` aborts.
   * A delay that is zero or negative resolves in the next turn of the event loop.
   */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
  /**
   * The same for work in the background: keeps no process alive. It never resolves where the process ends before.
   * @default `sleep`
   */
  idle?(delayMs: number, signal?: AbortSignal): Promise<void>;
}

/** Node's timers hold a delay in 32 bits; a longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

function sleepFor(delayMs: number, signal?: AbortSignal, keepsAlive = true): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      },
      Math.min(Math.max(0, delayMs), longestTimerMs),
    );
    if (!keepsAlive) timer.unref();
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (delayMs, signal) => sleepFor(delayMs, signal),
  idle: (delayMs, signal) => sleepFor(delayMs, signal, false),
};

/** A clock that runs `speed` times as fast as the host's. A demo's minute then takes `60 / speed` seconds. */
export function scaledClock(speed: number): Clock {
  if (!(speed > 0) || !Number.isFinite(speed))
    throw new RangeError(`speed must be a positive number, got ${speed}`);
  const startedAt = Date.now();
  const startedMonotonic = performance.now();
  return {
    now: () => startedAt + (performance.now() - startedMonotonic) * speed,
    monotonic: () => performance.now() * speed,
    sleep: (delayMs, signal) => sleepFor(delayMs / speed, signal),
    idle: (delayMs, signal) => sleepFor(delayMs / speed, signal, false),
  };
}
