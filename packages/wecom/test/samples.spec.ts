import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyEndpoint } from '@wetempo/core';
import { describe, expect, it } from 'vitest';
import { robotEndpoints, wecomEndpoints, wecomErrcodes } from '../src/index.js';

interface Sample {
  readonly method: string;
  readonly url: string;
  readonly request: { readonly query?: object; readonly body?: object; readonly multipart?: object };
  readonly response: object;
  readonly error_responses?: readonly { readonly errcode: number }[];
}

const folder = join(import.meta.dirname, 'samples');
const endpoints: readonly AnyEndpoint[] = [...wecomEndpoints, ...Object.values(robotEndpoints)];

const samples = readdirSync(folder).map(
  (name) => [name, JSON.parse(readFileSync(join(folder, name), 'utf8')) as Sample] as const,
);

/** What the client puts in by itself is no part of what its caller writes: ids that come from the `requestId`, secrets. */
const ownFields = ['access_token', 'msgid', 'key'];
function requestOf({ request: { query, body, multipart } }: Sample, { kind }: AnyEndpoint): object {
  const isOwn = (name: string) => ownFields.includes(name) && (kind === 'message' || name !== 'msgid');
  const fields = Object.entries({ ...query, ...body }).filter(([name]) => !isOwn(name));
  const media = { content: Buffer.from('......'), filename: 'a.txt' };
  return { ...Object.fromEntries(fields), ...(multipart === undefined ? {} : { media }) };
}

describe('the samples of the official pages', () => {
  it('are there', () => {
    expect(samples.length).toBeGreaterThanOrEqual(11);
  });

  it.each(samples)('%s: request and answer are read', (_name, sample) => {
    const { pathname } = new URL(sample.url);
    const endpoint = endpoints.find(({ path, method }) => path === pathname && method === sample.method);
    if (endpoint === undefined) throw new Error(`no endpoint is declared for ${sample.method} ${pathname}`);
    const request = endpoint.request.safeParse(requestOf(sample, endpoint));
    expect(request.error?.issues ?? []).toEqual([]);
    const answer = endpoint.response.safeParse(sample.response);
    expect(answer.error?.issues ?? []).toEqual([]);
    for (const { errcode } of sample.error_responses ?? []) {
      expect(wecomErrcodes.map((rule) => rule.errcode)).toContain(errcode);
    }
  });
});
