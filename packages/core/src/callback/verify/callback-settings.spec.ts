import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { key, mpLike, otherKey, wecomLike } from '../../../test/support/genuine-callbacks.js';
import { ConfigError } from '../../errors/errors.js';
import type { CallbackOptions } from '../callback-options.js';
import { gateSettings } from './callback-settings.js';

function configErrorOf(options: Partial<CallbackOptions>, platform = mpLike): ConfigError {
  try {
    gateSettings(platform, ['wx1'], { token: 'TESTTOKEN', ...options });
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('nothing was found wrong');
}

const short = key.slice(1);
test.each([
  ['42 characters', short],
  ['44 characters', `${key}A`],
  ['a sign that no key has', `${short}_`],
  ['nothing', ''],
  ['a blank at its end', `${key} `],
  ['a short one in a list', [key, short]],
  ['no key in a list', []],
  ['four', [key, key, key, key]],
])('F111: a key of %s is found when things are constructed, and not shown', (_case, encodingAesKey) => {
  const modes = [undefined, 'plain', 'compatible', 'safe'] as const;
  for (const mode of modes) {
    const error = configErrorOf({ encodingAesKey, mode });
    expect(error.issues.map(({ path }) => path)).toEqual(['encodingAesKey']);
    expect(inspect(error, { depth: 10 })).not.toContain(short);
  }
});

test('F111: plain mode needs no key, and no key is plain mode', () => {
  const settings = gateSettings(mpLike, ['wx1'], { token: 'TESTTOKEN' });
  expect(settings).toMatchObject({ mode: 'plain', encodingAesKeys: [] });
  expect(gateSettings(mpLike, ['wx1'], { token: 'TESTTOKEN', mode: 'plain' }).mode).toBe('plain');
});

test.each(['compatible', 'safe'] as const)('F111: %s mode needs one', (mode) => {
  expect(configErrorOf({ mode }).issues.map(({ path }) => path)).toEqual(['encodingAesKey']);
});

test('F111: so does a platform that always encrypts, which has no other mode', () => {
  expect(configErrorOf({}, wecomLike).message).toContain('encodingAesKey');
  expect(configErrorOf({ encodingAesKey: key, mode: 'plain' }, wecomLike).message).toContain('mode');
  expect(gateSettings(wecomLike, ['ww1'], { token: 'TESTTOKEN', encodingAesKey: key }).mode).toBe('safe');
});

test('a key makes it safe mode; the old key stays while it is changed', () => {
  const settings = gateSettings(mpLike, ['wx1'], { token: 'TESTTOKEN', encodingAesKey: [otherKey, key] });
  expect(settings).toMatchObject({
    mode: 'safe',
    encodingAesKeys: [otherKey, key],
    receiveIds: ['wx1'],
    maxSkewMs: 300_000,
    maxBodyBytes: 262_144,
  });
});

test.each(['', 'ab', 'a'.repeat(33), 'with blank', 'sign-', '令牌'])('the token %j is none', (token) => {
  const error = configErrorOf({ token });
  expect(error.issues.map(({ path }) => path)).toEqual(['token']);
  if (token !== '') expect(error.issues[0]?.message).not.toContain(`"${token}"`);
});

test.each([{ maxSkewMs: 0 }, { maxSkewMs: Number.NaN }, { maxBodyBytes: 1.5 }, { maxBodyBytes: 1e9 }])(
  '%j is refused',
  (options) => {
    expect(configErrorOf(options).issues.map(({ path }) => path)).toEqual(Object.keys(options));
  },
);
