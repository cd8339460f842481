/**
 * What is known of a message.
 * - `pending`: somebody is at it, or may come back to it; not sent as far as known.
 * - `sent` and `failed`: the platform said so.
 * - `unknown`: it may have been sent, and nobody may find out by sending it again.
 */
export type SendState = 'pending' | 'sent' | 'failed' | 'unknown';

/** Names a record: one caller's key under one account. */
export interface SendKey {
  /** Credential of the account, for example `wx0000000000000001`; never a secret. */
  readonly account: string;
  /** The caller's idempotency key. */
  readonly requestId: string;
}

/** Why a message was not sent, or why nobody knows; free of secrets. */
export interface SendFailure {
  /** The literal `code` of the error class, for example `API_ERROR`. */
  readonly code: string;
  readonly message: string;
  readonly errcode?: number;
  readonly errmsg?: string;
}

/** The platform's answer to a message that was sent. */
export interface SendResult {
  /** Absent where the platform names no id for this kind of message. */
  readonly msgid?: string;
  readonly details?: Record<string, unknown>;
}

/** What a message was filed under when it was first claimed; a later claim does not change it. */
export interface SendLabels {
  /** Id of the push that it belongs to. */
  readonly push?: string | undefined;
  /** Budget group of its call: whoever finishes it later calls in the same one. */
  readonly group?: string | undefined;
  /** Tenant of its call, for the same reason. */
  readonly tenant?: string | undefined;
}

/** What a callback said of a sent message, after the platform had accepted it. */
export interface SendDelivery {
  readonly state: 'delivered' | 'undelivered';
  /** In the platform's words, for example `success` or `failed:user block`. */
  readonly status: string;
  /** Epoch milliseconds, as the callback names it. */
  readonly at: number;
}

/** What every record has, whatever its state. */
export interface SendRecordBase extends SendKey, SendLabels {
  readonly endpoint: string;
  /** Hash of endpoint and payload: tells a repetition from another message under the same id. */
  readonly fingerprint: string;
  readonly recipient: string | undefined;
  /** Epoch milliseconds on the store's clock, like every moment here. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /**
   * When the first request left whose fate is open or good; `undefined`: nothing can have reached the recipient.
   * `defer` and `release` take back the mark of the latest attempt only: what an earlier one did stays open.
   */
  readonly firstAttemptAt: number | undefined;
  /** Requests that left, whatever came of them. */
  readonly attempts: number;
}

export interface PendingRecord extends SendRecordBase {
  readonly state: 'pending';
  /** The request as JSON, so that another process can finish it; dropped once the record is settled. */
  readonly payload: string;
  readonly leaseUntil: number;
}
export interface SentRecord extends SendRecordBase {
  readonly state: 'sent';
  readonly result: SendResult;
  /** Absent as long as no callback told of it. */
  readonly delivery?: SendDelivery | undefined;
}
export interface FailedRecord extends SendRecordBase {
  readonly state: 'failed';
  readonly failure: SendFailure;
}
export interface UnknownRecord extends SendRecordBase {
  readonly state: 'unknown';
  /** Kept, so that whoever decides to send the message again still has it. */
  readonly payload: string;
  readonly failure: SendFailure;
}
export type SendRecord = PendingRecord | SentRecord | FailedRecord | UnknownRecord;

/** Proof of holding a record. A higher fence beats a lower one, so a holder that slept past its lease cannot write. */
export interface SendLease extends SendKey {
  readonly fence: number;
}

/**
 * What became of the attempt that the latest `begin` announced.
 * - `open`: a request left, and nobody knows yet what it did.
 * - `not-done`: a request left, and it certainly did nothing; it stays counted.
 * - `not-left`: no request left; it is not counted either.
 */
export type AttemptFate = 'open' | 'not-done' | 'not-left';

export interface ClaimRequest extends SendKey, SendLabels {
  readonly endpoint: string;
  readonly fingerprint: string;
  readonly payload: string;
  readonly recipient: string | undefined;
  readonly leaseMs: number;
  /**
   * Marks the claimed record as attempted in the same step, which saves a round trip for the usual message that goes
   * straight on. `defer` or `release` with `not-left` takes the mark back.
   */
  readonly begin: boolean;
  /** Take over an `unknown` record: never, whatever its age, or if its first attempt is younger than this. */
  readonly reopenUnknown: 'never' | 'always' | { readonly youngerThanMs: number };
  /** Whether a `failed` record may be tried again. */
  readonly reopenFailed: boolean;
}

export type ClaimAnswer =
  /** The caller holds the record. `previous` is what it was before: another process' attempt that nobody settled. */
  | {
      readonly type: 'claimed';
      readonly lease: SendLease;
      readonly attempts: number;
      readonly firstAttemptAt: number | undefined;
      /**
       * `undefined` for a new record. A record that was taken over says when its former holder's first request may
       * have reached the platform (`undefined`: it never got that far), and how old that is now.
       */
      readonly takenOver:
        | { readonly attempts: number; readonly firstAttemptAgeMs: number | undefined }
        | undefined;
    }
  /** Settled before: nothing to do, or nothing that may be done. */
  | { readonly type: 'settled'; readonly record: SentRecord | FailedRecord | UnknownRecord }
  /** Another holder is at it. */
  | { readonly type: 'held'; readonly leaseRemainingMs: number }
  /** The same id stands for another message. */
  | { readonly type: 'conflict'; readonly record: SendRecord }
  /** The store has lost what it knew, so it cannot tell a new id from one that was sent. */
  | { readonly type: 'memory-lost'; readonly lostAt: number };

