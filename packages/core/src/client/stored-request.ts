import { ValidationError } from '../errors/errors.js';
import type { PendingRecord } from '../send/send-store.js';
import { parseLossless } from '../transport/lossless-json.js';

/**
 * The request of a record as it was given.
 *
 * @throws {ValidationError} where it was damaged in the store
 */
export function storedRequest({ endpoint, requestId, payload }: PendingRecord): unknown {
  try {
    return parseLossless(payload);
  } catch {
    const message = 'was damaged in the send store and cannot be read';
    throw new ValidationError(`${endpoint}: the request of "${requestId}" ${message}`, {
      endpoint,
      requestId,
      issues: [{ path: 'payload', message }],
      hint: 'Send the message again with the same requestId.',
    });
  }
}
