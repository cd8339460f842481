import type { VerdictKind } from '../verdict/verdict.js';

/** The parts of an event that say what an attempt was answered with. */
export interface CodedAnswer {
  readonly errcode: number | undefined;
  readonly status: number | undefined;
  readonly kind?: VerdictKind | undefined;
}

/**
 * One short name for what an attempt came to: the platform's errcode, where it gave none the HTTP status of the error,
 * and where nothing usable came the kind of the verdict, for example `45009`, `429`, `network`. No errcode has three digits.
 */
export function answerCode({ errcode, status, kind }: CodedAnswer): string {
  if (errcode !== undefined) return String(errcode);
  if (status !== undefined && status >= 300) return String(status);
  return kind ?? 'none';
}
