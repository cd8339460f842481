import { exitCodes } from './exit-codes.js';
import type { Stopping } from './surroundings.js';

/** Hears SIGINT and SIGTERM of this process. */
export function stopSignals(): Stopping {
  const controller = new AbortController();
  let isTakenOver = false;
  const hear = () => {
    if (!isTakenOver || controller.signal.aborted) process.exit(exitCodes.stopped);
    controller.abort();
  };
  process.on('SIGINT', hear);
  process.on('SIGTERM', hear);
  return {
    signal: controller.signal,
    takeOver: () => {
      isTakenOver = true;
    },
  };
}
