import type { AnyEndpoint } from '@wetempo/core';
import { describe, expect, it } from 'vitest';
import { contactRequestSamples } from '../../test/request-samples-contacts.js';
import { wecomEndpointGroups } from './index.js';

const { user, department, tag, appChat, agent, menu, kf, ...others } = wecomEndpointGroups;
const {
  externalContact,
  customerTag,
  customerGroup,
  customerMessage,
  contactWay,
  customerTransfer,
  approval,
} = others;
const groups = {
  ...{ user, department, tag, appChat, agent, menu, kf },
  ...{ externalContact, customerTag, customerGroup, customerMessage, contactWay, customerTransfer, approval },
};

const named = Object.entries(groups).flatMap(([group, endpoints]) =>
  Object.entries<AnyEndpoint>(endpoints).map(([method, endpoint]) => ({
    name: `${group}.${method}`,
    endpoint,
  })),
);

describe('the endpoints about people and apps', () => {
  it.each(named)('$name is named after its place', ({ name, endpoint }) => {
    expect(endpoint.name).toBe(name);
  });

  it.each(named)('$name takes a request in the shape of its page, as it is', ({ name, endpoint }) => {
    const request = contactRequestSamples[name];
    expect(request).toBeDefined();
    expect(endpoint.request.parse(request)).toEqual(request);
  });

  it('are all there are samples of', () => {
    expect(Object.keys(contactRequestSamples).sort()).toEqual(named.map(({ name }) => name).sort());
  });
});
