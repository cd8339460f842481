import type { ShippedOrder } from '../../accounts/shipments.js';
import { isRecord } from '../../options/checks.js';
import { ok, refuse } from '../../server/answer.js';
import { type Route, withToken } from '../../server/route.js';

const PARAMETER_ERROR = 10_060_012;
const NO_SUCH_ORDER = 10_060_001;

/** Shipping of paid orders: https://developers.weixin.qq.com/miniprogram/dev/platform-capabilities/business-capabilities/order-shipping/order-shipping.html */
export const shippingRoutes: readonly Route[] = [
  withToken('POST', '/wxa/sec/order/upload_shipping_info', ({ account, body, now }) => {
    if (!isRecord(body.payer) || typeof body.payer.openid !== 'string') return refuse(40003);
    if (!Array.isArray(body.shipping_list) || body.shipping_list.length === 0)
      return refuse(PARAMETER_ERROR, 'shipping_list is empty');
    return account.shipments.upload(body, now) ? ok() : refuse(NO_SUCH_ORDER, 'order not found');
  }),

  withToken('POST', '/wxa/sec/order/get_order', ({ account, body }) => {
    const order = account.shipments.find(body);
    return order === undefined ? refuse(NO_SUCH_ORDER, 'order not found') : ok({ order: told(order) });
  }),

  withToken('POST', '/wxa/sec/order/get_order_list', ({ account, body }) => {
    const orders = account.shipments.list().filter((order) => isAsked(order, body));
    return ok({ order_list: orders.map(told), has_more: false, last_index: '' });
  }),
];

function isAsked({ state, openid }: ShippedOrder, asked: Readonly<Record<string, unknown>>): boolean {
  if (asked.order_state !== undefined && asked.order_state !== state) return false;
  return asked.openid === undefined || asked.openid === openid;
}

function told(order: ShippedOrder): object {
  const seconds = Math.floor(order.uploadedAt / 1_000);
  const { logistics_type, delivery_mode, shipping_list } = order.shipping;
  const list = (shipping_list as readonly object[]).map((item) => ({ ...item, upload_time: seconds }));
  return {
    transaction_id: order.transactionId,
    merchant_id: order.merchantId,
    merchant_trade_no: order.merchantTradeNo,
    description: '示例商品',
    paid_amount: 1_250,
    openid: order.openid,
    trade_create_time: seconds,
    pay_time: seconds,
    order_state: order.state,
    in_complaint: false,
    shipping: {
      logistics_type,
      delivery_mode,
      finish_shipping: true,
      finish_shipping_count: 1,
      goods_desc: '',
      shipping_list: list,
    },
  };
}
