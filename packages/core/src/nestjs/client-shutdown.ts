import type { OnApplicationShutdown } from '@nestjs/common';
import { endUsersOf } from './client-users.js';

export interface Closable {
  close(): Promise<void>;
}

/**
 * Closes a client after the application's own `onModuleDestroy` hooks, which may still send, and after the pushes that
 * send with it. Never throws: Nest skips all later hooks when one does.
 */
export class ClientShutdown implements OnApplicationShutdown {
  readonly #client: Closable;

  constructor(client: Closable) {
    this.#client = client;
  }

  async onApplicationShutdown(): Promise<void> {
    await endUsersOf(this.#client);
    await closeQuietly('a Wetempo client', this.#client);
  }
}

/** A hook that throws would keep the others from their turn (F136), so a failure becomes a warning of the process. */
export async function closeQuietly(what: string, closable: Closable): Promise<void> {
  try {
    await closable.close();
  } catch (error) {
    process.emitWarning(`closing ${what} failed: ${error instanceof Error ? error.message : 'not an Error'}`);
  }
}
