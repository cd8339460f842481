import { ValidationError } from '@wetempo/core';
import type { CallbackReply } from '@wetempo/core/callback';

/** Hands the message to the customer service staff. Other messages are answered by `customerMessage.send` alone. */
export function transferToCustomerService(kfAccount?: string): CallbackReply {
  const MsgType = 'transfer_customer_service';
  if (kfAccount === undefined) return { type: 'message', fields: { MsgType } };
  if (kfAccount === '') {
    const issue = { path: 'kfAccount', message: 'must not be empty' };
    throw new ValidationError(`reply: ${issue.path} ${issue.message}`, {
      issues: [issue],
      hint: 'Leave it out, and anybody on duty takes the conversation.',
    });
  }
  return { type: 'message', fields: { MsgType, TransInfo: { KfAccount: kfAccount } } };
}

/** A body whose shape the platform prescribes for an event, for example for virtual payment. */
export function replyJson(body: object): CallbackReply {
  return { type: 'raw', body: JSON.stringify(body), contentType: 'application/json; charset=utf-8' };
}

/** Tells virtual payment (`xpay_…_notify`) that the goods or coins were handed over, so that it need not ask again. */
export function replyXpayReceived(): CallbackReply {
  return replyJson({ ErrCode: 0, ErrMsg: 'success' });
}

/** Tells virtual payment that it went wrong here: it repeats the event. */
export function replyXpayFailed(message: string): CallbackReply {
  return replyJson({ ErrCode: 1, ErrMsg: message });
}
