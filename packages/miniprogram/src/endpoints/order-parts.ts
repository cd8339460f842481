import { z } from 'zod';
import { openid, requiredText, text } from './request-parts.js';
import { id64 } from './response-parts.js';

/** Names an order to the platform: by the number of its payment, or by the merchant and the merchant's own number. */
export const orderKey = z.discriminatedUnion('order_number_type', [
  z.strictObject({
    order_number_type: z.literal(1),
    mchid: requiredText(),
    out_trade_no: requiredText(),
  }),
  z.strictObject({ order_number_type: z.literal(2), transaction_id: requiredText() }),
]);

export const payer = z.strictObject({ openid });

/** 1: a carrier, 2: within the city, 3: nothing that is carried, 4: the customer fetches it. */
export const logisticsType = z.union(
  [z.literal(1), z.literal(2), z.literal(3), z.literal(4)],
  'must be 1, 2, 3 or 4',
);

/** 1: all together, 2: in several parts. */
export const deliveryMode = z.union([z.literal(1), z.literal(2)], 'must be 1 or 2');

/** A time with milliseconds and zone, such as 2026-01-02T10:00:00.000+08:00. */
export const moment = z.iso.datetime({
  offset: true,
  message: 'must be a time such as 2026-01-02T10:00:00.000+08:00',
});

/** One parcel; an order in several parts has up to 15, any other has one. */
export const shipments = z
  .array(
    z.strictObject({
      express_company: requiredText().optional(),
      tracking_no: requiredText().optional(),
      item_desc: text().optional(),
      contact: z
        .strictObject({ consignor_contact: text().optional(), receiver_contact: text().optional() })
        .optional(),
    }),
  )
  .min(1, 'must name at least one parcel')
  .max(15, 'must name at most 15 parcels');

/** How the other endpoints name an order. */
export const orderNumber = {
  transaction_id: requiredText().optional(),
  /** In the place of `transaction_id`, together with `merchant_trade_no`. */
  merchant_id: requiredText().optional(),
  sub_merchant_id: requiredText().optional(),
  merchant_trade_no: requiredText().optional(),
};

/** An order as the platform shows it. Amounts are cents. */
export const order = z.looseObject({
  transaction_id: id64.optional(),
  merchant_id: id64.optional(),
  merchant_trade_no: id64.optional(),
  openid: z.string().optional(),
  description: z.string().optional(),
  paid_amount: z.number().optional(),
  /** 1: to be shipped, 2: shipped, 3: received, 4: done, 5: refunded, 6: to be settled. */
  order_state: z.number(),
  /** Seconds since 1970. */
  trade_create_time: z.number().optional(),
  /** Seconds since 1970. */
  pay_time: z.number().optional(),
  in_complaint: z.boolean().optional(),
  shipping: z.looseObject({ shipping_list: z.array(z.looseObject({})).optional() }).optional(),
});
