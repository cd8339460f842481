import { AskedProcess } from '../processes/asked-process.mjs';

const file = new URL('../processes/allocating-process.mjs', import.meta.url);
/** A new generation in which all of a round has room: nothing is collected while it is counted. */
const v8Flags = ['--expose-gc', '--min-semi-space-size=128', '--max-semi-space-size=128'];

/** What a send with memory stores allocates on the heap of JavaScript. */
export async function openAllocation({ target }) {
  const sending = new AskedProcess(file, ['wetempo-memory'], v8Flags);
  await sending.ask({ kind: 'open', target });
  const measure = async () => ({ allocatedKb: (await sending.ask({ kind: 'allocated' })).bytes / 1024 });
  return { measure, close: () => sending.end() };
}
