/** What waits for the end of this turn of the event loop; empty where nothing does. */
const waiting: (() => void)[] = [];

/**
 * Runs a task when everything that has come in during this turn of the event loop has been seen to. Tasks that a task asks for
 * run last in the same pass: so commands that are put together at the end of a turn still leave with it.
 */
export function atEndOfTurn(task: () => void): void {
  waiting.push(task);
  if (waiting.length === 1) setImmediate(runAll);
}

function runAll(): void {
  // The list grows while it is gone through.
  for (const task of waiting) task();
  waiting.length = 0;
}
