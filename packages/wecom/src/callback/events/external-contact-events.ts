import { group, listOf, optionalCount, text, texts } from '@wetempo/core/callback';
import { agentEvent, changeEvent, changeEvents } from '../agent-event.js';
import { callbackPage } from '../docs.js';

const docs = callbackPage(92130);

/** A member and the customer. */
const pair = { UserID: text(), ExternalUserID: text() };
/** `WelcomeCode` lets a welcome message be sent within twenty seconds. */
const welcomed = { ...pair, ...texts('State', 'WelcomeCode') };
/** `TagType` is `tag` or `tag_group`. */
const tag = { Id: text(), ...texts('TagType', 'StrategyId') };

/** Customers, their group chats and tags. */
export const externalContactEvents = {
  'change_external_contact.add_external_contact': changeEvent(
    'change_external_contact',
    'add_external_contact',
    welcomed,
    docs,
  ),
  'change_external_contact.add_half_external_contact': changeEvent(
    'change_external_contact',
    'add_half_external_contact',
    welcomed,
    docs,
  ),
  'change_external_contact.edit_external_contact': changeEvent(
    'change_external_contact',
    'edit_external_contact',
    { ...pair, ...texts('State') },
    docs,
  ),
  /** `Source` is `DELETE_BY_TRANSFER` where the customer went to another member. */
  'change_external_contact.del_external_contact': changeEvent(
    'change_external_contact',
    'del_external_contact',
    { ...pair, ...texts('Source') },
    docs,
  ),
  /** The customer has removed the member. */
  'change_external_contact.del_follow_user': changeEvent(
    'change_external_contact',
    'del_follow_user',
    pair,
    docs,
  ),
  /** `FailReason` is `customer_refused` or `customer_limit_exceed`. */
  'change_external_contact.transfer_fail': changeEvent(
    'change_external_contact',
    'transfer_fail',
    { ...pair, ...texts('FailReason') },
    docs,
  ),
  'change_external_contact.msg_audit_approved': changeEvent(
    'change_external_contact',
    'msg_audit_approved',
    { ...pair, ...texts('WelcomeCode') },
    docs,
  ),
  change_external_contact: agentEvent(
    'change_external_contact',
    texts('ChangeType', 'UserID', 'ExternalUserID'),
    docs,
  ),
  'change_external_chat.create': changeEvent('change_external_chat', 'create', { ChatId: text() }, docs),
  /** `UpdateDetail`: `add_member`, `del_member`, `change_owner`, `change_name` or `change_notice`. */
  'change_external_chat.update': changeEvent(
    'change_external_chat',
    'update',
    {
      ChatId: text(),
      MemChangeCnt: optionalCount(),
      MemChangeList: group({ Item: listOf(text()) }),
      ...texts('UpdateDetail', 'JoinScene', 'QuitScene', 'LastMemVer', 'CurMemVer'),
    },
    docs,
  ),
  'change_external_chat.dismiss': changeEvent('change_external_chat', 'dismiss', { ChatId: text() }, docs),
  change_external_chat: agentEvent('change_external_chat', texts('ChangeType', 'ChatId'), docs),
  'change_external_tag.create': changeEvent('change_external_tag', 'create', tag, docs),
  'change_external_tag.update': changeEvent('change_external_tag', 'update', tag, docs),
  'change_external_tag.delete': changeEvent('change_external_tag', 'delete', tag, docs),
  /** Tags of a group were put into another order; `Id` is the group. */
  'change_external_tag.shuffle': changeEvent(
    'change_external_tag',
    'shuffle',
    texts('Id', 'StrategyId'),
    docs,
  ),
  change_external_tag: agentEvent('change_external_tag', texts('ChangeType', 'Id', 'TagType'), docs),
  ...changeEvents('customer_acquisition', ['balance_low', 'balance_exhausted', 'balance_increased'], {}),
  ...changeEvents('customer_acquisition', ['link_unavailable', 'delete_link'], texts('LinkId')),
  ...changeEvents('customer_acquisition', ['open_profile', 'friend_request'], texts('LinkId', 'State')),
  ...changeEvents(
    'customer_acquisition',
    ['customer_start_chat', 'del_follow_user'],
    texts('UserID', 'ExternalUserID', 'LinkId'),
  ),
  'customer_acquisition.quota_expire_soon': changeEvent('customer_acquisition', 'quota_expire_soon', {
    ...texts('ExpireTime'),
    ExpireQuotaNum: optionalCount(),
  }),
  /** The two ids and `ChatSeq` came until December 2024. */
  'customer_acquisition.message_from_customer': changeEvent(
    'customer_acquisition',
    'message_from_customer',
    texts('LinkId', 'ChatKey', 'UserID', 'ExternalUserID', 'ChatSeq'),
  ),
  customer_acquisition: agentEvent('customer_acquisition', texts('ChangeType', 'LinkId')),
} as const;
