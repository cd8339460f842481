import type { ClientOptions } from '../client/client-settings.js';
import type { CallbackInbox } from './callback-inbox.js';

/**
 * How an account's callbacks are protected, as set in its console. Never guessed from what comes in.
 * - `plain` (明文模式): only the address is signed
 * - `compatible` (兼容模式): plain and encrypted side by side; the encrypted half is what counts
 * - `safe` (安全模式): encrypted; anything else is refused
 */
export type CallbackMode = 'plain' | 'compatible' | 'safe';

/** What the receiver of every platform accepts, beside the name of its account. */
export interface CallbackOptions extends Pick<ClientOptions, 'redis' | 'clock' | 'onEvent' | 'logger'> {
  /** Token (令牌) of the console's callback settings; never printed. */
  token: string;
  /** EncodingAESKey of the console, 43 characters. While it is being changed: the new one, then the old one. */
  encodingAesKey?: string | readonly string[] | undefined;
  /** @default 'safe' where there is an `encodingAesKey`, else 'plain' */
  mode?: CallbackMode | undefined;
  /** How far a request's timestamp may be from now, either way. @default 300_000 */
  maxSkewMs?: number | undefined;
  /** What is longer is refused unread. @default 262_144 */
  maxBodyBytes?: number | undefined;
  /** How long a handler may keep the answer waiting; what it returns later goes to `onLateReply`. @default 500, at most 4500 */
  answerWithinMs?: number | undefined;
  /** How long an event is remembered, so that a repetition of it is not handled again. @default 86_400_000 */
  rememberMs?: number | undefined;
  /** How long a process that handles an event may be silent before another takes the event up. @default 30_000 */
  leaseMs?: number | undefined;
  /**
   * How often a handler that fails is called again at once, with full jitter from 1 s. After that the event goes back to the
   * inbox, and any process calls the handler again, more and more seldom, 20 times in all or until `rememberMs` is over.
   * @default 2
   */
  maxRetries?: number | undefined;
  /**
   * One of your own, which stays open when the receiver closes; `callbackInboxContract` says what it must do.
   * @default in Redis where `redis` is given, else in memory: then several processes each handle a repetition that reaches
   * them, and what a process was handling when it died is lost
   */
  inbox?: CallbackInbox | undefined;
}
