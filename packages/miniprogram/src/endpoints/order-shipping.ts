import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { page } from './docs.js';
import {
  deliveryMode,
  logisticsType,
  moment,
  order,
  orderKey,
  orderNumber,
  payer,
  shipments,
} from './order-parts.js';
import { openid, requiredText, unixSeconds } from './request-parts.js';
import { acknowledgement } from './response-parts.js';

const shipping = {
  logistics_type: logisticsType,
  delivery_mode: deliveryMode,
  /** Needed where `delivery_mode` is 2: whether this was the last part. */
  is_all_delivered: z.boolean().optional(),
  shipping_list: shipments,
};

const anApp = z.strictObject({
  /** @default that of the client */
  appid: requiredText().optional(),
});

// What is uploaded may be changed once, and the customer is told of it each time: nothing here is repeated blindly.

/** What was paid for and is shipped (发货信息管理): the platform holds the money back until it knows. */
export const orderShippingEndpoints = {
  /** Tells that an order was shipped. It may be told once more, to correct it. */
  uploadShippingInfo: defineEndpoint({
    name: 'orderShipping.uploadShippingInfo',
    method: 'POST',
    path: '/wxa/sec/order/upload_shipping_info',
    docs: page('order_shipping/api_uploadshippinginfo'),
    kind: 'write',
    request: z.strictObject({ order_key: orderKey, ...shipping, upload_time: moment, payer }),
    response: acknowledgement,
  }),

  /** The same for an order of several payments that is shipped as one. */
  uploadCombinedShippingInfo: defineEndpoint({
    name: 'orderShipping.uploadCombinedShippingInfo',
    method: 'POST',
    path: '/wxa/sec/order/upload_combined_shipping_info',
    docs: page('order_shipping/api_uploadcombinedshippinginfo'),
    kind: 'write',
    request: z.strictObject({
      order_key: orderKey,
      sub_orders: z
        .array(z.strictObject({ order_key: orderKey, ...shipping }))
        .min(1, 'must name at least one order'),
      upload_time: moment,
      payer,
    }),
    response: acknowledgement,
  }),

  /** One order. */
  getOrder: defineEndpoint({
    name: 'orderShipping.getOrder',
    method: 'POST',
    path: '/wxa/sec/order/get_order',
    docs: page('order_shipping/api_getorder'),
    kind: 'read',
    request: z.strictObject(orderNumber),
    response: z.looseObject({ order }),
  }),

  /** One page of the orders, those paid last first. */
  getOrderList: defineEndpoint({
    name: 'orderShipping.getOrderList',
    method: 'POST',
    path: '/wxa/sec/order/get_order_list',
    docs: page('order_shipping/api_getorderlist'),
    kind: 'read',
    request: z.strictObject({
      pay_time_range: z
        .strictObject({ begin_time: unixSeconds.optional(), end_time: unixSeconds.optional() })
        .optional(),
      order_state: z.int().optional(),
      openid: openid.optional(),
      /** Of the answer before; left out for the first page. */
      last_index: requiredText().optional(),
      page_size: z.int().min(1, 'must be at least 1').optional(),
    }),
    response: z.looseObject({
      order_list: z.array(order),
      has_more: z.boolean().optional(),
      last_index: z.string().optional(),
    }),
  }),

  /** Reminds the customer to say that the goods came. Once for each order. */
  notifyConfirmReceive: defineEndpoint({
    name: 'orderShipping.notifyConfirmReceive',
    method: 'POST',
    path: '/wxa/sec/order/notify_confirm_receive',
    docs: page('order_shipping/api_notifyconfirmreceive'),
    kind: 'write',
    request: z.strictObject({ ...orderNumber, received_time: unixSeconds }),
    response: acknowledgement,
  }),

  /** Sets the page that the platform's messages about orders open. */
  setMsgJumpPath: defineEndpoint({
    name: 'orderShipping.setMsgJumpPath',
    method: 'POST',
    path: '/wxa/sec/order/set_msg_jump_path',
    docs: page('order_shipping/api_setmsgjumppath'),
    kind: 'write',
    // What is set to the same again stays what it is.
    idempotent: true,
    request: z.strictObject({ path: requiredText() }),
    response: acknowledgement,
  }),

  /** Whether the mini program must tell what it ships. */
  isTradeManaged: defineEndpoint({
    name: 'orderShipping.isTradeManaged',
    method: 'POST',
    path: '/wxa/sec/order/is_trade_managed',
    docs: page('order_shipping/api_istrademanaged'),
    kind: 'read',
    accountFields: ['appid'],
    request: anApp,
    response: z.looseObject({ is_trade_managed: z.boolean() }),
  }),

  /** Whether the console's steps for that are done. */
  isTradeManagementConfirmed: defineEndpoint({
    name: 'orderShipping.isTradeManagementConfirmed',
    method: 'POST',
    path: '/wxa/sec/order/is_trade_management_confirmation_completed',
    docs: page('order_shipping/api_istrademanagementconfirmationcompleted'),
    kind: 'read',
    accountFields: ['appid'],
    request: anApp,
    response: z.looseObject({ completed: z.boolean() }),
  }),

  /** Says that an order is shipped later than usual, or needs no shipping. */
  opSpecialOrder: defineEndpoint({
    name: 'orderShipping.opSpecialOrder',
    method: 'POST',
    path: '/wxa/sec/order/opspecialorder',
    docs: page('order_shipping/api_opspecialorder'),
    kind: 'write',
    request: z.strictObject({
      order_id: requiredText(),
      type: z.int(),
      delay_to: unixSeconds.optional(),
    }),
    response: acknowledgement,
  }),
} as const;
