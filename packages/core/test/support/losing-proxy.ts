import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between a store and its database, and breaks connections at the worst moment. */
export interface LosingProxy {
  readonly port: number;
  /** Lets what next fits `words` through to the server, and breaks the connection in the place of the answer. */
  loseAnswerTo(words: RegExp): void;
  /** The same, and lets nobody through any more until `heal`. */
  dieAfter(words: RegExp): void;
  heal(): void;
  close(): Promise<void>;
}

export async function startLosingProxy(serverPort: number): Promise<LosingProxy> {
  const sockets = new Set<Socket>();
  let lost: RegExp | undefined;
  let isDying = false;
  let isDead = false;
  const server = createServer((client) => {
    const upstream = connect(serverPort, '127.0.0.1');
    let isLosing = isDead;
    const cut = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', cut);
      socket.on('close', () => {
        sockets.delete(socket);
        cut();
      });
    }
    client.on('data', (chunk) => {
      if (lost?.test(chunk.toString('latin1'))) {
        lost = undefined;
        isLosing = true;
        isDead = isDying;
      }
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (isLosing) cut();
      else client.write(chunk);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    loseAnswerTo(words) {
      lost = words;
      isDying = false;
    },
    dieAfter(words) {
      lost = words;
      isDying = true;
    },
    heal() {
      isDead = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
