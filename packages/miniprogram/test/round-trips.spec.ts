import type { Simulator } from '@wetempo/simulator';
import { describe, expect, it } from 'vitest';
import { type MiniProgram, miniProgramEndpoints } from '../src/index.js';
import { sessionProofOf } from '../src/session/index.js';
import { appId, openid, platformAndClient } from './fixtures.js';
import { requestSamples } from './request-samples.js';

const person = openid(1);

/** What the platform must have seen before, by the endpoint that asks for it; the rest goes as the samples say. */
const live: Readonly<Record<string, (simulator: Simulator, mini: MiniProgram) => Promise<object> | object>> =
  {
    'auth.code2Session': (simulator) => ({ js_code: simulator.users.login(appId, person) }),
    'auth.checkSession': (simulator, mini) => proof(simulator, mini),
    'auth.resetSession': (simulator, mini) => proof(simulator, mini),
    'auth.getUserEncryptKey': (simulator, mini) => proof(simulator, mini),
    'auth.getPhoneNumber': (simulator) => ({ code: simulator.users.sharePhone(appId, person) }),
    'media.get': async (_, mini) => {
      const media = {
        content: new Uint8Array([0xff, 0xd8, 0xff]),
        filename: 'a.jpg',
        contentType: 'image/jpeg',
      };
      const { media_id } = await mini.media.upload({ type: 'image', media });
      return { media_id };
    },
    'urlLink.query': async (_, mini) => {
      const { url_link } = await mini.urlLink.generate({ path: 'pages/index' });
      return { url_link };
    },
    'urlScheme.generate': () => ({ expire_type: 0, expire_time: Math.floor(Date.now() / 1000) + 86_400 }),
    'urlScheme.query': async (_, mini) => {
      const { openlink } = await mini.urlScheme.generate({});
      return { scheme: openlink };
    },
    'quota.rid': async (_, mini) => {
      const failed = await mini.quota.get({ cgi_path: '/no/such' }).catch((error: unknown) => error);
      return { rid: String(Reflect.get(Object(failed), 'rid')) };
    },
  };

async function proof(simulator: Simulator, mini: MiniProgram): Promise<object> {
  const session = await mini.auth.code2Session({ js_code: simulator.users.login(appId, person) });
  return sessionProofOf(session);
}

/** Lets people have done what the platform wants of them. */
async function visited(): Promise<{ simulator: Simulator; mini: MiniProgram }> {
  const opened = await platformAndClient();
  const { users } = opened.simulator;
  for (const who of [person, String(Reflect.get(requestSamples[2]?.[1] ?? {}, 'openid'))]) {
    users.login(appId, who);
    users.interact(appId, who);
    users.grant(appId, who, 'TEMPLATE-ID-2', 9);
  }
  return opened;
}

/** The first sample of each endpoint, in the order of the declarations: orders are shipped before they are asked for. */
const firsts = miniProgramEndpoints.map((endpoint) => ({
  endpoint,
  sample: requestSamples.find(([candidate]) => candidate === endpoint)?.[1] ?? {},
}));

describe('every declared endpoint', () => {
  it('makes its way to the simulator and back', async () => {
    const { simulator, mini } = await visited();
    const failures: string[] = [];
    for (const { endpoint, sample } of firsts) {
      const request = (await live[endpoint.name]?.(simulator, mini)) ?? sample;
      const options = endpoint.kind === 'message' ? { requestId: endpoint.name } : {};
      await mini.client.callAny(endpoint, request, options).catch((error: unknown) => {
        failures.push(`${endpoint.name}: ${error}`);
      });
    }
    expect(failures).toEqual([]);
    expect(firsts.filter(({ endpoint }) => simulator.hits(endpoint.path) === 0)).toEqual([]);
  });

  it('is asked with the token of the client, or with none', async () => {
    const { simulator, mini } = await visited();
    await mini.analytics.dailySummary({ begin_date: '20260105', end_date: '20260105' });
    await mini.auth.code2Session({ js_code: simulator.users.login(appId, person) });
    const tokens = new Map(simulator.requests.map(({ path, token }) => [path, token]));
    expect(tokens.get('/datacube/getweanalysisappiddailysummarytrend')).toBe(simulator.tokens.current(appId));
    expect(tokens.get('/sns/jscode2session')).toBeUndefined();
  });
});