export type Settlement =
  | { readonly state: 'sent'; readonly result: SendResult }
  | { readonly state: 'failed'; readonly failure: SendFailure }
  | { readonly state: 'unknown'; readonly failure: SendFailure };

/** What the holder knows of its record; lets a store that lost the record write it again instead of forgetting it. */
export interface SettleRequest {
  readonly lease: SendLease;
  readonly settlement: Settlement;
  readonly attempts: number;
  readonly known: Pick<
    SendRecordBase,
    'endpoint' | 'fingerprint' | 'recipient' | 'firstAttemptAt' | keyof SendLabels
  > & {
    readonly payload: string;
  };
}

export interface PendingQuery {
  readonly account: string;
  /** Only records whose lease has run out: their holder is gone. */
  readonly leaseExpired: true;
  readonly limit: number;
}

export interface UnknownQuery {
  readonly account: string;
  readonly limit: number;
  /** From the page before; absent: from the start. */
  readonly cursor?: string | undefined;
}

export interface UnknownPage {
  readonly records: readonly UnknownRecord[];
  /** Where the next page begins; `undefined` after the last one. */
  readonly cursor: string | undefined;
}

/** Every field that is given has to hold. */
export interface SendQuery {
  readonly account: string;
  readonly requestId?: string | undefined;
  readonly recipient?: string | undefined;
  readonly push?: string | undefined;
  readonly endpoint?: string | undefined;
  /** @default all */
  readonly states?: readonly SendState[] | undefined;
  /** Created at this moment or later; epoch milliseconds. */
  readonly createdFrom?: number | undefined;
  /** Created before this moment. */
  readonly createdBefore?: number | undefined;
  readonly limit: number;
  /** From the page before; absent: from the start. */
  readonly cursor?: string | undefined;
}

export interface SendPage {
  readonly records: readonly SendRecord[];
  /** Where the next page begins; `undefined` after the last one. */
  readonly cursor: string | undefined;
}

/**
 * Remembers which message was sent, so that no process sends it again.
 *
 * Every method is one atomic step. A store that cannot be reached rejects with `StoreUnavailableError`; it never answers
 * from a guess. Moments are the store's own clock, so that processes with unequal clocks agree.
 */
export interface SendStore {
  /** Turns a new id into a `pending` record with a lease, or says why not. */
  claim(request: ClaimRequest): Promise<ClaimAnswer>;
  /**
   * Marks that a request is about to leave, counts it, and renews the lease.
   * Answers `false` where the lease was lost to another holder or the record is gone: then nothing may be sent.
   */
  begin(lease: SendLease, leaseMs: number): Promise<boolean>;
  /**
   * Renews the lease for a wait, and says what became of the attempt before it; a repetition changes nothing.
   * Answers `false` where the lease was lost.
   */
  defer(lease: SendLease, leaseMs: number, fate: AttemptFate): Promise<boolean>;
  /**
   * Ends a claim whose latest attempt certainly did not go out; the same id may come back at once. The record stays
   * `pending` and free; one that no request has ever left for is removed. Does nothing where the lease was lost.
   */
  release(lease: SendLease, fate: Exclude<AttemptFate, 'open'>): Promise<void>;
  /**
   * Writes the end, and answers whether it stands. `false`: another holder has taken over or settled since, and its
   * word counts. `sent` is the truth, so it stands against every other state, whoever brings it. Repeating a settlement
   * changes nothing and answers `true`. A record that the store has lost is written anew.
   */
  settle(request: SettleRequest): Promise<boolean>;
  find(key: SendKey): Promise<SendRecord | undefined>;
  /** Records that a dead process left behind or that were released, the longest abandoned first. */
  listPending(query: PendingQuery): Promise<readonly PendingRecord[]>;
  /** Records that wait for a callback or a person, oldest claim first. */
  listUnknown(query: UnknownQuery): Promise<UnknownPage>;
  /** Settles an `unknown` record by hand or by callback. Answers `false` where it is not `unknown`. */
  resolveUnknown(key: SendKey, settlement: Exclude<Settlement, { state: 'unknown' }>): Promise<boolean>;
  /** The sent record that the platform gave this id; `undefined` where none is known. */
  findByMsgid(account: string, msgid: string): Promise<SentRecord | undefined>;
  /**
   * Notes on a sent record what a callback said; the latest word by its own moment stays. Answers `false` where the record
   * is not `sent` under this `msgid`.
   */
  noteDelivery(key: SendKey, msgid: string, delivery: SendDelivery): Promise<boolean>;
  /** Counts of the account's records by state. */
  count(account: string): Promise<Record<SendState, number>>;
  /** Records that fit, oldest creation first. Only for stores that can look for other things than keys. */
  search?(query: SendQuery): Promise<SendPage>;
  /**
   * Removes every record of the account that is past its retention, and answers how many there were. A store forgets them
   * by itself as well, in small portions beside its work. Only for stores without expiry of their own.
   */
  clean?(account: string): Promise<number>;
  /**
   * Lets ids that the store does not know count as new again, after it lost its memory. Answers `false` where nothing was
   * lost. Only for stores that can tell.
   */
  acceptLoss?(account: string): Promise<boolean>;
  close(): Promise<void>;
}
