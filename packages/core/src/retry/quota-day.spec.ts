import { describe, expect, it } from 'vitest';
import { restOfDayMs } from './quota-day.js';

/** 00:00 in Beijing. */
const midnight = Date.UTC(2026, 0, 1, 16);

describe('restOfDayMs', () => {
  it('is the time to the next 00:00 in Beijing', () => {
    expect(restOfDayMs(midnight - 30_000)).toBe(30_000);
    expect(restOfDayMs(midnight + 3_600_000)).toBe(23 * 3_600_000);
  });

  it('F63: right after midnight it is a minute, since the platform may still count the day before', () => {
    expect(restOfDayMs(midnight)).toBe(60_000);
    expect(restOfDayMs(midnight + 100)).toBe(60_000);
    expect(restOfDayMs(midnight + 119_999)).toBe(60_000);
    expect(restOfDayMs(midnight + 120_000)).toBe(86_280_000);
  });
});
