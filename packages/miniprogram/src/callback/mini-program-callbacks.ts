import { checkOptions } from '@wetempo/core';
import { type CallbackOptions, CallbackReceiver, callbackOptionsShape } from '@wetempo/core/callback';
import { z } from 'zod';
import { settleDeliveries } from '../delivery/index.js';
import type { MiniProgram } from '../mini-program.js';
import { InOrder } from './in-order.js';
import type { MiniProgramCallbackCatalog } from './mini-program-callback-catalog.js';
import { miniProgramCallbackPlatform } from './mini-program-callback-platform.js';

export interface MiniProgramCallbacksOptions extends CallbackOptions {
  /** `wx…`, from the console: 开发管理 → 开发设置. Callbacks that are meant for another account are refused. */
  appId: string;
}

const optionsSchema = z.strictObject({
  ...callbackOptionsShape,
  appId: z.string().regex(/^wx[0-9A-Za-z]{6,}$/, 'must be an app id, which begins with "wx"'),
});

/**
 * Receives what the platform pushes to one Mini Program (小程序), as XML or as JSON, whichever the console is set to.
 *
 * @example
 * const callbacks = new MiniProgramCallbacks({ appId, token, encodingAesKey, redis: 'redis://127.0.0.1:6379' });
 * callbacks.onEvent('wxa_media_check', ({ trace_id, result }) => store(trace_id, result.suggest));
 * createServer(callbacks.requestHandler()).listen(3000);
 */
export class MiniProgramCallbacks extends CallbackReceiver<MiniProgramCallbackCatalog> {
  /** @throws {ConfigError} naming each wrong option by its path */
  constructor(options: MiniProgramCallbacksOptions) {
    checkOptions(optionsSchema, options, 'MiniProgramCallbacks');
    const { appId, ...rest } = options;
    super(miniProgramCallbackPlatform, { account: appId, receiveIds: [appId] }, rest);
  }

  /**
   * From now on, what the platform reports of subscription messages is written into their records, also where nobody knew
   * what became of a message. Reports of one person are taken in the order in which they came. The platform has its answer
   * within `answerWithinMs`, even where a report overtook the answer to its message and is waited for longer.
   *
   * Answers a function that ends it.
   */
  settleSends(mini: Pick<MiniProgram, 'sends'>): () => void {
    const inOrder = new InOrder();
    return this.onEvent('subscribe_msg_sent_event', async (event, { signal }) => {
      await inOrder.run(event.FromUserName, () => settleDeliveries(mini, event, { signal }));
    });
  }
}
