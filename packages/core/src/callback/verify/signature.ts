import { createHash, timingSafeEqual } from 'node:crypto';

/** Lower-case hexadecimal SHA-1 of the values, sorted by their bytes and joined with nothing between. */
export function signatureOf(values: readonly string[]): string {
  const sorted = values.map((value) => Buffer.from(value)).sort(Buffer.compare);
  return createHash('sha1').update(Buffer.concat(sorted)).digest('hex');
}

/** Takes the same time wherever the two differ. */
export function isSignatureOf(values: readonly string[], given: string): boolean {
  const expected = Buffer.from(signatureOf(values));
  const actual = Buffer.from(given);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
