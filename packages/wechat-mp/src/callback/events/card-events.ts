import { defineEvent, optionalCount, text, texts } from '@wetempo/core/callback';

/** A card in somebody's hands: `UserCardCode` is the card's own number. */
const held = { CardId: text(), ...texts('UserCardCode') };

/** Cards and coupons, gift cards, member cards. */
export const cardEvents = {
  card_pass_check: defineEvent('card_pass_check', { CardId: text() }),
  card_not_pass_check: defineEvent('card_not_pass_check', { CardId: text(), ...texts('RefuseReason') }),
  card_sku_remind: defineEvent('card_sku_remind', { CardId: text(), ...texts('Detail') }),
  card_merchant_check_result: defineEvent(
    'card_merchant_check_result',
    texts('MerchantId', 'IsPass', 'Reason'),
  ),
  card_pay_order: defineEvent('card_pay_order', {
    OrderId: text(),
    FreeCoinCount: optionalCount(),
    PayCoinCount: optionalCount(),
    RefundFreeCoinCount: optionalCount(),
    RefundPayCoinCount: optionalCount(),
    ...texts('Status', 'CreateOrderTime', 'PayFinishTime', 'Desc', 'OrderType', 'Memo', 'ReceiptInfo'),
  }),
  user_get_card: defineEvent('user_get_card', {
    ...held,
    ...texts('IsGiveByFriend', 'FriendUserName', 'OuterId', 'OuterStr', 'OldUserCardCode'),
    ...texts('IsRestoreMemberCard', 'IsRecommendByFriend', 'UnionId'),
  }),
  user_gifting_card: defineEvent('user_gifting_card', {
    ...held,
    ...texts('IsReturnBack', 'FriendUserName', 'IsChatRoom'),
  }),
  user_del_card: defineEvent('user_del_card', held),
  user_consume_card: defineEvent('user_consume_card', {
    ...held,
    ...texts('ConsumeSource', 'LocationName', 'StaffOpenId', 'VerifyCode', 'RemarkAmount', 'OuterStr'),
  }),
  /** `Fee` and `OriginalFee` in cents. */
  user_pay_from_pay_cell: defineEvent('user_pay_from_pay_cell', {
    ...held,
    ...texts('TransId', 'LocationId', 'Fee', 'OriginalFee'),
  }),
  user_view_card: defineEvent('user_view_card', { ...held, ...texts('OuterStr') }),
  user_enter_session_from_card: defineEvent('user_enter_session_from_card', held),
  update_member_card: defineEvent('update_member_card', {
    ...held,
    ...texts('ModifyBonus', 'ModifyBalance'),
  }),
  submit_membercard_user_info: defineEvent('submit_membercard_user_info', held),
  giftcard_pay_done: defineEvent('giftcard_pay_done', texts('PageId', 'OrderId')),
  giftcard_send_to_friend: defineEvent(
    'giftcard_send_to_friend',
    texts('PageId', 'OrderId', 'IsChatRoom', 'IsReturnBack'),
  ),
  giftcard_user_accept: defineEvent('giftcard_user_accept', texts('PageId', 'OrderId', 'IsChatRoom')),
} as const;
