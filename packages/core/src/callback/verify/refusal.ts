import { CallbackError, type CallbackRefusal } from '../../errors/errors.js';

/** What to look at when genuine callbacks are refused; each case is one that operators met. */
const hints: Record<CallbackRefusal, string> = {
  request: 'Nothing to do where strangers call this address; the platform sends what is missing here.',
  signature: 'Compare `token` with the console; and see that no proxy decodes or changes the query.',
  stale: 'Set the clock of this host; or somebody repeats an old request.',
  replayed: 'Somebody repeats a request that is not theirs.',
  mode: 'Set `mode` to what the console says (plain, compatible or safe); it is never guessed from a request.',
  decryption:
    'Compare `encodingAesKey` with the console; while it is being changed, give the new and the old one.',
  'receive-id':
    'Add the id that came to `receiveIds` if it is yours; else the address is used by another account.',
  content: 'Look at what stands between the platform and this address: a proxy may change bodies.',
  'too-large': 'No message is that long; raise `maxBodyBytes` if it was genuine.',
};

/** A refusal that says why and shows nothing secret: no token, key or opened text gets into the message. */
export function refusal(reason: CallbackRefusal, message: string): CallbackError {
  return new CallbackError(message, { reason, hint: hints[reason] });
}

const statuses: Partial<Record<CallbackRefusal, number>> = { request: 400, content: 400, 'too-large': 413 };

/** The HTTP status for a refusal: 403 where nobody proved to be the platform, 400 or 413 where nothing readable came. */
export function statusOf(error: CallbackError): number {
  if (error instanceof MethodRefusal) return 405;
  return statuses[error.reason] ?? 403;
}

/** The address takes GET and POST alone. */
export class MethodRefusal extends CallbackError {
  constructor(method: string, expected: string) {
    // A method is anybody's text, and lines of a log are not theirs to write.
    const shown = /^[A-Za-z]{1,10}$/.test(method) ? method : 'another';
    super(`Method ${shown} came where ${expected} is expected.`, { reason: 'request', hint: hints.request });
    this.name = 'CallbackError';
  }
}
