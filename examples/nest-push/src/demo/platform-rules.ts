import type { Fault } from '@wetempo/simulator';

/** What the simulated platform allows, in its own time. */
export const platformRules = {
  /** At its gateway, all endpoints together; the client is told. */
  perSecond: 5,
  /** Requests that the gateway lets through at once: on a busy machine several seconds' worth may arrive together. */
  burst: 30,
  /** Template messages in a clock minute: less than the gateway lets through, and the client has to find out. */
  perMinute: 180,
  /** To one person in any minute. */
  perRecipient: { max: 4, windowMs: 60_000 },
} as const;

const path = '/cgi-bin/message/template/send';

/** What goes wrong while the push runs. */
export const faults: readonly Fault[] = [
  { kind: 'cut-before', path, probability: 0.015 },
  // The message is delivered and nobody hears of it: sending it again must not deliver it twice.
  { kind: 'cut-after', path, probability: 0.015 },
  { kind: 'cut-mid-answer', path, probability: 0.005 },
  {
    kind: 'status',
    status: 429,
    body: '<html><body><h1>429 Too Many Requests</h1></body></html>',
    headers: { 'content-type': 'text/html', 'retry-after': '2' },
    path,
    after: 40,
    times: 2,
  },
];

/** The token is revoked once, when this share of the lines is through. */
export const revokedAtShare = 0.4;
