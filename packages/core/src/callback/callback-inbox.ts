/** A callback as it is taken in: verified, not yet looked at by any handler. */
export interface InboxEntry {
  /** Names the account and agent; never a secret. */
  readonly account: string;
  /** Identity of the event itself: equal for the platform's repetitions of it, and for nothing else. */
  readonly eventKey: string;
  /** Identity of the request's signature (timestamp and nonce). */
  readonly nonceKey: string;
  /** Digest of the body that came under that signature. */
  readonly bodyDigest: string;
  /** What a process needs to handle it later: JSON of the verified content. */
  readonly content: string;
  readonly leaseMs: number;
  /** For how long the event is remembered after it was handled, and for how long it waits to be. */
  readonly rememberMs: number;
  /** For how long a signature cannot be used with another body. */
  readonly replayMs: number;
}

/** The right to handle one event. Ends by itself when it is not renewed. */
export interface InboxLease {
  readonly account: string;
  readonly eventKey: string;
  readonly token: string;
  /** Calls of handlers so far, this one included. Whoever calls them again says so when it renews the lease or gives it back. */
  readonly attempt: number;
  /** As in the entry. */
  readonly rememberMs: number;
}

/**
 * - `taken`: new, or left behind by a process that died; whoever asked handles it
 * - `repeated`: handled, or in another's hands; `reply` is what was answered, where the answer was known in time
 * - `replayed`: this signature came before with another body: somebody repeats what was not theirs
 */
export type TakeAnswer =
  | { readonly type: 'taken'; readonly lease: InboxLease }
  | { readonly type: 'repeated'; readonly reply: string | undefined }
  | { readonly type: 'replayed' };

export interface AbandonedEntry {
  readonly lease: InboxLease;
  readonly content: string;
}

/**
 * Remembers which events came and who handles them, for all processes of an account. Each method is one atomic step.
 * Throws `StoreUnavailableError` where it cannot be reached: the platform is told, and will come again. What was taken
 * although the answer got lost is taken again by the same process, or found by whoever looks for abandoned events.
 *
 * An inbox that lost what it knew may have an event handled a second time: where its repetition comes after the loss and was
 * not in anybody's hands meanwhile. `renew` and `finish` of an event that it does not know write it anew, so that the
 * repetitions of what is under way are still known.
 */
export interface CallbackInbox {
  take(entry: InboxEntry): Promise<TakeAnswer>;
  /** `false`: another has taken the event up. */
  renew(lease: InboxLease, leaseMs: number): Promise<boolean>;
  /** Handled: a repetition gets `reply`. The content is forgotten. `false`: another had taken the event up. */
  finish(lease: InboxLease, reply: string | undefined): Promise<boolean>;
  /**
   * Not handled: whoever looks for abandoned events may have it after `delayMs`; a repetition takes it at once. It waits no
   * longer than `rememberMs` from when it came.
   */
  giveBack(lease: InboxLease, delayMs: number): Promise<boolean>;
  /** Takes up to `limit` events whose lease ran out or whose delay is over. */
  takeAbandoned(account: string, limit: number, leaseMs: number): Promise<readonly AbandonedEntry[]>;
  close(): Promise<void>;
}
