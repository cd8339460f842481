import type { Clock } from '../clock/clock.js';
import { MemoryTokenLock } from './memory-token-lock.js';
import { MemoryTokenStore } from './memory-token-store.js';
import type { TokenLock, TokenStore } from './token-store.js';

/** Where tokens are shared, with the lock that belongs to it. */
export interface TokenBackend {
  readonly store: TokenStore;
  readonly lock: TokenLock;
  close(): Promise<void>;
}

interface Shared {
  readonly store: MemoryTokenStore;
  readonly lock: MemoryTokenLock;
  users: number;
}

const perClock = new WeakMap<Clock, Map<string, Shared>>();

/**
 * Without Redis: one store and lock for all clients of this process that talk to the same platform, so that two clients
 * of one account do not end each other's tokens. Forgotten when the last of them closes.
 *
 * @param platformUrl tokens of two platforms (say, the real one and a simulator) must not mix
 */
export function openProcessTokens(platformUrl: string, clock: Clock): TokenBackend {
  const byUrl = perClock.get(clock) ?? new Map<string, Shared>();
  perClock.set(clock, byUrl);
  const shared = byUrl.get(platformUrl) ?? {
    store: new MemoryTokenStore(clock),
    lock: new MemoryTokenLock(clock),
    users: 0,
  };
  byUrl.set(platformUrl, shared);
  shared.users += 1;
  let open = true;
  const close = async () => {
    if (!open) return;
    open = false;
    shared.users -= 1;
    if (shared.users === 0) byUrl.delete(platformUrl);
  };
  return { store: shared.store, lock: shared.lock, close };
}
