import { Injectable } from '@nestjs/common';
import { isWechatError, WechatMp } from '@wetempo/wechat-mp';

@Injectable()
export class Greeter {
  constructor(private readonly mp: WechatMp) {}

  /** The platform's id of the message, or why there is none. */
  async greet(openid: string, orderId: string): Promise<string> {
    const message = {
      touser: openid,
      template_id: 'ORDER_READY',
      data: { thing1: { value: '您的订单已备好' } },
    };
    try {
      const receipt = await this.mp.template.send(message, { requestId: `greet:${orderId}` });
      return receipt.msgid ?? 'sent without an id';
    } catch (error) {
      if (isWechatError(error) && error.code === 'API_ERROR') return `refused: ${error.errcode}`;
      throw error;
    }
  }
}
