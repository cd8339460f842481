import { Cluster } from 'ioredis';
import { type RedisServer, startRedis } from '../../../../test/support/redis-server.js';

/** Three masters on loopback, which share the slots among them. */
export interface RedisCluster {
  readonly client: Cluster;
  stop(): Promise<void>;
}

const slots = 16_384;

export async function startRedisCluster(): Promise<RedisCluster> {
  const nodes = await Promise.all([startNode(), startNode(), startNode()]);
  const share = Math.ceil(slots / nodes.length);
  for (const [index, { client }] of nodes.entries()) {
    const last = Math.min((index + 1) * share, slots) - 1;
    await client.call('CLUSTER', 'ADDSLOTSRANGE', `${index * share}`, `${last}`);
  }
  const [first, ...others] = nodes;
  for (const { port } of others) await first?.client.call('CLUSTER', 'MEET', '127.0.0.1', `${port}`);
  for (const node of nodes) await untilReady(node);
  const client = new Cluster(nodes.map(({ port }) => ({ host: '127.0.0.1', port })));
  client.on('error', () => undefined);
  return {
    client,
    stop: async () => {
      client.disconnect();
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
}

/** The nodes talk on their port + 10000, which has to exist. */
async function startNode(): Promise<RedisServer> {
  for (;;) {
    const node = await startRedis({
      extraArguments: [
        '--cluster-enabled',
        'yes',
        '--cluster-config-file',
        'nodes.conf',
        '--cluster-port',
        '0',
      ],
    }).catch(() => undefined);
    if (node !== undefined && node.port <= 55_535) return node;
    await node?.stop();
  }
}

async function untilReady({ client }: RedisServer): Promise<void> {
  for (let poll = 0; poll < 400; poll += 1) {
    const info = String(await client.call('CLUSTER', 'INFO'));
    if (info.includes('cluster_state:ok') && info.includes('cluster_known_nodes:3')) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the cluster did not come up');
}
