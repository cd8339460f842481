import type { AnyEndpoint } from '@wetempo/core';
import { describe, expect, it } from 'vitest';
import { contactRequestSamples } from '../../test/request-samples-contacts.js';
import { wecomEndpointGroups } from './index.js';

const { token, message, media, auth, jsSdk, ...groups } = wecomEndpointGroups;
const endpoints: readonly AnyEndpoint[] = Object.values(groups).flatMap((group) =>
  Object.values<AnyEndpoint>(group),
);

function namesOf(wanted: (endpoint: AnyEndpoint) => unknown): string[] {
  return endpoints.filter(wanted).map(({ name }) => name);
}

const requests = endpoints.flatMap((endpoint) =>
  [contactRequestSamples[endpoint.name] ?? []]
    .flat()
    .map((request, index) => ({ name: `${endpoint.name} (${index})`, endpoint, request })),
);

describe('the endpoints about people and apps', () => {
  it.each(requests)('$name takes a request in the shape of its page, as it is', ({ endpoint, request }) => {
    expect(endpoint.request.parse(request)).toEqual(request);
  });

  it('have addresses of their own', () => {
    expect(new Set(endpoints.map(({ method, path }) => `${method} ${path}`)).size).toBe(endpoints.length);
  });

  it.each(endpoints.map(({ name, docs }) => [name, docs]))('%s links the official page', (_, docs) => {
    expect(docs).toMatch(/^https:\/\/developer\.work\.weixin\.qq\.com\/document\/path\/\d+$/);
  });

  it('reach people through five sends, none of which the platform is known to de-duplicate', () => {
    const sends = endpoints.filter(({ kind }) => kind === 'message');
    expect(sends.map(({ name }) => name).sort()).toEqual([
      'appChat.send',
      'customerMessage.create',
      'externalContact.sendWelcome',
      'kf.send',
      'kf.sendOnEvent',
    ]);
    expect(sends.map((send) => send.message?.deduplication?.windowMs ?? 0)).toEqual([0, 0, 0, 0, 0]);
  });

  it('fill in the app exactly where the request is about the client’s own', () => {
    expect(namesOf(({ accountFields }) => accountFields.length > 0).sort()).toEqual([
      'agent.batchSetWorkbenchData',
      'agent.get',
      'agent.getWorkbenchTemplate',
      'agent.set',
      'agent.setWorkbenchData',
      'agent.setWorkbenchTemplate',
      'menu.create',
      'menu.delete',
      'menu.get',
    ]);
  });

  it('do not repeat what makes, removes or sends something', () => {
    const once = /\.(create|add(?!TagUsers|Users|Servicers|ContactWay)|delete|invite|remind|cancel|apply)/;
    const cautious = (endpoint: AnyEndpoint) => once.test(endpoint.name) && endpoint.idempotent;
    expect(namesOf(cautious)).toEqual(['kf.cancelUpgrade', 'menu.create', 'menu.delete'].sort(byPlace));
  });

  it('keep the answers of small lists, each until an endpoint that exists changes it', () => {
    const kept = endpoints.filter(({ cache }) => cache !== undefined);
    expect(kept.length).toBeGreaterThan(10);
    const writes = new Set(namesOf(({ kind }) => kind === 'write'));
    expect(kept.flatMap(({ cache }) => cache?.endedBy ?? []).filter((name) => !writes.has(name))).toEqual([]);
    expect(kept.filter(({ cache }) => (cache?.ttlMs ?? 0) > 60_000)).toEqual([]);
  });
});

function byPlace(one: string, other: string): number {
  const names = endpoints.map(({ name }) => name);
  return names.indexOf(one) - names.indexOf(other);
}
