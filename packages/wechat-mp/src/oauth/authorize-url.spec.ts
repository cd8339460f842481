import { isWechatErrorOf } from '@wetempo/core';
import { describe, expect, it } from 'vitest';
import { type AuthorizeUrlInput, authorizeUrl } from './index.js';

const input: AuthorizeUrlInput = {
  appId: 'wx0000000000000001',
  redirectUri: 'https://example.com/callback?from=menu&x=1',
  scope: 'snsapi_userinfo',
  state: 'abc123',
};

describe('authorizeUrl', () => {
  it('has the parameters in the order that the platform wants, and its mark at the end', () => {
    expect(authorizeUrl(input)).toBe(
      'https://open.weixin.qq.com/connect/oauth2/authorize?appid=wx0000000000000001' +
        '&redirect_uri=https%3A%2F%2Fexample.com%2Fcallback%3Ffrom%3Dmenu%26x%3D1' +
        '&response_type=code&scope=snsapi_userinfo&state=abc123#wechat_redirect',
    );
  });

  it('leaves out what was not said', () => {
    const url = new URL(authorizeUrl({ ...input, state: undefined, scope: 'snsapi_base' }));
    expect([...url.searchParams.keys()]).toEqual(['appid', 'redirect_uri', 'response_type', 'scope']);
  });

  it('passes the switches on', () => {
    const url = new URL(authorizeUrl({ ...input, forcePopup: true, forceSnapShot: false }));
    expect(url.searchParams.get('forcePopup')).toBe('true');
    expect(url.searchParams.get('forceSnapShot')).toBe('false');
  });

  it.each<[string, Partial<AuthorizeUrlInput>]>([
    ['appId', { appId: '' }],
    ['redirectUri', { redirectUri: 'example.com/callback' }],
    ['state', { state: '一'.repeat(43) }],
  ])('refuses a wrong %s', (path, change) => {
    let failure: unknown;
    try {
      authorizeUrl({ ...input, ...change });
    } catch (error) {
      failure = error;
    }
    expect(isWechatErrorOf(failure, 'VALIDATION') && failure.issues.map((issue) => issue.path)).toEqual([
      path,
    ]);
  });
});
