import { describe, expect, it } from 'vitest';
import { miniProgramEndpointGroups, miniProgramEndpoints } from './index.js';

const named = Object.entries(miniProgramEndpointGroups).flatMap(([group, endpoints]) =>
  Object.entries(endpoints).map(([method, endpoint]) => ({ name: `${group}.${method}`, endpoint })),
);
const namesOf = (wanted: (endpoint: (typeof miniProgramEndpoints)[number]) => boolean) =>
  miniProgramEndpoints.filter(wanted).map(({ name }) => name);

describe('the endpoints of Mini Programs', () => {
  it('are listed completely', () => {
    expect(miniProgramEndpoints).toEqual(named.map(({ endpoint }) => endpoint));
    expect(miniProgramEndpoints.length).toBeGreaterThanOrEqual(58);
  });

  it.each(named)('$name is named after its place', ({ name, endpoint }) => {
    expect(endpoint.name).toBe(name);
  });

  it('have names and addresses of their own', () => {
    const { length } = miniProgramEndpoints;
    expect(new Set(miniProgramEndpoints.map(({ name }) => name)).size).toBe(length);
    expect(new Set(miniProgramEndpoints.map(({ method, path }) => `${method} ${path}`)).size).toBe(length);
  });

  it.each(named)('$name links the official page', ({ endpoint }) => {
    expect(endpoint.docs).toMatch(
      /^https:\/\/developers\.weixin\.qq\.com\/(miniprogram\/dev\/server\/API|minigame\/dev)\/[\w/.-]+\.html$/,
    );
  });

  it('reach a person exactly through the two sends, which the platform does not de-duplicate', () => {
    const messages = miniProgramEndpoints.filter(({ kind }) => kind === 'message');
    expect(messages.map(({ name }) => name)).toEqual(['subscribeMessage.send', 'customerMessage.send']);
    expect(messages.filter(({ message }) => message?.deduplication !== undefined)).toEqual([]);
  });

  it('need no access token exactly where the request brings its own proof', () => {
    expect(namesOf(({ auth }) => auth === 'none')).toEqual([
      'auth.code2Session',
      'token.get',
      'token.stable',
      'quota.clearAllWithSecret',
    ]);
  });

  it('take once what works once', () => {
    expect(namesOf(({ oneTimeFields }) => oneTimeFields.length > 0)).toEqual([
      'auth.code2Session',
      'auth.getPhoneNumber',
      'auth.getPaidUnionid',
      'auth.pluginOpenPid',
    ]);
  });

  it('repeat after a lost answer only what does no harm twice', () => {
    expect(namesOf(({ kind, idempotent }) => kind === 'write' && idempotent)).toEqual([
      'customerMessage.typing',
      'urlLink.generate',
      'urlScheme.generate',
      'security.mediaCheckAsync',
      'orderShipping.setMsgJumpPath',
      'token.get',
      'token.stable',
    ]);
  });

  it('F70: answer with bytes where the platform does', () => {
    expect(namesOf(({ answer }) => answer === 'binary')).toEqual([
      'media.get',
      'wxacode.get',
      'wxacode.getUnlimited',
      'wxacode.createQrcode',
    ]);
  });
});
