import { describe, expect, it } from 'vitest';
import { tokenScene } from '../../test/support/token-platform.js';
import { type ExternalToken, externalSource } from './credential-source.js';
import { SharedCredential } from './shared-credential.js';

function external(getToken: () => ExternalToken | Promise<ExternalToken>) {
  const { store, lock, clock } = tokenScene();
  return { clock, token: new SharedCredential(externalSource('wx1', getToken), { store, lock, clock }) };
}

describe('externalSource', () => {
  it('asks the function once for many calls and again before the token ends', async () => {
    let asked = 0;
    const { token, clock } = external(() => {
      asked += 1;
      return { value: `TKN_${asked}`, expiresInSec: 600 };
    });
    expect(await token.get()).toBe('TKN_1');
    expect(token.get()).toBe('TKN_1');
    await clock.advance(481_000);
    void token.get();
    await clock.advance(1);
    expect(token.get()).toBe('TKN_2');
    expect(asked).toBe(2);
  });

  it('asks again after a token error, and says so where the same token comes', async () => {
    const values = ['TKN_1', 'TKN_2', 'TKN_2'];
    const { token, clock } = external(() => values.shift() ?? '');
    await token.get();
    expect(await token.rejected('TKN_1', 40001)).toBe('TKN_2');
    await clock.advance(6_000);
    await expect(token.rejected('TKN_2', 40001)).rejects.toMatchObject({ code: 'TOKEN_ERROR' });
  });

  it.each([
    '',
    undefined,
    { value: 'TKN_1' },
    { value: 'TKN_1', expiresInSec: '7200' },
    { value: '', expiresInSec: 1 },
  ])('refuses %j with a hint', async (answer) => {
    const { token } = external(() => answer as ExternalToken);
    await expect(token.get()).rejects.toMatchObject({
      code: 'TOKEN_ERROR',
      hint: expect.stringContaining('expiresInSec'),
    });
  });

  it('keeps what the function threw as the cause', async () => {
    const { token } = external(() => Promise.reject(new Error('token service is down')));
    await expect(token.get()).rejects.toMatchObject({
      code: 'TOKEN_ERROR',
      cause: expect.objectContaining({ message: 'token service is down' }),
    });
  });
});
