import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyEndpoint } from '@wetempo/core';
import { ok, type Reply, type Simulator, withCorpToken, withoutToken } from '@wetempo/simulator';
import { describe, expect, it } from 'vitest';
import { robotEndpoints, type Wecom, wecomEndpointGroups, wecomEndpoints } from '../src/index.js';
import { answerFor } from './answer-from-schema.js';
import { agentId, clientOf, platform, robotKey, robotOf } from './fixtures.js';

type Samples = Readonly<Record<string, object | readonly object[]>>;

const allEndpoints: readonly AnyEndpoint[] = [...wecomEndpoints, ...Object.values(robotEndpoints)];
const samples = await readSamples();

/** Every list of samples in this folder, whoever wrote it. */
async function readSamples(): Promise<Samples> {
  const files = readdirSync(import.meta.dirname).filter((name) => /^request-samples.*\.ts$/.test(name));
  const modules = await Promise.all(
    files.map((name): Promise<Readonly<Record<string, Samples>>> => import(join(import.meta.dirname, name))),
  );
  return Object.assign({}, ...modules.flatMap((module) => Object.values(module)));
}

function samplesOf({ name }: AnyEndpoint): readonly object[] {
  const found = samples[name] ?? [];
  return Array.isArray(found) ? found : [found];
}

describe('the declarations', () => {
  it('have a sample each, and a name that says where they are called', () => {
    expect(
      allEndpoints.filter((endpoint) => samplesOf(endpoint).length === 0).map(({ name }) => name),
    ).toEqual([]);
    expect(
      Object.keys(samples).filter((name) => !allEndpoints.some((endpoint) => endpoint.name === name)),
    ).toEqual([]);
    for (const [group, endpoints] of Object.entries(wecomEndpointGroups)) {
      for (const [method, { name }] of Object.entries(endpoints)) expect(name).toBe(`${group}.${method}`);
    }
  });

  it('are each a method of the client, but for those that it calls itself', async () => {
    const wecom = clientOf(await platform());
    const missing = Object.entries(wecomEndpointGroups).flatMap(([group, endpoints]) =>
      Object.keys(endpoints)
        .filter((method) => !hasMethod(wecom, group, method))
        .map((method) => `${group}.${method}`),
    );
    expect(missing).toEqual(['jsSdk.getTicket', 'jsSdk.getAgentTicket', 'token.get']);
  });
});

function hasMethod(wecom: Wecom, group: string, method: string): boolean {
  return typeof Reflect.get(Object(Reflect.get(wecom, group)), method) === 'function';
}

describe('every declared endpoint', () => {
  it('carries each of its samples to its path, and reads the answer', async () => {
    const simulator = await platform();
    const robot = robotOf(simulator, { limits: { endpoints: { 'robot.send': { perMinute: 1000 } } } });
    const clients = { wecom: clientOf(simulator, { limits: { perRecipient: false } }), robot };
    let trips = 0;
    for (const endpoint of allEndpoints) {
      if (endpoint.name !== 'token.get') simulator.define(stubOf(endpoint));
      for (const sample of samplesOf(endpoint)) {
        trips += 1;
        const { client } = endpoint.name.startsWith('robot.') ? clients.robot : clients.wecom;
        const options = endpoint.kind === 'message' ? { requestId: `trip-${trips}` } : undefined;
        await client.callAny(endpoint, sample, options);
        expectArrived(simulator, endpoint, sample);
      }
    }
    expect(trips).toBeGreaterThan(allEndpoints.length);
  });
});

/** Answers what the schema asks for, whatever comes: what the request holds is checked where it arrived. */
function stubOf(endpoint: AnyEndpoint) {
  const answer = (): Reply =>
    endpoint.answer === 'binary'
      ? { status: 200, contentType: 'image/png', body: Buffer.from('bytes') }
      : ok(answerOf(endpoint));
  const { method, path } = endpoint;
  return endpoint.auth === 'none' ? withoutToken(method, path, answer) : withCorpToken(method, path, answer);
}

function answerOf({ response, message }: AnyEndpoint): object {
  const named = message?.messageId === undefined ? {} : { msgid: 'MSGID-1' };
  return { ...Object(answerFor(response)), ...named };
}

function expectArrived(simulator: Simulator, endpoint: AnyEndpoint, sample: object): void {
  const arrived = simulator.requests.findLast(({ path }) => path === endpoint.path);
  const filled = Object.fromEntries(
    endpoint.accountFields.map((name) => [
      name,
      { agentid: agentId, key: robotKey, grant_type: 'authorization_code' }[name],
    ]),
  );
  const fields = Object.entries({ ...filled, ...sample });
  const inQuery = (name: string) => endpoint.encoding === 'query' || endpoint.queryFields.includes(name);
  const query = fields.filter(([name]) => inQuery(name)).map(([name, value]) => [name, String(value)]);
  expect({ name: endpoint.name, method: arrived?.method, query: arrived?.query }).toEqual({
    name: endpoint.name,
    method: endpoint.method,
    query: Object.fromEntries(query),
  });
  if (endpoint.encoding === 'multipart') {
    expect(arrived?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  } else if (endpoint.encoding === 'json') {
    expect(arrived?.body).toMatchObject(Object.fromEntries(fields.filter(([name]) => !inQuery(name))));
  }
}
