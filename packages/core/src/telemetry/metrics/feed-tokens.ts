import type { Feed, Stop } from './feed.js';
import { onScrape } from './metric-set.js';
import { Readings } from './readings.js';

/** Credentials: their age, who fetched them, and what that took. */
export function feedTokens({ telemetry, metrics, clock }: Feed): Stop[] {
  const ages = new Readings<'account' | 'credential'>();
  const lifetimes = new Readings<'account' | 'credential'>();
  return [
    telemetry.on('token.adopted', ({ key, ageMs, lifetimeMs }) => {
      const givenAtMs = clock.monotonic() - ageMs;
      ages.set(credentialLabels(key), (nowMs) => (nowMs - givenAtMs) / 1000);
      lifetimes.set(credentialLabels(key), () => lifetimeMs / 1000);
    }),
    telemetry.on('token.refreshed', ({ key, reason, forced }) => {
      metrics.tokenRefreshes.inc({ ...credentialLabels(key), reason, forced: String(forced) });
    }),
    telemetry.on('token.refresh-failed', ({ key, error }) => {
      metrics.tokenRefreshFailures.inc({ ...credentialLabels(key), error });
    }),
    telemetry.on('token.invalidated', ({ key }) => metrics.tokenInvalidations.inc(credentialLabels(key))),
    telemetry.on('lock.waited', ({ key, waitMs }) => {
      metrics.tokenLockWait.observe(credentialLabels(key), waitMs / 1000);
    }),
    onScrape(metrics.tokenAge, () => ages.writeTo(metrics.tokenAge, clock.monotonic())),
    onScrape(metrics.tokenLifetime, () => lifetimes.writeTo(metrics.tokenLifetime, clock.monotonic())),
  ];
}

/** `wx….ticket.jsapi` is the credential `ticket.jsapi` of the account `wx…`, see `credentialKey`. */
function credentialLabels(key: string): { account: string; credential: string } {
  const end = key.indexOf('.ticket.');
  if (end === -1) return { account: key, credential: 'access_token' };
  return { account: key.slice(0, end), credential: key.slice(end + 1) };
}
