import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { scriptedClient } from '../../test/support/scripted-client.js';
import { defineEndpoint } from '../endpoint/define-endpoint.js';
import { ConfigError } from '../errors/errors.js';

const declaration = {
  name: 'visitor.login',
  method: 'GET',
  path: '/login',
  docs: 'https://example.com',
  kind: 'write',
  request: z.strictObject({ code: z.string(), language: z.string().optional() }),
  response: z.looseObject({ msgid: z.number() }),
  oneTimeFields: ['code'],
} as const;
const login = defineEndpoint(declaration);
const verdicts = [
  { errcode: 9, name: 'token', kind: 'token-invalid', meaning: { zh: '测试', en: 'test' } },
] as const;

type Script = Parameters<typeof scriptedClient>[0];

function clientOf(script: Script = []) {
  let fetched = 0;
  const fetch = () => {
    fetched += 1;
    return `TOKEN_${fetched}`;
  };
  const all = scriptedClient(script, { verdicts, token: { mode: 'external', fetch } });
  const call = (code: string, more = {}, options = {}) => all.client.call(login, { code, ...more }, options);
  return { ...all, call };
}

const endOf = (call: Promise<unknown>) => call.catch((error: unknown) => error);

describe('a call that carries what the platform takes once', () => {
  it.each([1, 2, 3])('is not made again after the errcode %i, whatever the table says', async (errcode) => {
    const { call, leftAt } = clientOf([errcode]);
    expect(await endOf(call('a'))).toMatchObject({ errcode });
    expect(leftAt).toHaveLength(1);
  });

  it.each(['cut', 'bad-gateway'] as const)(
    'is not made again after an answer that is lost: %s',
    async (step) => {
      const { call, leftAt } = clientOf([step]);
      expect(await endOf(call('a'))).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
      expect(leftAt).toHaveLength(1);
    },
  );

  it('is made again with another access token, once', async () => {
    const { call, leftAt } = clientOf([9]);
    await expect(call('a')).resolves.toMatchObject({ msgid: 2 });
    expect(leftAt).toHaveLength(2);
    const stubborn = clientOf([9, 9, 9]);
    expect(await endOf(stubborn.call('a'))).toMatchObject({ errcode: 9 });
    expect(stubborn.leftAt).toHaveLength(2);
  });

  it('is made again where nothing had left', async () => {
    const { call, clock, leftAt } = clientOf(['refused']);
    const made = call('a');
    await clock.advance(60_000);
    await expect(made).resolves.toMatchObject({ msgid: 2 });
    expect(leftAt).toHaveLength(2);
  });
});

describe('calls with the same code at the same time', () => {
  it('are one request, whatever their groups and waits, and each caller gets a value of its own', async () => {
    const { call, leftAt } = clientOf();
    const values = await Promise.all([
      call('a'),
      call('a', {}, { onLimit: 'reject' }),
      call('a', {}, { maxWaitMs: 5 }),
    ]);
    expect(leftAt).toHaveLength(1);
    expect(values.map(({ msgid }) => msgid)).toEqual([1, 1, 1]);
    expect(new Set(values).size).toBe(3);
  });

  it('are one request also where it fails', async () => {
    const { call, leftAt } = clientOf(['cut']);
    const ends = await Promise.all([endOf(call('a')), endOf(call('a'))]);
    expect(ends).toMatchObject([{ code: 'OUTCOME_UNKNOWN' }, { code: 'OUTCOME_UNKNOWN' }]);
    expect(leftAt).toHaveLength(1);
  });

  it('are refused where they ask for something else with it', async () => {
    const { call, leftAt } = clientOf();
    const first = call('a');
    const other = await endOf(call('a', { language: 'en' }));
    expect(other).toMatchObject({ code: 'VALIDATION', issues: [{ path: 'code' }] });
    await first;
    expect(leftAt).toHaveLength(1);
  });

  it('with other codes go their own ways', async () => {
    const { call, leftAt } = clientOf();
    await Promise.all([call('a'), call('b')]);
    expect(leftAt).toHaveLength(2);
  });

  it('share what became of the first also where its caller gives up: the code has left', async () => {
    const { call, clock, leftAt } = clientOf([{ afterMs: 5_000 }]);
    const gaveUp = new AbortController();
    const first = endOf(call('a', {}, { signal: gaveUp.signal }));
    const second = endOf(call('a'));
    await clock.advance(1_000);
    gaveUp.abort();
    await clock.advance(10_000);
    expect([await first, await second]).toMatchObject([
      { code: 'OUTCOME_UNKNOWN' },
      { code: 'OUTCOME_UNKNOWN' },
    ]);
    expect(leftAt).toHaveLength(1);
  });

  it('wait no longer than they have time', async () => {
    const { call, clock } = clientOf([{ afterMs: 5_000 }]);
    const first = call('a');
    const second = endOf(call('a', {}, { deadlineMs: 1_000 }));
    await clock.advance(2_000);
    expect(await second).toMatchObject({ code: 'DEADLINE' });
    await clock.advance(10_000);
    await expect(first).resolves.toMatchObject({ msgid: 1 });
  });
});

describe('a declaration of what the platform takes once', () => {
  it.each([{ kind: 'read' }, { idempotent: true }] as const)('is refused with %j', (part) => {
    expect(() => defineEndpoint({ ...declaration, ...part })).toThrow(ConfigError);
  });
});
