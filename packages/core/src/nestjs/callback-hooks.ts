import type { BeforeApplicationShutdown, OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';

/** What the hooks drive. */
export interface CallbackLife {
  start(): Promise<void>;
  /** Never throws; may be called again. */
  close(): Promise<void>;
}

/**
 * Connects the callbacks when every provider is there and before the server listens, and closes the receiver while the
 * clients that its handlers send with still are. Never throws at shutdown, and looks nothing up (F135, F136, F142).
 */
export class CallbackHooks implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  readonly #life: CallbackLife;

  constructor(life: CallbackLife) {
    this.#life = life;
  }

  onApplicationBootstrap(): Promise<void> {
    return this.#life.start();
  }

  /** From here on nothing is taken in; what is being handled goes on beside the hooks of others. */
  onModuleDestroy(): void {
    void this.#life.close();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#life.close();
  }
}
