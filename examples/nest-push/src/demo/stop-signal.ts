export interface StopSignals {
  received(): boolean;
  ignore(): void;
}

/** Calls `stop` on the first Ctrl-C or SIGTERM; the second one ends the process at once. */
export function onStopSignal(stop: () => void): StopSignals {
  let count = 0;
  const handle = () => {
    count += 1;
    if (count > 1) process.exit(130);
    stop();
  };
  process.on('SIGINT', handle);
  process.on('SIGTERM', handle);
  return {
    received: () => count > 0,
    ignore: () => {
      process.removeListener('SIGINT', handle);
      process.removeListener('SIGTERM', handle);
    },
  };
}
