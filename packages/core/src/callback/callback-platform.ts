import type { CallbackFields } from './callback-content.js';
import type { CallbackCatalog } from './callback-message.js';

/** What core needs to know of a platform's callbacks: data and small functions. */
export interface CallbackPlatform<Catalog extends CallbackCatalog = CallbackCatalog> {
  /** For messages and metrics, for example `wechat-mp`. */
  readonly name: string;
  /** `echo`: `signature` over three values, echostr goes back as it is. `decrypt`: `msg_signature` over four, echostr is opened. */
  readonly urlCheck: 'echo' | 'decrypt';
  /** Whether bodies are always encrypted (WeCom), so that no mode can be chosen. */
  readonly alwaysSafe: boolean;
  readonly catalog: Catalog;
  /** Fields of the content that belong to the identity of the account, for example `AgentID`. @default none */
  readonly accountFields?: readonly string[] | undefined;
  /** Unwraps what the platform wraps in one format alone, so that XML and JSON twins are alike. @default as it is */
  normalise?(content: CallbackFields): CallbackFields;
}
