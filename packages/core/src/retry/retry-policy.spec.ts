import { describe, expect, it } from 'vitest';
import { RetryPolicy } from './retry-policy.js';

describe('RetryPolicy', () => {
  it('has the documented defaults', () => {
    expect({ ...new RetryPolicy() }).toEqual({
      baseMs: 1_000,
      capMs: 60_000,
      maxRetries: 5,
      batchMaxRetries: 8,
      networkRetries: 2,
      budgetShare: 0.2,
      budgetReserve: 20,
    });
  });

  it('F51: takes 0 for never', () => {
    expect(new RetryPolicy({ maxRetries: 0, networkRetries: 0 })).toMatchObject({
      maxRetries: 0,
      networkRetries: 0,
    });
  });

  it('gives the group batch more repetitions, unless the user allows fewer', () => {
    expect(new RetryPolicy().limitsOf('batch').maxRetries).toBe(8);
    expect(new RetryPolicy().limitsOf('interactive').maxRetries).toBe(5);
    expect(new RetryPolicy({ maxRetries: 0 }).limitsOf('batch').maxRetries).toBe(0);
    expect(new RetryPolicy({ maxRetries: 1, batchMaxRetries: 3 }).limitsOf('batch').maxRetries).toBe(3);
  });

  it('an undefined option is one that was left out', () => {
    expect(new RetryPolicy({ maxRetries: undefined }).maxRetries).toBe(5);
  });

  it.each([
    [{ maxRetries: -1 }, 'retry.maxRetries', '-1'],
    [{ maxRetries: 1.5 }, 'retry.maxRetries', '1.5'],
    [{ baseMs: Number.NaN }, 'retry.baseMs', 'NaN'],
    [{ capMs: Number.POSITIVE_INFINITY }, 'retry.capMs', 'Infinity'],
    [{ baseMs: 2_000, capMs: 1_000 }, 'retry.capMs', '1000'],
    [{ budgetShare: 1.1 }, 'retry.budgetShare', '1.1'],
  ])('refuses %o with path and value', (options, path, value) => {
    expect(() => new RetryPolicy(options)).toThrow(
      expect.objectContaining({
        code: 'CONFIG',
        issues: [{ path, message: expect.stringContaining(`got ${value}`) }],
      }),
    );
  });

  it('refuses an option that it does not know', () => {
    expect(() => new RetryPolicy({ maxRetry: 1 } as object)).toThrow(/maxRetry/);
  });

  it('draws its waits with full jitter', () => {
    const policy = new RetryPolicy({}, () => 0.5);
    expect([1, 2, 3, 10].map((attempt) => policy.delayMs(attempt))).toEqual([500, 1_000, 2_000, 30_000]);
  });
});
