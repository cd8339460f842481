import { defineEvent, group, listOf, optionalCount, texts } from '@wetempo/core/callback';

const client = texts('BizID', 'BizPwd', 'ShopAppID');
const address = group(
  texts('Name', 'Tel', 'Mobile', 'Company', 'PostCode', 'Country', 'Province', 'City', 'Area', 'Address'),
);

/** Express and delivery: the first ones reach programs of logistics companies. */
export const logisticsEvents = {
  add_waybill: defineEvent('add_waybill', {
    ...client,
    ...texts('Token', 'OrderID', 'WayBillID', 'Remark'),
    Sender: address,
    Receiver: address,
    Cargo: group({
      ...texts('Weight', 'Space_X', 'Space_Y', 'Space_Z'),
      Count: optionalCount(),
      DetailList: listOf(group({ ...texts('Name'), Count: optionalCount() })),
    }),
    Insured: group(texts('UseInsured', 'InsuredValue')),
    Service: group(texts('ServiceType', 'ServiceName')),
  }),
  cancel_waybill: defineEvent('cancel_waybill', { ...client, ...texts('OrderID', 'WayBillID') }),
  check_biz: defineEvent('check_biz', {
    ...client,
    ...texts('ShopName', 'ShopTelphone', 'ShopContact', 'ServiceName'),
    ...texts('SenderProvince', 'SenderCity', 'SenderArea', 'SenderAddress'),
  }),
  get_quota: defineEvent('get_quota', client),
  add_express_path: defineEvent('add_express_path', {
    ...texts('DeliveryID', 'WayBillId', 'OrderId', 'Version'),
    Count: optionalCount(),
    Actions: listOf(group(texts('ActionTime', 'ActionType', 'ActionMsg'))),
  }),
  update_business_bind_result: defineEvent('update_business_bind_result', texts('delivery_id', 'biz_id')),
  update_waybill_status: defineEvent('update_waybill_status', {
    ...texts('shopid', 'shop_order_id', 'waybill_id', 'action_time', 'order_status', 'action_msg', 'shop_no'),
    agent: group(texts('name', 'phone')),
  }),
} as const;
