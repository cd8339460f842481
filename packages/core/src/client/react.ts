import type { Verdict } from '../verdict/verdict.js';

/** What the call loop does next. */
export type Reaction =
  | { readonly type: 'done' }
  /** Once per call: get another token, then repeat. */
  | { readonly type: 'replay-with-new-token' }
  /** `wait: 'admission'`: the barrier that the answer closed decides when; `'backoff'`: full jitter does. */
  | { readonly type: 'retry'; readonly wait: 'admission' | 'backoff' }
  | { readonly type: 'give-up'; readonly why: 'refused' | 'exhausted' | 'ended' }
  /** It may have been carried out, and a repetition might do it twice. */
  | { readonly type: 'leave-unknown' };

/** What the call has been through so far. */
export interface CallHistory {
  /** Repetitions after answers, token replays not counted. */
  readonly retries: number;
  readonly tokenReplayed: boolean;
  /** The deadline has passed or the caller has aborted. */
  readonly ended: boolean;
  /** Whether a repetition does no harm even if an earlier request was carried out. */
  readonly repeatable: boolean;
  /** A message that may have gone out: its repetition serves to find that out, so it gets the longer patience. */
  readonly settling: boolean;
  /** How often the transport repeated the connect of the latest attempt; less than it may where time ran out. */
  readonly connectRetries: number;
  /** The request carries what the platform takes once: whatever it answered, that may be used up. */
  readonly oneTime: boolean;
}

export interface RetryLimits {
  readonly maxRetries: number;
  readonly networkRetries: number;
}

/** The one place that decides what follows from an answer. Pure, so that every combination can be tested. */
export function react(verdict: Verdict, history: CallHistory, limits: RetryLimits): Reaction {
  if (verdict.outcome === 'done') return { type: 'done' };
  if (verdict.outcome === 'unknown' && !history.repeatable) return { type: 'leave-unknown' };
  if (verdict.kind === 'aborted' || history.ended) return { type: 'give-up', why: 'ended' };
  if (verdict.retry === 'never') return { type: 'give-up', why: 'refused' };
  if (verdict.retry === 'after-refresh') {
    return history.tokenReplayed ? { type: 'give-up', why: 'refused' } : { type: 'replay-with-new-token' };
  }
  // What a gateway turned away, and what never left, has used up nothing: neither has an errcode.
  if (history.oneTime && verdict.errcode !== undefined) return { type: 'give-up', why: 'refused' };
  if (isExhausted(verdict, history, limits)) return { type: 'give-up', why: 'exhausted' };
  return { type: 'retry', wait: closesBarrier(verdict) ? 'admission' : 'backoff' };
}

function isExhausted(verdict: Verdict, history: CallHistory, limits: RetryLimits): boolean {
  if (verdict.kind !== 'network' || history.settling) return history.retries >= limits.maxRetries;
  // What never left was repeated by the transport already, as far as its time went.
  const isRepeated = verdict.outcome === 'not-done' && history.connectRetries >= limits.networkRetries;
  return isRepeated || history.retries >= limits.networkRetries;
}

/**
 * Whether the answer holds for everybody under its scope, so that nobody should ask again before a moment. Too many at
 * the same time is not of that sort: the place is free as soon as one of them is through.
 */
export function closesBarrier(verdict: Verdict): boolean {
  return verdict.scope !== undefined && verdict.kind !== 'rate-concurrency';
}

/**
 * Whether the platform itself refused what the message is, or whom it is for. A repetition carries the same bytes, so the
 * refusal speaks for the requests before it as well, whose answers were lost: none of them was carried out.
 */
export function refusesAnyCopy({ outcome, kind, errcode }: Verdict): boolean {
  return errcode !== undefined && outcome === 'not-done' && kindsThatRefuseAnyCopy.has(kind);
}

const kindsThatRefuseAnyCopy: ReadonlySet<Verdict['kind']> = new Set([
  'bad-argument',
  'content-risk',
  'not-found',
  'user-refused',
  'user-unreachable',
]);
