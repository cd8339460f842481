import Bottleneck from 'bottleneck';
import { Redis } from 'ioredis';

/** More than any run admits, so that nobody waits. */
const reservoir = 100_000_000;
const job = async () => {};

export function openLocal() {
  return admittingWith(new Bottleneck({ reservoir }));
}

/** One count for everybody: each person's own would be a limiter of its own, with two connections. */
export async function openClustered(redisUrl) {
  const { hostname: host, port } = new URL(redisUrl);
  const clientOptions = { host, port: Number(port), enableAutoPipelining: true };
  const limiter = new Bottleneck({ id: 'bench', reservoir, datastore: 'ioredis', clientOptions, Redis });
  await limiter.ready();
  return admittingWith(limiter);
}

function admittingWith(limiter) {
  return { admit: () => limiter.schedule(job), close: () => limiter.disconnect() };
}
