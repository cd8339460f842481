import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

const MAX_BODY_BYTES = 32 * 1024 * 1024;

export interface ServerOptions {
  readonly host: string;
  readonly keepAliveMs: number;
  /** Whether a connection is to be reset unread: asked when it is made, and for each later request that reuses it. */
  readonly refusesConnection: () => boolean;
  /** Called once the whole body is there. */
  readonly onRequest: (message: IncomingMessage, raw: Buffer, response: ServerResponse) => void;
}

/** The HTTP side: listens, reads whole bodies, ends connections. */
export class SimulatorServer {
  readonly #server: Server;
  readonly #options: ServerOptions;
  /** Connections that have brought no request yet. */
  readonly #fresh = new WeakSet<Socket>();

  constructor(options: ServerOptions) {
    this.#options = options;
    this.#server = createServer({ keepAliveTimeout: options.keepAliveMs, noDelay: true });
    this.#server.on('connection', (socket: Socket) => {
      if (options.refusesConnection()) socket.resetAndDestroy();
      else this.#fresh.add(socket);
    });
    this.#server.on('request', (message, response) => {
      if (!this.#fresh.delete(message.socket) && options.refusesConnection())
        message.socket.resetAndDestroy();
      else readWhole(message, (raw) => options.onRequest(message, raw, response));
    });
  }

  /**
   * @param port 0 for a free one
   * @returns the address to call, such as `http://127.0.0.1:8080`
   */
  async listen(port: number): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, this.#options.host, resolve);
    });
    const bound = this.#server.address() as AddressInfo;
    return `http://${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}`;
  }

  /** Stops listening and cuts every connection, also those that a fault left hanging. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }
}

function readWhole(message: IncomingMessage, onRaw: (raw: Buffer) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  message.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) message.destroy();
    else chunks.push(chunk);
  });
  message.on('end', () => {
    const [only] = chunks;
    onRaw(chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks));
  });
}
