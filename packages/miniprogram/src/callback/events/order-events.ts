import { defineEvent, texts } from '@wetempo/core/callback';

const order = texts(
  'transaction_id',
  'merchant_id',
  'sub_merchant_id',
  'merchant_trade_no',
  'pay_time',
  'msg',
);

/** Orders whose shipping the platform watches. The fields are known from second hand, so all may be missing. */
export const orderEvents = {
  trade_manage_remind_access_api: defineEvent('trade_manage_remind_access_api', texts('msg')),
  trade_manage_remind_shipping: defineEvent('trade_manage_remind_shipping', order),
  trade_manage_order_settlement: defineEvent('trade_manage_order_settlement', {
    ...order,
    ...texts('shipped_time', 'estimated_settlement_time', 'confirm_receive_method'),
    ...texts('confirm_receive_time', 'settlement_time'),
  }),
} as const;
