import { describe, expect, it } from 'vitest';
import { MemorySendStore } from '../send/memory-send-store.js';
import { Telemetry } from '../telemetry/telemetry.js';
import { ManualClock } from '../testing/manual-clock.js';
import { Sends } from './sends.js';

function sendsOf() {
  const clock = new ManualClock();
  const store = new MemorySendStore({ clock });
  const parts = { account: 'wx1', clock, telemetry: new Telemetry(), deadlineMs: 1_000 };
  return new Sends({ ...parts, open: async () => store, replay: () => Promise.reject(new Error('none')) });
}

describe('a page of sends', () => {
  it.each([0, -1, 1.5, Number.NaN, 10_001])('does not hold %d messages', async (limit) => {
    const sends = sendsOf();
    const refusal = { code: 'CONFIG', message: expect.stringContaining('limit') };
    await expect(sends.search({ limit })).rejects.toMatchObject(refusal);
    await expect(sends.listUnknown({ limit })).rejects.toMatchObject(refusal);
  });

  it('holds as many as the store has where nobody says how many', async () => {
    expect(await sendsOf().search({ push: 'spring' })).toEqual({ records: [], cursor: undefined });
    expect(await sendsOf().listUnknown()).toEqual({ records: [], cursor: undefined });
  });
});
