import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mpEndpoints } from '../src/index.js';
import { clientOf, platform } from './fixtures.js';

interface Sample {
  readonly method: string;
  readonly url: string;
  readonly request: { readonly query?: object; readonly body?: object; readonly multipart?: object };
  readonly response: object;
  readonly error_responses?: readonly { readonly errcode: number; readonly errmsg: string }[];
}

const folder = new URL('./samples/', import.meta.url);
const samples = readdirSync(folder).map((file) => {
  // An id of 64 bits would lose digits where it is parsed, so it is a marked text until it is sent.
  const text = readFileSync(new URL(file, folder), 'utf8').replace(/:\s*(\d{16,})/g, ':"@$1@"');
  const sample = JSON.parse(text) as Sample;
  const { pathname: path } = new URL(sample.url);
  const endpoint = mpEndpoints.find((other) => other.method === sample.method && other.path === path);
  return { name: file.replace('.json', ''), sample, path, endpoint };
});

/** As it goes over the wire. */
const wire = (value: unknown) => JSON.stringify(value).replace(/"@(\d+)@"/g, '$1');
/** As a caller gets it: with ids as texts. */
const read = (value: unknown) => JSON.parse(JSON.stringify(value).replace(/"@(\d+)@"/g, '"$1"')) as object;

/** The fields of a sample as a caller writes them; what the client puts in itself is left out. */
function requestOf({ request }: Sample, path: string): Record<string, unknown> {
  const query: Record<string, unknown> = { ...request.query };
  // Of an endpoint of `sns` it is the visitor's, which the caller gives.
  if (!path.startsWith('/sns/')) delete query.access_token;
  const file = { content: new Uint8Array([1]), filename: 'a.png', contentType: 'image/png' };
  const files = Object.fromEntries(Object.keys(request.multipart ?? {}).map((name) => [name, file]));
  const { client_msg_id: _own, ...body } = { client_msg_id: '', ...request.body };
  return { ...query, ...body, ...files };
}

describe.each(samples)('the sample $name', ({ name, sample, path, endpoint }) => {
  const call = async (answer: object) => {
    const simulator = await platform();
    simulator.faults.add({ kind: 'body', body: wire(answer), path });
    const mp = clientOf(simulator, { token: { mode: 'external', fetch: () => 'TOKEN-1' } });
    if (endpoint === undefined) throw new Error(`nothing declares ${path}`);
    // What says to come back later is not waited for.
    const options = {
      onLimit: 'reject',
      ...(endpoint.kind === 'message' ? { requestId: name } : {}),
    } as const;
    return { result: mp.client.callAny(endpoint, requestOf(sample, path), options), simulator };
  };

  it('is taken, leaves as it is, and its answer is read', async () => {
    const { result, simulator } = await call(sample.response);
    const value = await result;
    const sent = simulator.requests.find((entry) => entry.path === path);
    const { client_msg_id: _given, ...body } = { client_msg_id: '', ...sample.request.body };
    if (sample.request.body !== undefined) expect(sent?.body).toMatchObject(body);
    for (const [key, text] of Object.entries(sample.request.query ?? {}))
      if (key !== 'access_token') expect(sent?.query[key]).toBe(String(text));
    if (endpoint?.kind !== 'message') expect(value).toMatchObject(read(sample.response));
    else expect(value).toMatchObject({ status: 'sent', ...msgidOf(sample.response) });
  });

  const failures = (sample.error_responses ?? []).filter(({ errcode }) => errcode !== -1);
  it.each(failures)('its failure $errcode carries the code', async (failure) => {
    const { result } = await call(failure);
    await expect(result).rejects.toMatchObject({ errcode: failure.errcode });
  });
});

function msgidOf(response: object): object {
  const { msgid } = read(response) as { msgid?: string | number };
  return msgid === undefined ? {} : { msgid: String(msgid) };
}
