import { StoreUnavailableError } from '../errors/errors.js';

/** Which step on which record failed; enough to find it in a log. */
export interface StoreOperation {
  readonly name: string;
  readonly requestId?: string | undefined;
}

/** The one error of a send store that cannot do its work: it says what failed, and that nothing was guessed. */
export function sendStoreUnavailable(
  store: string,
  operation: StoreOperation,
  cause: unknown,
  hint: string,
): StoreUnavailableError {
  const reason = cause instanceof Error ? cause.message : 'no reason given';
  return new StoreUnavailableError(`send store (${store}): ${operation.name} failed: ${reason}`, {
    store: 'send',
    requestId: operation.requestId,
    cause,
    hint,
  });
}
