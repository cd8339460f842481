import { Inject, Injectable } from '@nestjs/common';
import { isWechatErrorOf, MiniProgram } from '@wetempo/miniprogram';
import type { Order } from './orders.js';

export const ORDER_TEMPLATE = Symbol('id of the template for paid orders');

/** What became of the message about an order. */
export type Notice =
  | 'sent'
  /** This message went out already; nothing was sent now. */
  | 'sent before'
  /** The person did not agree to the message in the mini program, or the one that was agreed to is used up. */
  | 'not subscribed'
  /** The answer was lost, so the person may have it. It is not sent again: WeChat would not know it for the same. */
  | 'unknown';

const notSubscribed = 43101;

/** Tells people about their orders, once each. */
@Injectable()
export class OrderNotices {
  readonly #mini: MiniProgram;
  readonly #templateId: string;

  constructor(@Inject(MiniProgram) mini: MiniProgram, @Inject(ORDER_TEMPLATE) templateId: string) {
    this.#mini = mini;
    this.#templateId = templateId;
  }

  /** However often it is called for an order, and by whichever process, one message goes out. */
  async paid(order: Order): Promise<Notice> {
    const message = {
      touser: order.openid,
      template_id: this.#templateId,
      page: `pages/order/index?id=${order.id}`,
      // Take the names of the fields from the template of your account.
      data: { thing1: { value: order.item }, phrase2: { value: '已付款' } },
    };
    try {
      const receipt = await this.#mini.subscribeMessage.send(message, {
        requestId: `order-paid-${order.id}`,
      });
      return receipt.replayed ? 'sent before' : 'sent';
    } catch (error) {
      if (isWechatErrorOf(error, 'API_ERROR') && error.errcode === notSubscribed) return 'not subscribed';
      if (isWechatErrorOf(error, 'OUTCOME_UNKNOWN')) return 'unknown';
      throw error;
    }
  }
}
