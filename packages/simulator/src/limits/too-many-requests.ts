import type { LimitOptions } from '../options/options.js';
import type { Answer } from '../server/answer.js';

const HTML =
  '<html><head><title>429 Too Many Requests</title></head><body><h1>429 Too Many Requests</h1></body></html>';

/** An HTTP 429, as gateways word it. `Retry-After` knows whole seconds only. */
export function tooManyRequests(limits: LimitOptions, waitMs: number): Answer {
  const json = limits.gatewayBody === 'json';
  return {
    status: 429,
    contentType: json ? 'application/json' : 'text/html',
    headers: retryAfter(limits.gatewayRetryAfter ?? 'seconds', Math.max(1, Math.ceil(waitMs / 1_000))),
    body: json ? '{"message":"too many requests"}' : HTML,
  };
}

function retryAfter(form: 'seconds' | 'date' | 'none', seconds: number): Record<string, string> {
  if (form === 'none') return {};
  // A date is read against the caller's own clock, so it is told in real time.
  const value = form === 'date' ? new Date(Date.now() + seconds * 1_000).toUTCString() : String(seconds);
  return { 'retry-after': value };
}
