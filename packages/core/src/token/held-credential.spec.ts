import { assert, constantFrom, double, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdCredential } from './held-credential.js';

const hold = (lifetimeMs: number, remainingMs = lifetimeMs, asOfMs = 0) =>
  holdCredential({ value: 'TKN_1', lifetimeMs, remainingMs }, asOfMs, 120_000);

describe('holdCredential', () => {
  it('F15: an answer of 345 s is due for refresh at 225 s', () => {
    expect(hold(345_000).refreshAtMs).toBe(225_000);
  });

  it('F15: a life shorter than the margin is due at its half, not at once', () => {
    expect(hold(90_000)).toMatchObject({ refreshAtMs: 45_000, unusableAtMs: 85_000 });
  });

  it('F17: counts from the moment the request left', () => {
    expect(hold(7_200_000, 7_200_000, -30_000)).toMatchObject({
      givenAtMs: -30_000,
      unusableAtMs: 7_165_000,
    });
  });

  it('is due before it is unusable, and unusable before it ends, for every life and margin', () => {
    const lives = integer({ min: 1, max: 8_000_000 });
    assert(
      property(
        lives,
        double({ min: 0.001, max: 1, noNaN: true }),
        constantFrom(1, 500, 120_000, 1e9),
        (life, part, margin) => {
          const lifetime = { value: 'T', lifetimeMs: life, remainingMs: life * part };
          const { refreshAtMs, unusableAtMs } = holdCredential(lifetime, 0, margin);
          expect(refreshAtMs).toBeLessThanOrEqual(unusableAtMs);
          expect(unusableAtMs).toBeLessThanOrEqual(life * part);
          expect(refreshAtMs).toBeGreaterThanOrEqual(life * part - life / 2 - 1e-6);
        },
      ),
    );
  });
});
