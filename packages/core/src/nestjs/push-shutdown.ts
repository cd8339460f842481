import type { BeforeApplicationShutdown, OnModuleDestroy } from '@nestjs/common';
import { closeQuietly } from './client-shutdown.js';
import type { Pushes } from './pushes.js';

/**
 * Ends the pushes of this process before its HTTP server and its clients close: streams of progress would keep the server
 * open, and what is under way needs its client. Never throws, and looks nothing up (F136, F142).
 */
export class PushShutdown implements OnModuleDestroy, BeforeApplicationShutdown {
  readonly #pushes: Pushes;

  constructor(pushes: Pushes) {
    this.#pushes = pushes;
  }

  /** Nothing more begins from here on; the hooks of others need not wait for what is under way. */
  onModuleDestroy(): void {
    void closeQuietly('pushes', this.#pushes);
  }

  beforeApplicationShutdown(): Promise<void> {
    return closeQuietly('pushes', this.#pushes);
  }
}
