import { describe, expect, it } from 'vitest';
import { mpEndpointGroups, mpEndpoints } from './index.js';

const named = Object.entries(mpEndpointGroups).flatMap(([group, endpoints]) =>
  Object.entries(endpoints).map(([method, endpoint]) => ({ name: `${group}.${method}`, endpoint })),
);

describe('the endpoints of Official Accounts', () => {
  it('are listed completely', () => {
    expect(mpEndpoints).toEqual(named.map(({ endpoint }) => endpoint));
    expect(mpEndpoints.length).toBeGreaterThanOrEqual(60);
  });

  it.each(named)('$name is named after its place', ({ name, endpoint }) => {
    expect(endpoint.name).toBe(name);
  });

  it('have names of their own', () => {
    expect(new Set(mpEndpoints.map(({ name }) => name)).size).toBe(mpEndpoints.length);
  });

  it('have addresses of their own', () => {
    expect(new Set(mpEndpoints.map(({ method, path }) => `${method} ${path}`)).size).toBe(mpEndpoints.length);
  });

  it.each(named)('$name links the official page', ({ endpoint }) => {
    expect(endpoint.docs).toMatch(/^https:\/\/developers\.weixin\.qq\.com\/doc\/[\w/]+\.html$/);
  });

  it('reach a person exactly through the three sends', () => {
    const messages = mpEndpoints.filter(({ kind }) => kind === 'message').map(({ name }) => name);
    expect(messages).toEqual(['template.send', 'subscribeMessage.send', 'customerMessage.send']);
  });

  it('de-duplicate template messages only, because the platform does so for no others', () => {
    const deduplicated = mpEndpoints.filter(({ message }) => message?.deduplication !== undefined);
    expect(deduplicated.map(({ name }) => name)).toEqual(['template.send']);
  });

  it('need no access token exactly where the request brings its own proof', () => {
    const open = mpEndpoints.filter(({ auth }) => auth === 'none').map(({ name }) => name);
    expect(open).toEqual([
      'oauth.token',
      'oauth.refresh',
      'oauth.userInfo',
      'oauth.check',
      'token.get',
      'token.stable',
      'quota.clearAllWithSecret',
    ]);
  });

  it('keep the answers of a few lists, each until an endpoint that exists changes it', () => {
    const kept = mpEndpoints.filter(({ cache }) => cache !== undefined);
    expect(kept.map(({ name }) => name)).toEqual([
      'template.getIndustry',
      'template.listTemplates',
      'subscribeMessage.listTemplates',
      'customerService.listAccounts',
      'tag.list',
      'menu.get',
    ]);
    const writes = new Set(mpEndpoints.filter(({ kind }) => kind === 'write').map(({ name }) => name));
    expect(kept.flatMap(({ cache }) => cache?.endedBy ?? []).filter((name) => !writes.has(name))).toEqual([]);
  });

  it('F68: give files 60 seconds, and do not repeat an upload that timed out', () => {
    const { upload, uploadImage } = mpEndpointGroups.media;
    expect([upload.timeoutMs, uploadImage.timeoutMs]).toEqual([60_000, 60_000]);
    expect([upload.idempotent, uploadImage.idempotent]).toEqual([false, false]);
  });
});
