import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { miniProgramEndpoints } from '../src/index.js';
import { oddPlatform } from './odd-platform.js';

interface Sample {
  readonly method: string;
  readonly url: string;
  readonly request: { readonly query?: object; readonly body?: object; readonly multipart?: object };
  readonly response: object | string;
  readonly error_responses?: readonly { readonly errcode: number; readonly errmsg: string }[];
}

const folder = new URL('./samples/', import.meta.url);
const samples = readdirSync(folder).map((file) => {
  // Read as text first: an id of 64 bits would lose digits here already.
  const text = readFileSync(new URL(file, folder), 'utf8');
  const sample = JSON.parse(text) as Sample;
  const { pathname } = new URL(sample.url);
  const endpoint = miniProgramEndpoints.find(
    ({ method, path }) => method === sample.method && path === pathname,
  );
  return { name: file.replace('.json', ''), sample, path: pathname, endpoint };
});

/** The fields of a sample as a caller writes them. */
function requestOf({ request }: Sample): Record<string, unknown> {
  const { access_token: _token, ...query } = { access_token: '', ...request.query };
  const jpg = { content: new Uint8Array([1]), filename: 'a.png', contentType: 'image/png' };
  const files = Object.fromEntries(Object.keys(request.multipart ?? {}).map((name) => [name, jpg]));
  return { ...query, ...request.body, ...files };
}

describe.each(samples)('the sample $name', ({ sample, path, endpoint }) => {
  const request = requestOf(sample);
  const call = async (answer: object | string, requestId?: string) => {
    const { at, client } = await oddPlatform({ [`${path}`]: () => answer });
    const mini = client({ token: { mode: 'external', fetch: () => 'TOKEN-1' } });
    if (endpoint === undefined) throw new Error(`nothing declares ${path}`);
    const result = mini.client.callAny(endpoint, request, requestId === undefined ? {} : { requestId });
    return { result, at };
  };
  const requestId = endpoint?.kind === 'message' ? 'a1' : undefined;

  it('is taken, and leaves as it is', async () => {
    const { result, at } = await call(sample.response, requestId);
    const value = await result;
    const [arrival] = at(path);
    const { access_token, ...query } = Object.fromEntries(arrival?.query ?? []);
    expect(query).toEqual(
      Object.fromEntries(
        Object.entries(sample.request.query ?? {}).filter(([name]) => name !== 'access_token'),
      ),
    );
    if (sample.request.body !== undefined)
      expect(JSON.parse(arrival?.body ?? '')).toEqual(sample.request.body);
    const isBytes = typeof sample.response === 'string';
    if (requestId === undefined && !isBytes) expect(value).toMatchObject(sample.response as object);
    if (isBytes) expect(value).toMatchObject({ bytes: Buffer.from(sample.response as string) });
  });

  for (const { errcode, errmsg } of sample.error_responses ?? []) {
    // What a limit or a secret leads to is not a refusal of this one request.
    if ([-1, 45009, 45011].includes(errcode)) continue;
    it(`makes an error of ${errcode}`, async () => {
      const { result } = await call({ errcode, errmsg }, requestId);
      const meaning = { zh: expect.any(String), en: expect.any(String) };
      await expect(result).rejects.toMatchObject({ code: 'API_ERROR', errcode, errmsg, meaning });
    });
  }
});
