import type { Redis } from 'ioredis';
import { hostOf } from '../config/send-store-text.js';
import { clockFinding } from './clock-finding.js';
import { type Finding, ok, problem, skipped, warning } from './finding.js';
import { memoryFinding, persistenceFinding, type RedisUse, serverFindings } from './redis-settings.js';

export interface RedisToCheck extends RedisUse {
  readonly url: string;
  /** Where the URL was said. */
  readonly origin: string;
}

const answerMs = 3_000;

/** Looks at the Redis that the processes of an account share. Opens a connection of its own, and changes nothing. */
export async function checkRedis(options: RedisToCheck): Promise<readonly Finding[]> {
  const client = await openClient(options.url);
  if (client === undefined) {
    return [problem('redis', 'the package "ioredis" is not installed', 'Run `npm install ioredis`.')];
  }
  let failure: Error | undefined;
  client.on('error', (error: Error) => {
    failure = error;
  });
  try {
    await client.connect();
    await client.ping();
    return [prefixFinding(client), ...(await look(client, options))];
  } catch (error) {
    return [unreachable(failure ?? error, options)];
  } finally {
    client.disconnect();
  }
}

async function openClient(url: string): Promise<Redis | undefined> {
  const ioredis = await import('ioredis').catch(() => undefined);
  if (ioredis === undefined) return undefined;
  return new ioredis.Redis(url, {
    lazyConnect: true,
    // It runs INFO, and prints where that is forbidden.
    enableReadyCheck: false,
    maxRetriesPerRequest: 0,
    connectTimeout: answerMs,
    commandTimeout: answerMs,
    retryStrategy: () => null,
  });
}

async function look(client: Redis, options: RedisToCheck): Promise<readonly Finding[]> {
  const info = await client.info().catch(() => undefined);
  const save = await client
    .config('GET', 'save')
    .then((answer) => (Array.isArray(answer) ? String(answer[1] ?? '') : undefined))
    .catch(() => undefined);
  const clock = await clockOf(client);
  if (info === undefined) {
    const unknown = 'this user may not run INFO';
    return [
      ok('redis', `answers at ${hostOf(options.url)}`),
      clock,
      ...['redis-memory', 'redis-persistence'].map((name) => skipped(name, unknown)),
    ];
  }
  const facts = { field: (name: string) => fieldOf(info, name), save };
  return [...serverFindings(facts), clock, memoryFinding(facts, options), persistenceFinding(facts, options)];
}

function fieldOf(info: string, name: string): string | undefined {
  return new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
}

async function clockOf(client: Redis): Promise<Finding> {
  const before = Date.now();
  try {
    const [seconds, microseconds] = await client.time();
    const theirs = Number(seconds) * 1000 + Number(microseconds) / 1000;
    return clockFinding('redis-clock', { ours: (before + Date.now()) / 2, theirs, whose: 'Redis' });
  } catch {
    return skipped('redis-clock', 'this user may not run TIME');
  }
}

function prefixFinding({ options: { keyPrefix = '' } }: Redis): Finding {
  const name = 'redis-key-prefix';
  if (keyPrefix === '') return ok(name, 'there is none');
  if (/[{}]/.test(keyPrefix)) {
    return problem(
      name,
      `keyPrefix "${keyPrefix}" has braces, so a cluster puts every account on one node`,
      'Take the braces out; the keys bring their own.',
    );
  }
  return warning(
    name,
    `keyPrefix "${keyPrefix}" stands before every key`,
    'All processes must have the same one, and BullMQ refuses it: leave it out, and give other programs another database.',
  );
}

function unreachable(error: unknown, { url, origin }: RedisToCheck): Finding {
  const message = error instanceof Error ? error.message : String(error);
  const where = hostOf(url);
  const correct = `Correct the URL: ${origin}.`;
  if (/WRONGPASS|invalid (username|password)|NOAUTH|AUTH/i.test(message)) {
    return problem('redis', `Redis at ${where} does not take user and password`, correct);
  }
  if (/ENOTFOUND|EAI_/.test(message)) return problem('redis', `DNS knows no ${where}`, correct);
  if (/ECONNREFUSED/.test(message)) {
    return problem('redis', `nothing listens at ${where} (connection refused)`, `Start Redis. ${correct}`);
  }
  if (/ETIMEDOUT|timed out/i.test(message)) {
    return problem(
      'redis',
      `Redis at ${where} did not answer in time`,
      `Check the firewalls on the way. ${correct}`,
    );
  }
  return problem('redis', `Redis at ${where} cannot be used: ${message}`, correct);
}
