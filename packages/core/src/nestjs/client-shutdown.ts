import type { OnApplicationShutdown } from '@nestjs/common';

export interface Closable {
  close(): Promise<void>;
}

/**
 * Closes a client after the application's own `onModuleDestroy` hooks, which may still send. Never throws: Nest skips
 * all later hooks when one does.
 */
export class ClientShutdown implements OnApplicationShutdown {
  readonly #client: Closable;

  constructor(client: Closable) {
    this.#client = client;
  }

  async onApplicationShutdown(): Promise<void> {
    try {
      await this.#client.close();
    } catch (error) {
      process.emitWarning(
        `closing a Wetempo client failed: ${error instanceof Error ? error.message : 'not an Error'}`,
      );
    }
  }
}
