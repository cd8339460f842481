export { VerdictTable } from './judge.js';
export type {
  LimitScope,
  Meaning,
  Outcome,
  RetryAdvice,
  Verdict,
  VerdictKind,
  VerdictRule,
} from './verdict.js';
export type { VerdictAdvice, VerdictRow } from './verdict-rows.js';
export { verdictRules } from './verdict-rows.js';
