import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Redis } from 'ioredis';
import { CallbackReceiver } from '../../src/callback/receive/callback-receiver.js';
import { account, platform, token } from './callback-fixtures.js';

/** What the parent may tell. */
export type CallbackChildJob = 'port' | 'release' | 'close';

/** One process of a fleet that receives an account's callbacks. Its handler waits until it is released. */
async function main(redisUrl: string): Promise<void> {
  const note = new Redis(redisUrl);
  const callbacks = new CallbackReceiver(
    platform,
    { account, receiveIds: [account] },
    {
      token,
      redis: redisUrl,
      leaseMs: Number(process.env.LEASE_MS),
      answerWithinMs: 100,
    },
  );
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  callbacks.onAny(async ({ Event }, { attempt }) => {
    await note.rpush('begun', `${process.pid} ${Event} ${attempt}`);
    await released;
    await note.rpush('ended', `${process.pid} ${Event} ${attempt}`);
  });
  const server = createServer(callbacks.requestHandler()).listen(0, '127.0.0.1');
  await callbacks.ready();
  process.on('message', async (job: CallbackChildJob) => {
    if (job === 'release') release();
    if (job === 'close') await callbacks.close(0);
    process.send?.((server.address() as AddressInfo).port);
  });
  process.send?.('ready');
}

await main(process.env.REDIS_URL ?? '');
