import type { EventOf, WetempoEvent, WetempoEventType } from './events.js';

export type Listener<Event extends WetempoEvent = WetempoEvent> = (event: Event) => void;

/** Hands events to whoever listens. A listener that throws harms neither the call nor the other listeners. */
export class Telemetry {
  readonly #byType = new Map<WetempoEventType, Set<Listener>>();
  readonly #all = new Set<Listener>();

  /** Listens to one type of event. Answers a function that stops it. */
  on<Type extends WetempoEventType>(type: Type, listener: Listener<EventOf<Type>>): () => void {
    const listeners = this.#byType.get(type) ?? new Set<Listener>();
    this.#byType.set(type, listeners);
    // The map only ever hands a listener events of the type that it was registered under.
    listeners.add(listener as Listener);
    return () => listeners.delete(listener as Listener);
  }

  /** Listens to every event. Answers a function that stops it. */
  onAny(listener: Listener): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  /** Whether anybody would hear an event of this type: spares the making of one nobody wants. */
  hears(type: WetempoEventType): boolean {
    return this.#all.size > 0 || (this.#byType.get(type)?.size ?? 0) > 0;
  }

  /** A warning that nobody listens for goes to the process' own warnings, so that it is seen once. */
  emit(event: WetempoEvent): void {
    if (event.type === 'warned' && !this.hears('warned'))
      process.emitWarning(event.message, 'WetempoWarning');
    for (const listener of this.#byType.get(event.type) ?? []) call(listener, event);
    for (const listener of this.#all) call(listener, event);
  }
}

function call(listener: (event: WetempoEvent) => unknown, event: WetempoEvent): void {
  const warn = (error: unknown) => {
    const reason = error instanceof Error ? error.message : 'not an Error';
    process.emitWarning(`a listener of "${event.type}" threw: ${reason}`);
  };
  try {
    // An async function passes for a listener; its rejection would be nobody's and end the process.
    const result = listener(event);
    if (result instanceof Promise) result.catch(warn);
  } catch (error) {
    warn(error);
  }
}
