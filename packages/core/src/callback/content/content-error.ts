import { CallbackError } from '../../errors/errors.js';

/** Says what is wrong and where, and shows nothing of the text: it may be a person's message. */
export function contentError(problem: string, at?: number): CallbackError {
  const where = at === undefined ? '' : ` at character ${at}`;
  return new CallbackError(`The content cannot be read: ${problem}${where}.`, {
    reason: 'content',
    hint: 'Look at what stands between the platform and this address: a proxy may change bodies.',
  });
}
