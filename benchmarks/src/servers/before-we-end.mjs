const ends = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const steps = new Set();

/**
 * Carries a step out when this process ends, by itself or by a signal that it can hear. Nobody else would end its servers.
 *
 * @param step without waiting: there is no time left for it
 * @returns a function that takes the step back
 */
export function beforeWeEnd(step) {
  if (steps.size === 0) listen();
  steps.add(step);
  return () => {
    if (steps.delete(step) && steps.size === 0) ignore();
  };
}

function carryOut() {
  for (const step of steps) step();
  steps.clear();
}

/** Dies of the signal, as it would have without us, unless somebody else hears it, too, and has to end in their way. */
function onSignal(signal) {
  carryOut();
  ignore();
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}

function listen() {
  process.on('exit', carryOut);
  for (const signal of ends) process.on(signal, onSignal);
}

function ignore() {
  process.off('exit', carryOut);
  for (const signal of ends) process.off(signal, onSignal);
}
