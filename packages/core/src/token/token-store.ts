/** A credential that expires: an access token, or a ticket made with one. */
export interface StoredToken {
  readonly value: string;
  /** Left of its life by the store's clock, in milliseconds; never negative. */
  readonly remainingMs: number;
  /** Life that the platform gave it, counted from the start of the request that fetched it. */
  readonly lifetimeMs: number;
  /** Grows with every write; orders two tokens of one key. */
  readonly version: number;
}

export interface TokenWrite {
  readonly value: string;
  readonly lifetimeMs: number;
  /** Time since the request that fetched it started: that part of its life is already over. */
  readonly ageMs: number;
  /** From `takeFence`. A write with a lower fence than the stored one is refused. */
  readonly fence: number;
}

export interface WriteAnswer {
  /** False: a later fence had written before, and this token is older than what the store knows. */
  readonly written: boolean;
  /** What the store holds afterwards; nothing where the later token was taken away again. */
  readonly current: StoredToken | undefined;
}

/** Permission for a forced refresh, rationed across the fleet. */
export type ForceAnswer =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly retryAfterMs: number };

/**
 * Where processes share a token. Keys name a credential (`wx0000000000000001`, or corp, agent and a hash of the secret),
 * never a module and never a secret. Every method is one atomic step; lifetimes run on the store's one clock.
 */
export interface TokenStore {
  read(key: string): Promise<StoredToken | undefined>;
  /** Takes the next fencing number: higher than any before. Call it when the refresh begins, under the lock. */
  takeFence(key: string): Promise<number>;
  /** Stores a token unless a later fence wrote before. Answers what the store holds afterwards. */
  write(key: string, token: TokenWrite): Promise<WriteAnswer>;
  /** Removes the token if it is this very one; another one stays. Answers whether it was removed. */
  invalidate(key: string, value: string): Promise<boolean>;
  /** Asks to force a refresh: at least `minIntervalMs` after the last and at most `maxPerDay` in 24 hours. */
  takeForce(key: string, minIntervalMs: number, maxPerDay: number): Promise<ForceAnswer>;
  /** Remembers for a short while that the credential is refused, so that nobody hammers. */
  writeRefusal(key: string, refusal: string, forMs: number): Promise<void>;
  readRefusal(key: string): Promise<string | undefined>;
  /** Ends what the store itself opened. A connection that was handed in stays its owner's. */
  close(): Promise<void>;
}

/** Runs one refresh at a time across processes. */
export interface TokenLock {
  /**
   * Runs `work` while holding the lock, or answers `{ type: 'held' }` at once where another holds it and
   * `{ type: 'unreachable' }` where the lock's server cannot be asked. Never throws but what `work` throws; a lock that
   * was lost or cannot be released does not change the result.
   */
  tryRun<Result>(key: string, leaseMs: number, work: () => Promise<Result>): Promise<LockAnswer<Result>>;
  /** Left of the holder's lease, in milliseconds; 0 where nobody holds the lock. Rejects where it cannot be asked. */
  remainingMs(key: string): Promise<number>;
  /** Waits for releases that are under way. A connection that was handed in stays its owner's. */
  close(): Promise<void>;
}

export type LockAnswer<Result> =
  | { readonly type: 'done'; readonly result: Result }
  | { readonly type: 'held' }
  | { readonly type: 'unreachable'; readonly cause: unknown };
