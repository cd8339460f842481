import type { AxiosAdapter } from 'axios';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { ApiClient } from '../../src/client/api-client.js';
import { type ClientOptions, clientSettings } from '../../src/client/client-settings.js';
import type { Account, Platform, TokenEndpoint } from '../../src/client/platform.js';
import { defineEndpoint } from '../../src/endpoint/define-endpoint.js';
import { MemorySendStore } from '../../src/send/memory-send-store.js';
import { ManualClock } from '../../src/testing/manual-clock.js';

const request = z.strictObject({ to: z.string(), id: z.string().optional() });
const response = z.looseObject({ msgid: z.number().optional() });

/** A message that the platform remembers for 10 minutes. */
export const remembered = defineEndpoint({
  name: 'notice.send',
  method: 'POST',
  path: '/notice/send',
  docs: 'https://example.com',
  kind: 'message',
  request,
  response,
  message: {
    recipient: ({ to }) => to,
    deduplication: { windowMs: 600_000, identity: (id) => ({ id }) },
  },
});

/** A message that the platform would send a second time. */
export const forgotten = defineEndpoint({
  name: 'chat.send',
  method: 'POST',
  path: '/chat/send',
  docs: 'https://example.com',
  kind: 'message',
  request,
  response,
  message: { recipient: ({ to }) => to },
});

/** A read, whose answer says the how manieth request it was. */
export const looked = defineEndpoint({
  name: 'thing.get',
  method: 'GET',
  path: '/thing',
  docs: 'https://example.com',
  kind: 'read',
  request: z.strictObject({ id: z.string().optional() }),
  response,
});

const meaning = { zh: '测试', en: 'test' };

const platform: Platform = {
  name: 'scripted',
  baseUrl: 'http://127.0.0.1:9',
  errcodes: [
    { errcode: 1, name: 'busy', kind: 'busy', meaning },
    { errcode: 2, name: 'hourly', kind: 'rate-minute', retry: 'next-hour', meaning },
    { errcode: 3, name: 'daily', kind: 'rate-day', meaning },
    { errcode: 4, name: 'refused', kind: 'user-refused', meaning },
  ],
  endpoints: [remembered, forgotten],
};

const tokenEndpoint = defineEndpoint({
  name: 'token.get',
  method: 'GET',
  path: '/token',
  docs: 'https://example.com',
  kind: 'read',
  auth: 'none',
  request: z.strictObject({}),
  response,
});
const token: TokenEndpoint = {
  endpoint: tokenEndpoint,
  fetch: async (call, _force, signal) => {
    await call(tokenEndpoint, {}, { signal });
    return { value: 'FETCHED', lifetimeMs: 7_200_000 };
  },
};
const account: Account = {
  key: 'wx0000000000000001',
  refusalKey: 'wx0000000000000001',
  tokenEndpoints: { stable: token, classic: token },
};

/**
 * What becomes of one request: an errcode, a connection that breaks once it was read, none that could be had, at once or
 * in time, a gateway that has no answer, or one that comes after a while.
 */
export type Step = number | 'cut' | 'refused' | 'no-connect' | 'bad-gateway' | { readonly afterMs: number };

const nothing = { statusText: '', headers: {} };

const failures = {
  cut: { code: 'ECONNRESET', syscall: 'read' },
  refused: { code: 'ECONNREFUSED', syscall: 'connect' },
  'no-connect': { code: 'UND_ERR_CONNECT_TIMEOUT' },
};

/** A client whose platform does what a script says and then accepts everything, on a clock to move by hand. */
export function scriptedClient(script: readonly Step[] = [], options: ClientOptions = {}) {
  const clock = options.clock instanceof ManualClock ? options.clock : new ManualClock();
  const store = new MemorySendStore({ clock });
  const steps = [...script];
  const leftAt: number[] = [];
  const adapter: AxiosAdapter = async (config) => {
    leftAt.push(clock.monotonic());
    const step = steps.shift() ?? 0;
    // As if the connect had taken all the time there was.
    if (step === 'no-connect') config.timeout = Number.MIN_VALUE;
    if (step === 'bad-gateway') return { data: Buffer.from('<html>'), status: 502, ...nothing, config };
    if (typeof step === 'string') throw Object.assign(new Error(step), failures[step]);
    const answer = { errcode: typeof step === 'number' ? step : 0, errmsg: 'scripted', msgid: leftAt.length };
    if (typeof step === 'object') await clock.sleep(step.afterMs, config.signal as AbortSignal | undefined);
    return { data: Buffer.from(JSON.stringify(answer)), status: 200, ...nothing, config };
  };
  const settings = clientSettings(
    { clock, sendStore: store, adapter, token: { mode: 'external', fetch: () => 'TOKEN' }, ...options },
    platform,
  );
  const client = new ApiClient(platform, account, settings);
  onTestFinished(() => client.close(0));
  /** Monotonic moments at which requests left. */
  return { client, clock, store, leftAt: leftAt as readonly number[] };
}
