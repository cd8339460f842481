import type { CallbackKind } from '../callback-message.js';
import type { CallbackHandler } from './callback-handler.js';
import type { CallbackName } from './callback-name.js';

/** Under its name, a handler only ever gets what the declaration of that name makes. */
export type AnyCallbackHandler = CallbackHandler<unknown>;

/** Of one registration: the same function may be registered twice. */
export interface RegisteredHandler {
  readonly handle: AnyCallbackHandler;
}

/** Which handlers take which callbacks, in the order in which they came. */
export class HandlerTable {
  readonly #byName = new Map<string, RegisteredHandler[]>();
  readonly #rest: RegisteredHandler[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(kind: CallbackKind, name: string, handle: AnyCallbackHandler): () => void {
    const key = `${kind} ${name}`;
    const handlers = this.#byName.get(key) ?? [];
    this.#byName.set(key, handlers);
    return this.#addTo(handlers, { handle });
  }

  /** For what no other handler takes. */
  addForRest(handle: AnyCallbackHandler): () => void {
    return this.#addTo(this.#rest, { handle });
  }

  of({ kind, names }: CallbackName): readonly RegisteredHandler[] {
    const named = names.flatMap((name) => this.#byName.get(`${kind} ${name}`) ?? []);
    return named.length > 0 ? named : [...this.#rest];
  }

  #addTo(handlers: RegisteredHandler[], handler: RegisteredHandler): () => void {
    handlers.push(handler);
    this.#size += 1;
    return () => {
      const place = handlers.indexOf(handler);
      if (place === -1) return;
      handlers.splice(place, 1);
      this.#size -= 1;
    };
  }
}
