import { defineEvent, group, listOf, optionalCount, text, texts } from '@wetempo/core/callback';

const paid = {
  OpenId: text(),
  OutTradeNo: text(),
  ...texts('Env'),
  WeChatPayInfo: group(texts('MchOrderNo', 'TransactionId', 'PaidTime')),
};
/** Prices in cents. */
const price = {
  Quantity: optionalCount(),
  OrigPrice: optionalCount(),
  ActualPrice: optionalCount(),
  ...texts('Attach'),
};

/** Virtual payment, games and orders. */
export const paymentEvents = {
  /** Answer with `replyXpayReceived()` once the goods are handed over: the platform repeats it until then. */
  xpay_goods_deliver_notify: defineEvent('xpay_goods_deliver_notify', {
    ...paid,
    GoodsInfo: group({ ...texts('ProductId'), ...price }),
  }),
  /** Answered likewise. */
  xpay_coin_pay_notify: defineEvent('xpay_coin_pay_notify', { ...paid, CoinInfo: group(price) }),
  /** The fields of this one and the next three are not known here; they reach handlers as text. */
  xpay_refund_notify: defineEvent('xpay_refund_notify', {}),
  xpay_complaint_notify: defineEvent('xpay_complaint_notify', {}),
  xpay_subscribe_signing_result_notify: defineEvent('xpay_subscribe_signing_result_notify', {}),
  xpay_subscribe_pay_fail_notify: defineEvent('xpay_subscribe_pay_fail_notify', {}),
  /** Wants its answer within three seconds: `result_code` 0 refunds, 1 refuses; see `replyJson`. */
  xpay_subscribe_ios_refund_query_notify: defineEvent(
    'xpay_subscribe_ios_refund_query_notify',
    texts('refund_time'),
  ),
  minigame_coin_deliver_completed: defineEvent('minigame_coin_deliver_completed', {
    MiniGame: group(texts('Payload', 'PayEventSig', 'IsMock')),
  }),
  /** Fields at the top, also where XML wraps them. `total_cost` in cents. */
  complaint_callback: defineEvent('complaint_callback', {
    ...texts('appid', 'option_type', 'complaint_order_id', 'status', 'create_time', 'expire_time', 'type'),
    ...texts('order_id', 'out_trade_no', 'phone_number', 'open_id', 'pay_time', 'product_name'),
    ...texts('customer_material_content'),
    customer_material_media_id_list: listOf(text()),
    total_cost: optionalCount(),
    history: listOf(group({ ...texts('time', 'content'), media_id_list: listOf(text()) })),
  }),
} as const;
