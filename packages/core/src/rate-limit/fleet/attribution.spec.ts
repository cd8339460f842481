import { describe, expect, it } from 'vitest';
import { attribute } from './attribution.js';

const endpoint = { scope: 'endpoint', isForDay: false } as const;
const gateway = { scope: 'gateway', isForDay: false } as const;

describe('attribute', () => {
  it('believes the verdict where nothing speaks against it', () => {
    for (const scope of ['recipient', 'endpoint', 'app', 'gateway'] as const) {
      expect(attribute({ scope, isForDay: false }, { limitedEndpoints: 1, otherSuccesses: 0 })).toBe(scope);
    }
  });

  it('three endpoints that meet limits together have met that of the app', () => {
    expect(attribute(endpoint, { limitedEndpoints: 2, otherSuccesses: 0 })).toBe('endpoint');
    expect(attribute(endpoint, { limitedEndpoints: 3, otherSuccesses: 0 })).toBe('app');
  });

  it('not while many requests of others go through', () => {
    expect(attribute(endpoint, { limitedEndpoints: 3, otherSuccesses: 20 })).toBe('endpoint');
  });

  it('days that are used up are each their own, however many there are', () => {
    expect(attribute({ ...endpoint, isForDay: true }, { limitedEndpoints: 5, otherSuccesses: 0 })).toBe(
      'endpoint',
    );
  });

  it('a bare 429 that one endpoint gets while the others go through is about that endpoint', () => {
    expect(attribute(gateway, { limitedEndpoints: 1, otherSuccesses: 20 })).toBe('endpoint');
    expect(attribute(gateway, { limitedEndpoints: 1, otherSuccesses: 19 })).toBe('gateway');
    expect(attribute(gateway, { limitedEndpoints: 2, otherSuccesses: 50 })).toBe('gateway');
  });

  it('what one person has got too much of stays that', () => {
    expect(
      attribute({ scope: 'recipient', isForDay: false }, { limitedEndpoints: 9, otherSuccesses: 99 }),
    ).toBe('recipient');
  });
});
