import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';

/** The platform's token endpoint, as far as several processes need one. */
export interface TokenHttpPlatform {
  readonly url: string;
  readonly hits: number;
  readonly forced: number;
  delayMs: number;
  /** Replaces the token behind everybody's back. */
  revoke(): void;
  /** Keeps the next answer back. Resolves when the request is there, with what lets its answer go. */
  holdNext(): Promise<() => void>;
  stop(): Promise<void>;
}

export async function startTokenPlatform(): Promise<TokenHttpPlatform> {
  let issued = 1;
  let hits = 0;
  let forced = 0;
  let delayMs = 50;
  let onHeld: ((release: () => void) => void) | undefined;
  const server = createServer((request, response) => {
    hits += 1;
    if (request.url?.includes('force=true')) {
      forced += 1;
      issued += 1;
    }
    const body = JSON.stringify({ value: `TKN_${issued}`, lifetimeMs: 7_200_000 });
    if (onHeld === undefined) return setTimeout(() => answer(response, body), delayMs);
    onHeld(() => answer(response, body));
    onHeld = undefined;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    get hits() {
      return hits;
    },
    get forced() {
      return forced;
    },
    get delayMs() {
      return delayMs;
    },
    set delayMs(value) {
      delayMs = value;
    },
    revoke: () => {
      issued += 1;
    },
    holdNext: () =>
      new Promise((resolve) => {
        onHeld = resolve;
      }),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answer(response: ServerResponse, body: string): void {
  response.setHeader('content-type', 'application/json').end(body);
}
