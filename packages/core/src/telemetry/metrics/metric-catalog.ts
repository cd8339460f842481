/** One metric as it is declared; its name stands behind the prefix. */
export interface MetricSpec<Type extends MetricType = MetricType, Label extends string = string> {
  readonly type: Type;
  readonly name: string;
  readonly help: string;
  readonly labels: readonly Label[];
  /** Upper bounds in seconds; of histograms only. */
  readonly buckets?: readonly number[];
  /** How the workers of one Node cluster are put together where they share a scrape; of gauges only. */
  readonly aggregator?: 'min' | 'max';
}

export type MetricType = 'counter' | 'gauge' | 'histogram';

function counter<Label extends string>(
  name: string,
  help: string,
  labels: readonly Label[],
): MetricSpec<'counter', Label> {
  return { type: 'counter', name, help, labels };
}

function gauge<Label extends string>(
  name: string,
  help: string,
  labels: readonly Label[],
  aggregator: 'min' | 'max' = 'max',
): MetricSpec<'gauge', Label> {
  return { type: 'gauge', name, help, labels, aggregator };
}

function histogram<Label extends string>(
  name: string,
  help: string,
  labels: readonly Label[],
  buckets: readonly number[],
): MetricSpec<'histogram', Label> {
  return { type: 'histogram', name, help, labels, buckets };
}

const requestBuckets = [0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];
/** A call may wait for a clock minute, or up to its deadline. */
const waitBuckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/**
 * Every metric there is. `account` is the credential's key (the appid), `code` see `answerCode`. No label holds an openid,
 * a requestId, a call's id, a tenant or a secret.
 */
export const metricCatalog = {
  calls: counter('wechat_calls_total', 'Calls that ended, by "ok" or the code of their error.', [
    'account',
    'endpoint',
    'result',
  ]),
  callSeconds: histogram(
    'wechat_call_duration_seconds',
    'From the beginning of a call to its end, with all waits and repetitions.',
    ['account', 'endpoint'],
    waitBuckets,
  ),
  callsShared: counter(
    'wechat_calls_shared_total',
    'Reads that were answered without a request of their own.',
    ['account', 'endpoint', 'from'],
  ),
  callsDegraded: counter('wechat_calls_degraded_total', 'Calls that were answered otherwise at a limit.', [
    'account',
    'endpoint',
    'from',
  ]),
  requests: counter('wechat_requests_total', 'Requests that left, one per attempt.', [
    'account',
    'endpoint',
    'outcome',
    'code',
  ]),
  requestSeconds: histogram(
    'wechat_request_duration_seconds',
    'From the leaving of a request to its answer.',
    ['account', 'endpoint'],
    requestBuckets,
  ),
  retries: counter('wechat_retry_total', 'Repetitions, by what the attempt before was answered with.', [
    'account',
    'endpoint',
    'code',
  ]),
  retriesExhausted: counter('wechat_retry_exhausted_total', 'Calls that were repeated in vain.', [
    'account',
    'endpoint',
    'code',
  ]),
  sends: counter(
    'wechat_sends_total',
    'Messages by what became of them; replayed: known from an earlier call.',
    ['account', 'endpoint', 'state', 'replayed'],
  ),
  sendsQueued: counter(
    'wechat_sends_queued_total',
    'Messages that were left to the send store for want of room; again: they had been before.',
    ['account', 'endpoint', 'again'],
  ),
  deliveries: counter(
    'wechat_deliveries_total',
    'Messages by what a callback said of them; how: resolved where nobody knew before whether they had been sent.',
    ['account', 'endpoint', 'state', 'how'],
  ),
  limitAnswers: counter(
    'wechat_rate_limit_total',
    'Answers that told of a limit, by whose limit it seems to be.',
    ['account', 'endpoint', 'scope', 'code'],
  ),
  limiterDelay: histogram(
    'wechat_limiter_delay_seconds',
    'How long calls stood in line before they left, by the limit that held them up first.',
    ['account', 'scope'],
    waitBuckets,
  ),
  limitsShadowed: counter('wechat_limit_shadowed_total', 'Calls that a limit in shadow would have held up.', [
    'account',
    'endpoint',
    'scope',
  ]),
  groupRequests: counter('wechat_group_requests_total', 'Requests that left, by budget group.', [
    'account',
    'group',
  ]),
  groupAdmissions: counter(
    'wechat_group_admissions_total',
    'Admissions beyond the part of their own group.',
    ['account', 'group', 'how'],
  ),
  barrierSeconds: counter('wechat_barrier_seconds_total', 'Time for which barriers were closed.', [
    'account',
    'scope',
    'key',
  ]),
  barrierLeft: gauge(
    'wechat_barrier_remaining_seconds',
    'Time until a barrier opens; of several, the longest.',
    ['account', 'scope', 'key'],
  ),
  concurrencyLimit: gauge(
    'wechat_concurrency_limit',
    'Calls that one process has under way at most, as adapted.',
    ['account', 'endpoint'],
  ),
  quotaLimit: gauge('wechat_quota_limit', 'A quota as the platform or a gateway told it.', [
    'account',
    'name',
  ]),
  quotaRemaining: gauge(
    'wechat_quota_remaining',
    'What was left of a quota when it was told last, until it begins anew.',
    ['account', 'name'],
    'min',
  ),
  alertLevel: gauge('wechat_alert_level', '0 green, 1 suspicious, 2 yellow, 3 red.', ['account']),
  circuitState: gauge('wechat_circuit_state', '0 closed, 1 half-open, 2 open.', ['account', 'endpoint']),
  policyReloads: counter('wechat_policy_reloads_total', 'Readings of the policy file: changed or refused.', [
    'result',
  ]),
  tokenAge: gauge('wechat_token_age_seconds', 'Since the platform gave out the credential that is in use.', [
    'account',
    'credential',
  ]),
  tokenLifetime: gauge(
    'wechat_token_lifetime_seconds',
    'For how long the platform gave the credential out.',
    ['account', 'credential'],
  ),
  tokenRefreshes: counter('wechat_token_refreshes_total', 'Credentials that were fetched.', [
    'account',
    'credential',
    'reason',
    'forced',
  ]),
  tokenRefreshFailures: counter(
    'wechat_token_refresh_failures_total',
    'Credentials that could not be fetched.',
    ['account', 'credential', 'error'],
  ),
  tokenInvalidations: counter(
    'wechat_token_invalidations_total',
    'Credentials that the platform turned down early.',
    ['account', 'credential'],
  ),
  tokenLockWait: histogram(
    'wechat_token_lock_wait_seconds',
    'How long a refresh waited for another process that had the lock.',
    ['account', 'credential'],
    [0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  ),
  storeTrouble: counter('wechat_store_trouble_total', 'Steps that a store could not do.', [
    'store',
    'operation',
  ]),
} as const;

export type MetricCatalog = typeof metricCatalog;
export type MetricKey = keyof MetricCatalog;
