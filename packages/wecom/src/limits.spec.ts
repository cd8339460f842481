import { expect, it } from 'vitest';
import { wecomEndpoints } from './endpoints/index.js';
import { wecomLimits } from './limits.js';

it('limits endpoints that exist: a misspelt name would limit nothing', () => {
  const { endpoints, organisation, perRecipientEndpoints = [] } = wecomLimits;
  const named = [endpoints, organisation?.endpoints].flatMap((limits) => Object.keys(limits ?? {}));
  const known = wecomEndpoints.map(({ name }) => name);
  expect(named.concat(perRecipientEndpoints).filter((name) => !known.includes(name))).toEqual([]);
  expect(named.length).toBeGreaterThan(6);
});
