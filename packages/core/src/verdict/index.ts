export { VerdictTable } from './judge.js';
export type {
  LimitScope,
  Meaning,
  Outcome,
  RetryAdvice,
  TransportFailure,
  TransportResult,
  Verdict,
  VerdictKind,
  VerdictRule,
} from './verdict.js';
