import { Inject, Injectable, Logger } from '@nestjs/common';
import {
  type CallbackContext,
  type CallbackReply,
  type OpenFields,
  replyText,
} from '@wetempo/wechat-mp/callback';
import {
  OnWechatAny,
  OnWechatEvent,
  OnWechatMessage,
  type WechatEvent,
  type WechatMessage,
} from '@wetempo/wechat-mp/nestjs';
import { type Notice, Orders } from './orders.js';

const answers: Readonly<Record<Notice, string>> = {
  sent: '通知已发出，请稍候。',
  delivered: '通知已送达。',
  undelivered: '通知未能送达，请检查您的设置。',
  open: '通知正在发送。',
};

/** Answers followers. What a method returns is the reply; one that returns nothing answers nothing. */
@Injectable()
export class Reception {
  readonly #log = new Logger('Reception');

  constructor(@Inject(Orders) private readonly orders: Orders) {}

  @OnWechatEvent('subscribe')
  greet({ FromUserName, EventKey }: WechatEvent<'subscribe'>): CallbackReply {
    this.#log.log(`${FromUserName} follows${EventKey ? `, led here by ${EventKey}` : ''}`);
    return replyText('您好，欢迎关注！发送订单号，备好后通知您。');
  }

  @OnWechatEvent('unsubscribe')
  farewell({ FromUserName }: WechatEvent<'unsubscribe'>): void {
    this.#log.log(`${FromUserName} is gone`);
  }

  @OnWechatMessage('text')
  async answer({ FromUserName, Content }: WechatMessage<'text'>): Promise<CallbackReply> {
    const order = Content.trim();
    if (!/^\d{1,20}$/.test(order)) return replyText(`您说的是「${order}」。发送订单号，备好后通知您。`);
    const notice = await this.orders.noticeOf(FromUserName, order);
    if (notice !== undefined) return replyText(answers[notice]);
    await this.orders.announce(FromUserName, order);
    return replyText(`订单 ${order} 已登记。`);
  }

  /** The message's record is settled by the module (`settles`); this only writes it down. */
  @OnWechatEvent('TEMPLATESENDJOBFINISH')
  delivered({ FromUserName, MsgID, Status }: WechatEvent<'TEMPLATESENDJOBFINISH'>): void {
    this.#log.log(`message ${MsgID} to ${FromUserName}: ${Status}`);
  }

  /** Whatever else comes, also what the platform invents tomorrow, is answered as received. */
  @OnWechatAny()
  note({ FromUserName }: OpenFields, { kind, name }: CallbackContext): void {
    this.#log.warn(`nothing handles the ${kind} ${name} of ${FromUserName}`);
  }
}
