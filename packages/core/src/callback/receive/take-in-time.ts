import { systemClock } from '../../clock/clock.js';
import { isWechatErrorOf, StoreUnavailableError } from '../../errors/errors.js';
import type { InboxLease, TakeAnswer } from '../callback-inbox.js';

/** With it, an answer takes less than a second. In real time, since that is what an inbox takes. */
const takeWithinMs = 800;

/**
 * An inbox that is too slow is as good as none: the platform is told, and comes again. An event that it took in after all is
 * handled from then on, and its repetition is known.
 *
 * @throws {StoreUnavailableError} where it fails or takes too long
 */
export async function takeInTime(
  taking: Promise<TakeAnswer>,
  onLate: (lease: InboxLease) => void,
): Promise<TakeAnswer> {
  const decided = new AbortController();
  const limit = systemClock.sleep(takeWithinMs, decided.signal).catch(() => undefined);
  try {
    const answer = await Promise.race([taking, limit]);
    if (answer !== undefined) return answer;
  } catch (error) {
    if (isWechatErrorOf(error, 'STORE_UNAVAILABLE')) throw error;
    throw unavailable('cannot be asked', error);
  } finally {
    decided.abort();
  }
  taking.then(
    (answer) => answer.type === 'taken' && onLate(answer.lease),
    () => undefined,
  );
  throw unavailable(`did not answer within ${takeWithinMs} ms`);
}

function unavailable(problem: string, cause?: unknown): StoreUnavailableError {
  return new StoreUnavailableError(`the inbox of callbacks ${problem}`, {
    store: 'callback',
    cause,
    hint: 'Look at whether it is up, and how loaded; the platform brings the event again two more times.',
  });
}
