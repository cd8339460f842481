import type { Socket } from 'node:net';
import { atEndOfTurn } from './end-of-turn.js';

/**
 * Lets the commands of one turn of the event loop leave in one write. Unlike a pipeline, each has its answer as soon as it is
 * there, and the next ones do not wait for the last answer: so this process works on while Redis does.
 */
export class JoinedWrites {
  #held: Socket | undefined;

  /** Holds what is written to the socket back until the end of this turn. */
  hold(socket: Socket | undefined): void {
    if (socket === undefined || socket === this.#held) return;
    this.#held = socket;
    socket.cork();
    atEndOfTurn(() => {
      // Another one by now where the connection was lost meanwhile.
      if (this.#held === socket) this.#held = undefined;
      socket.uncork();
    });
  }
}
