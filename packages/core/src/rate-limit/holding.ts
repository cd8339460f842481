import type { InFlightWindow } from './adaptive/in-flight-window.js';
import type { GatePass } from './barrier-gate.js';

/** What a call holds in its own process from its question to its end: its count at reopening gates, and its place. */
export class Holding {
  readonly #passes: readonly GatePass[];
  readonly #window: InFlightWindow | undefined;

  constructor(passes: readonly GatePass[], window: InFlightWindow | undefined) {
    this.#passes = passes;
    this.#window = window;
    window?.enter();
  }

  /** It never left. */
  cancel(): void {
    for (const pass of this.#passes) pass.cancel();
    this.#window?.cancel();
  }

  /** It has ended. Calls `onRoom` with the keys of the doors behind which there is room again. */
  end(mayGrow: boolean, onRoom: (key: string) => void): void {
    for (const pass of this.#passes) pass.done();
    this.#window?.leave(mayGrow);
    for (const { key } of this.#passes) onRoom(key);
    if (this.#window !== undefined) onRoom(this.#window.key);
  }
}
