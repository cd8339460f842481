import { Inject, Injectable } from '@nestjs/common';
import { WechatMp } from '@wetempo/wechat-mp';

/** What became of the message that tells somebody their order is ready. */
export type Notice = 'sent' | 'delivered' | 'undelivered' | 'open';

/** Tells people that their orders are ready, each once. */
@Injectable()
export class Orders {
  constructor(@Inject(WechatMp) private readonly mp: WechatMp) {}

  async announce(openid: string, order: string): Promise<void> {
    const message = {
      touser: openid,
      template_id: process.env.WECHAT_TEMPLATE ?? 'ORDER_READY',
      data: { character_string1: { value: order }, thing2: { value: '您的订单已备好' } },
    };
    // The order makes the id: however often somebody asks, and whichever process answers, one message goes out.
    await this.mp.template.send(message, { requestId: requestIdOf(openid, order) });
  }

  /** `undefined`: nothing was sent for this order. */
  async noticeOf(openid: string, order: string): Promise<Notice | undefined> {
    const record = await this.mp.sends.find(requestIdOf(openid, order));
    if (record === undefined) return undefined;
    return record.state === 'sent' ? (record.delivery?.state ?? 'sent') : 'open';
  }
}

function requestIdOf(openid: string, order: string): string {
  return `order-${order}-ready:${openid}`;
}
