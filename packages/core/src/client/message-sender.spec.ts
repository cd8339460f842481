import { describe, expect, it } from 'vitest';
import { forgotten, remembered, scriptedClient } from '../../test/support/scripted-client.js';

const hourMs = 3_600_000;
const to = { to: 'anna' };

describe('a message that may have gone out', () => {
  it('F48: is repeated while the platform remembers it', async () => {
    const { client, clock, leftAt } = scriptedClient(['cut']);
    const sending = client.call(remembered, to, { requestId: 'a1' });
    await clock.advance(60_000);
    await expect(sending).resolves.toMatchObject({ status: 'sent', attempts: 2 });
    expect(leftAt).toHaveLength(2);
  });

  it('F48: does not leave again after a limit held it until the platform has forgotten it', async () => {
    const { client, clock, leftAt } = scriptedClient(['cut', 2]);
    const sending = client.call(remembered, to, { requestId: 'a1', deadlineMs: 3 * hourMs });
    const ended = expect(sending).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', attempts: 2 });
    await clock.advance(3 * hourMs);
    await ended;
    expect(leftAt).toHaveLength(2);
  });

  it('leaves again however late where the caller says so', async () => {
    const { client, clock, leftAt } = scriptedClient(['cut']);
    const first = client.call(forgotten, to, { requestId: 'a1' });
    await expect(first).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    await clock.advance(hourMs);
    const again = client.call(forgotten, to, { requestId: 'a1', resend: 'unknown' });
    await expect(again).resolves.toMatchObject({ status: 'sent' });
    expect(leftAt).toHaveLength(2);
  });

  it('counts as refused where the platform still remembers it and refuses its repetition', async () => {
    const { client, clock } = scriptedClient(['cut', 4]);
    const sending = client.call(remembered, to, { requestId: 'a1' });
    const ended = expect(sending).rejects.toMatchObject({ code: 'API_ERROR', errcode: 4 });
    await clock.advance(60_000);
    await ended;
  });

  it('F48: stays unknown where only a second message, sent by wish, was refused', async () => {
    const { client } = scriptedClient(['cut', 4]);
    const first = client.call(forgotten, to, { requestId: 'a1' });
    await expect(first).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    const again = client.call(forgotten, to, { requestId: 'a1', resend: 'unknown' });
    await expect(again).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', cause: { errcode: 4 } });
  });
});

describe('a message that never left', () => {
  it('F97: is tried again where its connect took all the time of its attempt', async () => {
    const { client, clock, leftAt } = scriptedClient(['no-connect', 'no-connect']);
    const sending = client.call(forgotten, to, { requestId: 'a1' });
    await clock.advance(60_000);
    await expect(sending).resolves.toMatchObject({ status: 'sent' });
    expect(leftAt).toHaveLength(3);
  });
});
