import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { connect, createServer as createTcpServer } from 'node:net';
import { selfSigned } from './self-signed.js';

/** One request as it arrived, body included. */
export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** A server on 127.0.0.1, on a free port. */
export interface Loopback {
  readonly url: string;
  readonly port: number;
  readonly requests: ReceivedRequest[];
  /** Connections accepted so far. */
  readonly connections: () => number;
  readonly close: () => Promise<void>;
}

type Reply = (response: ServerResponse, request: ReceivedRequest) => void;

/** Answers with `reply` once the body has been read. */
export async function startHttp(reply: Reply): Promise<Loopback> {
  const requests: ReceivedRequest[] = [];
  return listen(createHttpServer(recorder(requests, reply)), 'http', requests);
}

/** The same with a certificate that nobody trusts. */
export async function startHttps(reply: Reply): Promise<Loopback> {
  const requests: ReceivedRequest[] = [];
  return listen(createHttpsServer(selfSigned, recorder(requests, reply)), 'https', requests);
}

/** Hands over bare sockets, for everything that a well-behaved server does not do. */
export function startTcp(onSocket: (socket: Socket) => void): Promise<Loopback> {
  return listen(createTcpServer(onSocket), 'http', []);
}

/** A forward proxy: tunnels CONNECT, passes plain requests on, and records the request lines it saw. */
export async function startProxy(credentials?: string): Promise<Loopback> {
  const requests: ReceivedRequest[] = [];
  const allowed = (headers: IncomingMessage['headers']) =>
    credentials === undefined ||
    headers['proxy-authorization'] === `Basic ${Buffer.from(credentials).toString('base64')}`;
  const server = createHttpServer(
    recorder(requests, async (response, request) => {
      if (!allowed(request.headers)) return void response.writeHead(407).end();
      const { 'proxy-authorization': _, ...headers } = request.headers;
      const passedOn = await fetch(request.url, {
        method: request.method,
        headers: bare(headers),
        body: request.body,
      });
      response.writeHead(passedOn.status).end(Buffer.from(await passedOn.arrayBuffer()));
    }),
  );
  server.on('connect', (request: IncomingMessage, client: Socket) => {
    requests.push({
      method: 'CONNECT',
      url: request.url ?? '',
      headers: request.headers,
      body: Buffer.alloc(0),
    });
    if (!allowed(request.headers))
      return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    const [host, port] = (request.url ?? '').split(':');
    const upstream = connect(Number(port), host, () => client.write('HTTP/1.1 200 OK\r\n\r\n'));
    upstream.on('error', () => client.destroy());
    client.on('error', () => upstream.destroy());
    upstream.pipe(client).pipe(upstream);
  });
  return listen(server, 'http', requests);
}

/** A port of 127.0.0.1 where nobody listens. */
export async function closedPort(): Promise<number> {
  const server = await startTcp(() => {});
  await server.close();
  return server.port;
}

function recorder(requests: ReceivedRequest[], reply: Reply): RequestListener {
  return async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { method = '', url = '', headers } = incoming;
    const request = { method, url, headers, body: Buffer.concat(chunks) };
    requests.push(request);
    reply(response, request);
  };
}

function bare(headers: IncomingMessage['headers']): Record<string, string> {
  const hopByHop = new Set(['host', 'connection', 'content-length', 'proxy-connection']);
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (hopByHop.has(name) ? [] : [[name, String(value)]])),
  );
}

async function listen(server: Server, scheme: string, requests: ReceivedRequest[]): Promise<Loopback> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return { url: `${scheme}://127.0.0.1:${port}`, port, requests, connections: () => connections, close };
}
