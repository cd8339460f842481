import type { Telemetry } from '../../telemetry/telemetry.js';
import type { CallbackContext, OpenFields } from '../callback-message.js';
import type { CallbackReply } from '../callback-reply.js';
import type { CallbackErrorListener, CallbackFailure, LateReplyListener } from './callback-handler.js';

/** Who hears of failures and of late replies. */
export class Listeners {
  readonly #errors = new Set<CallbackErrorListener>();
  readonly #lateReplies = new Set<LateReplyListener>();

  addError(listener: CallbackErrorListener): () => void {
    this.#errors.add(listener);
    return () => this.#errors.delete(listener);
  }

  addLateReply(listener: LateReplyListener): () => void {
    this.#lateReplies.add(listener);
    return () => this.#lateReplies.delete(listener);
  }

  /** Never rejects. A failure of which nobody hears goes to the process' own warnings. */
  async tellFailure(error: unknown, failure: CallbackFailure, telemetry: Telemetry): Promise<void> {
    const { kind, name } = failure.context;
    if (this.#errors.size === 0 && !telemetry.hears('callback.failed')) {
      process.emitWarning(
        `a handler of the ${kind} "${name}" threw, and no onError hears of it`,
        'WetempoWarning',
      );
    }
    for (const listener of this.#errors) {
      try {
        await listener(error, failure);
      } catch {
        process.emitWarning(`onError threw for a handler of the ${kind} "${name}"`, 'WetempoWarning');
      }
    }
  }

  /** Whether anybody took it. Rejects where whoever took it throws. */
  async tellLateReply(reply: CallbackReply, message: OpenFields, context: CallbackContext): Promise<boolean> {
    for (const listener of this.#lateReplies) await listener(reply, message, context);
    return this.#lateReplies.size > 0;
  }
}
