import { hash } from 'node:crypto';
import { parseLossless } from '../transport/lossless-json.js';

/** 132 bits: two messages of one account never meet by chance, and a stored record stays small. */
const fingerprintLength = 22;

/**
 * Tells whether two requests under one id are the same message, whatever the order in which their fields were written:
 * a message that went through a database may come back with another one.
 *
 * @param payload the request as JSON
 */
export function fingerprint(endpointName: string, payload: string): string {
  const canonical = JSON.stringify(parseLossless(payload), withSortedKeys);
  // No endpoint's name holds a line break, so the two parts cannot run into each other.
  return hash('sha256', `${endpointName}\n${canonical}`, 'base64url').slice(0, fingerprintLength);
}

function withSortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value);
  return entries.length < 2 ? value : Object.fromEntries(entries.sort(byKey));
}

function byKey([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}
