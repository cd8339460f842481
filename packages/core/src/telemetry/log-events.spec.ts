import { describe, expect, it } from 'vitest';
import type { EventOf, WetempoEvent } from './events.js';
import { type EventLogger, levelOf, logEvents } from './log-events.js';
import { Telemetry } from './telemetry.js';

const call = {
  callId: 'c-1',
  account: 'wx0000000000000001',
  endpoint: 'template.send',
  requestId: 'order-1',
  group: undefined,
} as const;

const retry: EventOf<'retry.scheduled'> = {
  ...call,
  type: 'retry.scheduled',
  attempt: 1,
  path: '/cgi-bin/message/template/send',
  status: 429,
  errcode: undefined,
  kind: 'rate-gateway',
  outcome: 'not-done',
  waitMs: 1_000,
};

const limitHit: EventOf<'limit.hit'> = {
  ...call,
  type: 'limit.hit',
  scope: 'endpoint',
  path: '/cgi-bin/message/template/send',
  errcode: 45009,
  status: 200,
  quotaRemaining: undefined,
  attributedTo: 'endpoint',
  risingSince: undefined,
};

const quota: EventOf<'quota.seen'> = {
  type: 'quota.seen',
  account: call.account,
  name: 'template.send',
  from: 'quota-get',
  limit: 100,
  remaining: 0,
  resetsInMs: undefined,
};

const exhausted: EventOf<'retry.exhausted'> = {
  ...call,
  type: 'retry.exhausted',
  attempts: 6,
  path: '/cgi-bin/message/template/send',
  status: 200,
  errcode: -1,
  kind: 'busy',
  reason: 'retries',
};

const { account, endpoint } = call;
const drew = { ...call, type: 'group.drew', key: 'app:1000ms#batch', weight: 1 } as const;
const alert = { type: 'alert.changed', account, before: 'green', limitedShare: 0.1, calls: 100 } as const;
const ended = {
  ...call,
  type: 'call.ended',
  durationMs: 5,
  attempts: 1,
  errcode: undefined,
  kind: 'ok',
} as const;

/** The lines that a logger gets for one event. */
function linesOf(event: WetempoEvent): [string, object, string][] {
  const lines: [string, object, string][] = [];
  const writer = (level: string) => (fields: object, message: string) => {
    lines.push([level, fields, message]);
  };
  const logger: EventLogger = {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
  };
  const telemetry = new Telemetry();
  logEvents(telemetry, logger);
  telemetry.emit(event);
  return lines;
}

describe('logEvents', () => {
  it('writes one line per retry with path, code, attempt, wait and outcome', () => {
    const fields = {
      path: '/cgi-bin/message/template/send',
      code: '429',
      attempt: 1,
      waitMs: 1_000,
      outcome: 'not-done',
    };
    expect(linesOf(retry)).toEqual([['info', expect.objectContaining(fields), 'retry.scheduled']]);
  });

  it.each([
    [{ ...retry, errcode: 45011, status: 200, kind: 'rate-minute' } as const, '45011'],
    [{ ...retry, status: undefined, kind: 'network' } as const, 'network'],
    [{ ...retry, status: 200, kind: 'unreadable' } as const, 'unreadable'],
    [{ ...retry, status: 502, kind: 'http' } as const, '502'],
  ])('names what was answered by one code (%#: %s)', (event, code) => {
    expect(linesOf(event)).toEqual([['info', expect.objectContaining({ code }), 'retry.scheduled']]);
  });

  it.each([
    ['limit.hit', { ...limitHit, quotaRemaining: 0 }],
    ['quota.seen', quota],
  ] as const)('tags a quota that is used up, in %s', (type, event) => {
    expect(linesOf(event)).toEqual([['warn', expect.objectContaining({ tag: 'quota-exhausted' }), type]]);
  });

  it('tags nothing where some of the quota is left', () => {
    const [line] = linesOf({ ...limitHit, quotaRemaining: 3 });
    expect(line?.[0]).toBe('info');
    expect(line?.[1]).not.toHaveProperty('tag');
  });
});

it.each<[ReturnType<typeof levelOf>, string, WetempoEvent]>([
  ['info', 'a limit answer of which nobody knows the quota', limitHit],
  ['info', 'a 429 of a gateway', { ...limitHit, scope: 'gateway', errcode: undefined, status: 429 }],
  ['error', 'a call that was repeated in vain', exhausted],
  ['debug', 'a quota that is far from its end', { ...quota, remaining: 50 }],
  ['debug', 'a full short window in a header', { ...quota, from: 'headers' }],
  ['error', 'a red alert', { ...alert, level: 'red' }],
  ['warn', 'a yellow alert', { ...alert, level: 'yellow' }],
  ['info', 'a suspicion', { ...alert, level: 'suspicious' }],
  ['info', 'the end of an alert', { ...alert, level: 'green', before: 'red' }],
  ['warn', 'a circuit that opens', { type: 'circuit.changed', account, endpoint, state: 'open' }],
  ['info', 'a circuit that closes', { type: 'circuit.changed', account, endpoint, state: 'closed' }],
  ['error', 'a policy file that is refused', { type: 'policy.refused', file: 'limits.yml', message: 'no' }],
  ['info', 'a policy file that was read', { type: 'policy.changed', file: 'limits.yml' }],
  ['debug', 'a borrowed place', { ...drew, how: 'borrowed' }],
  ['debug', 'a burst', { ...drew, how: 'burst' }],
  ['warn', 'an overdraft', { ...drew, how: 'overdraft' }],
  ['info', 'a permission that was used', { ...drew, how: 'allowed' }],
  ['debug', 'a call that ended well', { ...ended, error: undefined }],
  [
    'debug',
    'the refusal of one recipient',
    { ...ended, error: 'API_ERROR', errcode: 43004, kind: 'user-refused' },
  ],
  ['warn', 'a call that a limit ended', { ...ended, error: 'RATE_LIMITED' }],
  ['error', 'a message of which nobody knows', { ...ended, error: 'OUTCOME_UNKNOWN' }],
])('the level is %s for %s', (level, _, event) => {
  expect(levelOf(event)).toBe(level);
});
