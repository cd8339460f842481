import { hash } from 'node:crypto';

/** 132 bits: two messages of one account never meet by chance, and a stored record stays small. */
const fingerprintLength = 22;

/**
 * Tells whether two requests under one id are the same message.
 *
 * @param payload the request as JSON, its fields in order, see `orderedText`
 */
export function fingerprint(endpointName: string, payload: string): string {
  // No endpoint's name holds a line break, so the two parts cannot run into each other.
  return hash('sha256', `${endpointName}\n${payload}`, 'base64url').slice(0, fingerprintLength);
}
