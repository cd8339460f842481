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
});
