import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fingerprint } from './fingerprint.js';

describe('fingerprint', () => {
  it('is equal for equal messages and stays so over versions', () => {
    expect(fingerprint('template.send', '{"a":"你好"}')).toBe('a7dzNqqHO0xyl8D0nBQt_o');
  });

  it('tells endpoints and messages apart, and holds at least 128 bits', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        const [a, b] = [{ data: { thing1: one } }, { data: { thing1: other } }].map((value) =>
          JSON.stringify(value),
        );
        expect(of(a)).toHaveLength(22);
        expect(of(a) === of(b)).toBe(one === other);
        expect(of(a, 'template.sendX')).not.toBe(of(a));
      }),
    );
  });

  it('tells ids of 64 bits apart that a number could not', () => {
    expect(of('{"id":2000000000000000001}')).not.toBe(of('{"id":2000000000000000002}'));
  });
});

function of(payload = '', name = 'template.send'): string {
  return fingerprint(name, payload);
}
