import type { AxiosAdapter } from 'axios';
import { z } from 'zod';
import type { CallSealer } from '../api-signature/index.js';
import { type Clock, systemClock } from '../clock/clock.js';
import { checkOptions } from '../config/check-options.js';
import type { AnyEndpoint } from '../endpoint/endpoint.js';
import type { LimitOptions } from '../rate-limit/limit-options.js';
import type { RedisOption } from '../redis/redis-connection.js';
import { isRedisOption, redisOptionRule } from '../redis/redis-option.js';
import { type RetryOptions, RetryPolicy } from '../retry/retry-policy.js';
import type { SendStoreOption } from '../send/create-send-store.js';
import type { WetempoEvent } from '../telemetry/events.js';
import { type EventLogger, logEvents } from '../telemetry/log-events.js';
import { Telemetry } from '../telemetry/telemetry.js';
import { type CredentialOptions, credentialOptionsShape } from '../token/credential-options.js';
import type { ExternalToken } from '../token/credential-source.js';
import { type VerdictRule, verdictKinds } from '../verdict/verdict.js';

/** How the access token is had. */
export interface TokenOptions extends CredentialOptions {
  /**
   * `stable`: the endpoint that gives every caller the same token. `classic`: the one whose every answer ends the token
   * before. `external`: `fetch` asks a service of your own. @default 'stable' where the platform has it
   */
  mode?: 'stable' | 'classic' | 'external' | undefined;
  /** Gives the present token; only with `external`. */
  fetch?: (() => ExternalToken | Promise<ExternalToken>) | undefined;
}

/** What every platform's client accepts, beside its credentials. */
export interface ClientOptions {
  /** A reverse proxy, or the simulator. @default the platform's own address */
  baseUrl?: string | undefined;
  /** URL or ioredis client; shares token, limits and sends between processes. Absent: this process alone. */
  redis?: RedisOption | undefined;
  /** Where it is remembered what was sent. @default 'redis' where `redis` is given, else 'memory' with a warning */
  sendStore?: SendStoreOption | undefined;
  token?: TokenOptions | undefined;
  retry?: RetryOptions | undefined;
  limits?: LimitOptions | undefined;
  /**
   * YAML file with `limits` and `retry` in the same shape; it goes before these options field by field, and its changes
   * are taken while the client runs. Needs the package `yaml`.
   */
  policyFile?: string | undefined;
  /** Time for one attempt. @default 10000 */
  timeoutMs?: number | undefined;
  /** Overall time of one call, every wait and repetition included. @default 60000 */
  deadlineMs?: number | undefined;
  /** Forward proxy, for accounts whose allow-list holds one address. */
  proxy?: string | undefined;
  /** Replaces the adapter of the private axios instance. @default one over a pool of undici */
  adapter?: AxiosAdapter | undefined;
  /** Rows that go before the platform's own table of errcodes. */
  verdicts?: readonly VerdictRule[] | undefined;
  /** Endpoints of your own: then `limits` may name them, and `resumePending` finishes their messages. */
  endpoints?: readonly AnyEndpoint[] | undefined;
  /** Hears every event. */
  onEvent?: ((event: WetempoEvent) => void) | undefined;
  /** Writes every event as one structured line. */
  logger?: EventLogger | undefined;
  /** @default the host's clock */
  clock?: Clock | undefined;
}

const isFunction = (value: unknown) => typeof value === 'function';
const functionOption = z.custom<never>(isFunction, 'must be a function').optional();
const objectOption = z
  .custom<never>((value) => typeof value === 'object' && value !== null, 'must be an object')
  .optional();
/** An object of the user's own, by what is called on it. */
function objectWith(...methods: string[]) {
  const hasAll = (value: unknown) =>
    typeof value === 'object' &&
    value !== null &&
    methods.every((method) => isFunction(Reflect.get(value, method)));
  return z.custom<never>(hasAll, `must be an object with the methods ${methods.join(', ')}`).optional();
}
const durationMs = z.number().positive().max(86_400_000);

/** The shape of `ClientOptions`, for the platform packages to extend with their credentials. */
export const clientOptionsShape = {
  baseUrl: z
    .url({ protocol: /^https?$/, error: 'must be an absolute http or https URL' })
    .refine(isPlainUrl, 'must have no user name, query or fragment')
    .optional(),
  redis: z.custom<RedisOption>(isRedisOption, redisOptionRule).optional(),
  sendStore: z.custom<SendStoreOption>((value) => value !== null, 'must name a store').optional(),
  token: z
    .strictObject({
      ...credentialOptionsShape,
      mode: z.enum(['stable', 'classic', 'external']).optional(),
      fetch: functionOption,
    })
    .refine((token) => (token.mode === 'external') === (token.fetch !== undefined), {
      path: ['fetch'],
      error: 'goes together with mode "external", and with that alone',
    })
    .optional(),
  retry: objectOption,
  limits: objectOption,
  policyFile: z.string().min(1, 'must be the path of a file').optional(),
  timeoutMs: durationMs.optional(),
  deadlineMs: durationMs.optional(),
  proxy: z.string().optional(),
  adapter: functionOption,
  verdicts: z
    .array(z.looseObject({ errcode: z.number(), name: z.string(), kind: z.enum(verdictKinds) }))
    .optional(),
  endpoints: z.array(z.looseObject({ name: z.string(), path: z.string() })).optional(),
  onEvent: functionOption,
  logger: objectWith('debug', 'info', 'warn', 'error'),
  clock: objectWith('now', 'monotonic', 'sleep'),
} as const;

/** What it looks for would not reach the platform, so whoever sets it expects something that does not happen. */
function isPlainUrl(text: string): boolean {
  if (!URL.canParse(text)) return true;
  const { username, password, search, hash } = new URL(text);
  return username + password + search + hash === '';
}

/** `ClientOptions` with every default filled in. */
export interface ClientSettings extends ClientOptions {
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  readonly retryPolicy: RetryPolicy;
  /** Signs and encrypts the calls that it covers. @default none */
  readonly sealer?: CallSealer | undefined;
  /** Begins the ids of this client's calls, so that two processes do not share one. */
  readonly callIdPrefix: string;
}

/** @throws {ConfigError} with the path of each wrong option */
export function clientSettings(
  options: ClientOptions,
  platform: { readonly name: string; readonly baseUrl: string },
): ClientSettings {
  checkOptions(z.looseObject(clientOptionsShape), options, platform.name);
  const telemetry = new Telemetry();
  if (options.onEvent !== undefined) telemetry.onAny(options.onEvent);
  if (options.logger !== undefined) logEvents(telemetry, options.logger);
  return {
    ...options,
    baseUrl: (options.baseUrl ?? platform.baseUrl).replace(/\/+$/, ''),
    timeoutMs: options.timeoutMs ?? 10_000,
    deadlineMs: options.deadlineMs ?? 60_000,
    clock: options.clock ?? systemClock,
    telemetry,
    retryPolicy: new RetryPolicy(options.retry ?? {}),
    callIdPrefix: Math.random().toString(36).slice(2, 8),
  };
}
