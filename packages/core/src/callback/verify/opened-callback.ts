import type { CallbackFields, CallbackFormat } from '../callback-content.js';
import type { CallbackAnswer } from '../callback-request.js';

/** A callback that was proved to be the platform's, and meant for us. */
export interface OpenedCallback {
  /** Canonical content, without the root element, after the platform's `normalise`. */
  readonly content: CallbackFields;
  readonly format: CallbackFormat;
  /** The signature that proved it: nobody can use it again with another body where this is remembered. */
  readonly nonceKey: string;
  /** SHA-256 of the verified bytes: of what was opened, or of the body in plain mode. */
  readonly bodyDigest: string;
  /**
   * The answer that carries `body` as the mode wants it: encrypted with the key that opened the request and signed anew, or as
   * it is. Not for the word "success" and the empty body, which are never encrypted.
   */
  seal(body: string): CallbackAnswer;
}
