import type { AnyMessageEndpoint, RequestOf } from '../endpoint/endpoint.js';

/** One message of a push. */
export interface PushItem<Request = unknown> {
  /** Your own key of this message: whoever pushes it again, and wherever, it goes out once. */
  readonly requestId: string;
  readonly request: Request;
  /** Where it stands in its file, from 1; only for results that name it. */
  readonly line?: number | undefined;
}

/** What stands in the place of a message and can be none. It ends as `invalid`, and the push goes on. */
export interface InvalidItem {
  /** Its own, or a name of where it stands, for example `line 17`. */
  readonly requestId: string;
  /** What is wrong with it. */
  readonly invalid: string;
  readonly line?: number | undefined;
}

export type PushEntry<Request = unknown> = PushItem<Request> | InvalidItem;

/** Walked once, a piece at a time: never held in memory as a whole. */
export type PushItems<Request = unknown> = AsyncIterable<PushEntry<Request>> | Iterable<PushEntry<Request>>;

/** How the messages of a push are sent. */
export interface PushSettings {
  /** Names the push in searches and in the records of its messages: 1 to 128 letters, digits, or one of _ . : - */
  readonly id: string;
  /** Budget group of its calls, see `limits.groups`. @default 'batch' */
  readonly group?: string | undefined;
  readonly tenant?: string | undefined;
  /** The first message leaves at a random moment within this time, so that pushes of many processes do not begin together. @default 0 */
  readonly startSpreadMs?: number | undefined;
  /** Messages that have not begun this long after the start are not sent. @default none */
  readonly deadlineMs?: number | undefined;
  /** Messages under way at once in one process, 1 to 1000. @default 64 */
  readonly concurrency?: number | undefined;
  /** A pace of the push's own beside the account's limits, over all processes that work on it. @default none */
  readonly maxPerSecond?: number | undefined;
  /**
   * What is sent again although it has an end, see the call option of this name. To retry what was refused, run the same
   * push with `failed`: what was sent is left alone.
   *
   * @default 'never'
   */
  readonly resend?: 'never' | 'failed' | 'unknown' | undefined;
}

/** A push: the same request kind for many people. */
export interface PushPlan<E extends AnyMessageEndpoint = AnyMessageEndpoint> extends PushSettings {
  readonly endpoint: E;
  readonly items: PushItems<RequestOf<E>>;
  /** How many items there are, where that is known beforehand; only for progress in percent. */
  readonly total?: number | undefined;
}
