import { checkOptions } from '@wetempo/core';
import { type CallbackOptions, CallbackReceiver, callbackOptionsShape } from '@wetempo/core/callback';
import { z } from 'zod';
import { settleDeliveries } from '../delivery/index.js';
import type { WechatMp } from '../wechat-mp.js';
import { InOrder } from './in-order.js';
import type { MpCallbackCatalog } from './mp-callback-catalog.js';
import { mpCallbackPlatform } from './mp-callback-platform.js';

export interface WechatMpCallbacksOptions extends CallbackOptions {
  /** `wx…`, from the console: 设置与开发 → 基本配置. Callbacks that are meant for another account are refused. */
  appId: string;
}

const optionsSchema = z.strictObject({
  ...callbackOptionsShape,
  appId: z.string().regex(/^wx[0-9A-Za-z]{6,}$/, 'must be an app id, which begins with "wx"'),
});

/**
 * Receives what the platform pushes to one Official Account (公众号): what people write, and what happens.
 *
 * @example
 * const callbacks = new WechatMpCallbacks({ appId, token, encodingAesKey, redis: 'redis://127.0.0.1:6379' });
 * callbacks.onMessage('text', ({ Content }) => replyText(`You said ${Content}`));
 * createServer(callbacks.requestHandler()).listen(3000);
 */
export class WechatMpCallbacks extends CallbackReceiver<MpCallbackCatalog> {
  /** @throws {ConfigError} naming each wrong option by its path */
  constructor(options: WechatMpCallbacksOptions) {
    checkOptions(optionsSchema, options, 'WechatMpCallbacks');
    const { appId, ...rest } = options;
    super(mpCallbackPlatform, { account: appId, receiveIds: [appId] }, rest);
  }

  /**
   * From now on, what the platform reports of template and subscription messages is written into their records, also where
   * nobody knew what became of a message. Reports of one person are taken in the order in which they came. The platform has
   * its answer within `answerWithinMs`, even where a report overtook the answer to its message and is waited for longer.
   *
   * Answers a function that ends it.
   */
  settleSends(mp: Pick<WechatMp, 'sends'>): () => void {
    const inOrder = new InOrder();
    const settle = async (event: { readonly FromUserName: string }, { signal }: { signal: AbortSignal }) => {
      await inOrder.run(event.FromUserName, () => settleDeliveries(mp, event, { signal }));
    };
    const ends = [
      this.onEvent('TEMPLATESENDJOBFINISH', settle),
      this.onEvent('subscribe_msg_sent_event', settle),
    ];
    return () => {
      for (const end of ends) end();
    };
  }
}
