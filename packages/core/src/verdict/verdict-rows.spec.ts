import { describe, expect, it } from 'vitest';
import { verdictRules } from './verdict-rows.js';

describe('verdictRules', () => {
  it('turns a row into a rule', () => {
    expect(verdictRules([[40003, 'invalid_openid', 'bad-argument', '错', 'wrong']])).toEqual([
      { errcode: 40003, name: 'invalid_openid', kind: 'bad-argument', meaning: { zh: '错', en: 'wrong' } },
    ]);
  });

  it('adds the advice on a code, negative ones too, and leaves the others alone', () => {
    const rules = verdictRules(
      [
        [-1, 'busy', 'busy', '忙', 'busy'],
        [43117, 'too_often', 'rate-user', '过频', 'too often'],
      ],
      { [-1]: { hint: 'Wait.' } },
    );
    expect(rules.map(({ hint }) => hint)).toEqual(['Wait.', undefined]);
  });
});
