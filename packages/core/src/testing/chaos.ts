import type { Clock } from '../clock/clock.js';

/** One call of a method of a wrapped object. */
export interface ChaosCall {
  readonly method: string;
  /** Counts the calls of this method, from 1. */
  readonly number: number;
}

/** Decides what becomes of a call; `run` lets it through and may be called once, later, or not at all. */
export type Chaos = (call: ChaosCall, run: () => Promise<unknown>) => Promise<unknown>;

/** Which call goes wrong; without `method`, calls of every method count together. */
export interface ChaosTarget {
  readonly method?: string | undefined;
  /** From 1. */
  readonly nth: number;
}

/** Puts `chaos` between a store and its callers. Every method of the store must answer with a promise. */
export function withChaos<Store extends object>(store: Store, chaos: Chaos): Store {
  const numbers = new Map<string, number>();
  const handler: ProxyHandler<Store> = {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function' || typeof name !== 'string') return member;
      return (...args: unknown[]) => {
        const number = (numbers.get(name) ?? 0) + 1;
        numbers.set(name, number);
        return chaos({ method: name, number }, async () => Reflect.apply(member, target, args));
      };
    },
  };
  return new Proxy(store, handler);
}

/** A store that is never there. `close` still works. */
export function alwaysThrow<Store extends object>(store: Store, error: Error): Store {
  return withChaos(store, ({ method }, run) => (method === 'close' ? run() : Promise.reject(error)));
}

/** A store that answers late. */
export function delayed<Store extends object>(store: Store, delayMs: number, clock: Clock): Store {
  return withChaos(store, async (_call, run) => {
    await clock.sleep(delayMs);
    return run();
  });
}

/** The request is lost: one call fails and does nothing. */
export function failBefore<Store extends object>(store: Store, target: ChaosTarget, error: Error): Store {
  const isHit = counter(target);
  return withChaos(store, async (call, run) => {
    if (isHit(call)) throw error;
    return run();
  });
}

/** The answer is lost: one call does its work and fails all the same. */
export function failAfter<Store extends object>(store: Store, target: ChaosTarget, error: Error): Store {
  const isHit = counter(target);
  return withChaos(store, async (call, run) => {
    const fails = isHit(call);
    const answer = await run();
    if (fails) throw error;
    return answer;
  });
}

function counter({ method, nth }: ChaosTarget): (call: ChaosCall) => boolean {
  let calls = 0;
  return (call) => {
    if (method !== undefined) return call.method === method && call.number === nth;
    calls += 1;
    return calls === nth;
  };
}
