import { describe, expect, it } from 'vitest';
import { checkPushPlan, checkPushSettings } from './check-push-settings.js';

describe('the settings of a push', () => {
  it('are given back as they are', () => {
    const settings = {
      id: 'spring-2026:a_b.c',
      concurrency: 1000,
      maxPerSecond: 0.5,
      resend: 'failed',
    } as const;
    expect(checkPushSettings(settings)).toEqual(settings);
  });

  it.each([
    ['id', { id: 'spring sale' }, 'spring sale'],
    ['id', { id: '' }, '""'],
    ['concurrency', { id: 'a', concurrency: 0 }, '0'],
    ['concurrency', { id: 'a', concurrency: 1001 }, '1001'],
    ['maxPerSecond', { id: 'a', maxPerSecond: 0 }, '0'],
    ['deadlineMs', { id: 'a', deadlineMs: 0 }, '0'],
    ['startSpreadMs', { id: 'a', startSpreadMs: -1 }, '-1'],
    ['resend', { id: 'a', resend: 'always' }, 'always'],
    ['concurency', { id: 'a', concurency: 3 }, 'spelling'],
  ])('name a wrong %s with its value: %j', (path, settings, shown) => {
    expect(() => checkPushSettings(settings)).toThrow(
      expect.objectContaining({
        code: 'CONFIG',
        message: expect.stringContaining(shown),
        issues: [expect.objectContaining({ path })],
      }),
    );
  });

  it('have an endpoint that sends, and items', () => {
    const plan = { id: 'a', endpoint: { kind: 'read', name: 'user.get' }, items: 3 };
    expect(() => checkPushPlan(plan)).toThrow(
      expect.objectContaining({
        issues: [expect.objectContaining({ path: 'endpoint' }), expect.objectContaining({ path: 'items' })],
      }),
    );
  });
});
