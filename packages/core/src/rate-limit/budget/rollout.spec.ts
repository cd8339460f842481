import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Rollout } from './rollout.js';

const messages = Array.from({ length: 20_000 }, (_, index) => ({ requestId: `order-${index}` }));

function pickedShare(rollout: number, calls: readonly { requestId?: string; callId?: string }[]): number {
  const picker = new Rollout({ rollout });
  return calls.filter((call) => picker.picks(call)).length / calls.length;
}

describe('Rollout', () => {
  it.each([0.01, 0.05, 0.5, 0.95])('picks a share of %d of many messages', (share) => {
    // Four standard deviations of a fair draw.
    const tolerance = 4 * Math.sqrt((share * (1 - share)) / messages.length);
    expect(Math.abs(pickedShare(share, messages) - share)).toBeLessThan(tolerance);
  });

  it('picks by the call where there is no message, also where calls are numbered', () => {
    const calls = Array.from({ length: 20_000 }, (_, index) => ({ callId: `k3x9ab-${index}` }));
    expect(Math.abs(pickedShare(0.05, calls) - 0.05)).toBeLessThan(0.0062);
  });

  it('picks all without options, and none in shadow', () => {
    expect(messages.every((call) => new Rollout({}).picks(call))).toBe(true);
    expect(messages.some((call) => new Rollout({ shadow: true, rollout: 1 }).picks(call))).toBe(false);
    expect(messages.some((call) => new Rollout({ rollout: 0 }).picks(call))).toBe(false);
  });

  it('decides alike for every repetition of a message, in every process', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (requestId, callId, otherCallId) => {
        const once = new Rollout({ rollout: 0.5 }).picks({ requestId, callId });
        expect(new Rollout({ rollout: 0.5 }).picks({ requestId, callId: otherCallId })).toBe(once);
      }),
    );
  });

  it('keeps whoever is picked as the share grows', () => {
    const [few, more] = [new Rollout({ rollout: 0.05 }), new Rollout({ rollout: 0.1 })];
    const lost = messages.filter((call) => few.picks(call) && !more.picks(call));
    expect(lost).toEqual([]);
  });

  it('picks a call that has no id', () => {
    expect(new Rollout({ rollout: 0.01 }).picks({})).toBe(true);
  });
});
