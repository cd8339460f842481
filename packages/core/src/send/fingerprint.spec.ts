import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fingerprint } from './fingerprint.js';

describe('fingerprint', () => {
  it('is equal for equal messages and stays so over versions', () => {
    expect(fingerprint('template.send', '{"a":"你好"}')).toBe('a7dzNqqHO0xyl8D0nBQt_o');
  });

  it('tells endpoints and bodies apart, and holds at least 128 bits', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.constantFrom('template.send', 'template.sendX'),
        (one, other, name) => {
          expect(fingerprint(name, one)).toHaveLength(22);
          expect(fingerprint(name, one) === fingerprint(name, other)).toBe(one === other);
          expect(fingerprint('subscribe.send', one)).not.toBe(fingerprint(name, one));
        },
      ),
    );
  });
});
