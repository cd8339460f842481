import { type HasPushClient, PushQueue, PushWorker, type PushWorkerOptions } from '@wetempo/core/push';
import type { Simulator } from '@wetempo/simulator';
import { onTestFinished } from 'vitest';
import type { RedisServer } from '../../../test/support/redis-server.js';
import { mpEndpointGroups } from '../src/endpoints/groups.js';
import type { WechatMp, WechatMpOptions } from '../src/index.js';
import { appId, appSecret, clientOf, message, openid } from './fixtures.js';

export const endpoint = mpEndpointGroups.template.send;

export function item(n: number, thing = `第 ${n} 位`) {
  return { requestId: `r-${n}`, request: message(n, thing) };
}

export function items(count: number, from = 0) {
  return Array.from({ length: count }, (_, n) => item(from + n));
}

/** Processes that push over one Redis, all of them in this one. */
export function queueKit(redis: RedisServer, simulator: Simulator) {
  const client = (options: Partial<WechatMpOptions> = {}): WechatMp =>
    clientOf(simulator, { redis: redis.url, sendStore: 'redis', ...options });
  const queue = (mp: WechatMp = client(), options: object = {}) => {
    const made = new PushQueue(mp, { redis: redis.url, chunkSize: 20, ...options });
    onTestFinished(() => made.close());
    return made;
  };
  const worker = async (mp: HasPushClient = client(), options: Partial<PushWorkerOptions> = {}) => {
    const made = new PushWorker(mp, { redis: redis.url, lockDurationMs: 1_000, ...options });
    onTestFinished(() => made.close(0));
    await made.run();
    return made;
  };
  return { client, queue, worker };
}

/** How often each of the first followers got something. */
export function deliveriesOf(simulator: Simulator, count: number): number[] {
  return Array.from({ length: count }, (_, n) => simulator.deliveredTo(openid(n)).length);
}

/** An account whose followers are those of whom `isFollower` says so. */
export function account(isFollower: (id: string) => boolean) {
  return { appId, appSecret, followers: isFollower };
}
