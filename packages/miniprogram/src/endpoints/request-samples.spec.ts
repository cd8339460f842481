import { describe, expect, it } from 'vitest';
import { requestSamples } from '../../test/request-samples.js';
import { miniProgramEndpoints } from './index.js';

describe('requests in the shape of the official pages', () => {
  it.each(
    requestSamples.map(([endpoint, request], index) => ({
      name: `${endpoint.name} (${index})`,
      endpoint,
      request,
    })),
  )('$name takes the sample as it is', ({ endpoint, request }) => {
    expect(endpoint.request.parse(request)).toEqual(request);
  });

  it.each(requestSamples.map(([endpoint, request]) => ({ name: endpoint.name, endpoint, request })))(
    '$name takes no field that nobody declared',
    ({ endpoint, request }) => {
      expect(endpoint.request.safeParse({ ...request, undeclared: 1 }).success).toBe(false);
    },
  );

  it('cover every endpoint', () => {
    const covered = new Set(requestSamples.map(([endpoint]) => endpoint.name));
    expect(miniProgramEndpoints.filter(({ name }) => !covered.has(name)).map(({ name }) => name)).toEqual([]);
  });
});
