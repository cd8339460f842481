import { isWechatErrorOf } from '@wetempo/core';
import { describe, expect, it } from 'vitest';
import { signJsSdkUrl } from './index.js';

// The example of the official page (appendix 1 of the JS-SDK guide).
const example = {
  ticket: 'sM4AOVdWfPE4DxkXGEs8VMCPGGVi4C3VM0P37wVUCFvkVAy_90u5h9nbSlYy3-Sl-HhTdfl2fzFy1AOcHKP7qg',
  nonceStr: 'Wm3WZYTPz0wzccnW',
  timestamp: 1414587457,
  url: 'http://mp.weixin.qq.com?params=value',
};
const signature = '0f9de62fce790f9a083d5c99e95740ceb90c27ed';

describe('signJsSdkUrl', () => {
  it('signs as the official example does', () => {
    expect(signJsSdkUrl(example)).toBe(signature);
  });

  it('leaves the fragment out', () => {
    expect(signJsSdkUrl({ ...example, url: `${example.url}#/a?b#c` })).toBe(signature);
  });

  it('takes the timestamp as text, too', () => {
    expect(signJsSdkUrl({ ...example, timestamp: '1414587457' })).toBe(signature);
  });

  it.each([
    ['url', { ...example, url: '/relative' }],
    ['ticket', { ...example, ticket: '' }],
  ])('refuses a wrong %s without printing the ticket', (path, input) => {
    let failure: unknown;
    try {
      signJsSdkUrl(input);
    } catch (error) {
      failure = error;
    }
    expect(isWechatErrorOf(failure, 'VALIDATION') && failure.issues[0]?.path).toBe(path);
    expect(JSON.stringify(failure)).not.toContain('sM4AOVdW');
  });
});
