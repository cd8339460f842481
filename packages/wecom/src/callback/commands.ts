import { defineCommand, group, listOf, optionalCount, text, texts } from '@wetempo/core/callback';
import type { ZodType } from 'zod';

/** What an app is told: the suite and the corp that it is about. `TimeStamp` in seconds since 1970. */
function suiteCommand<const Name extends string, Fields extends Readonly<Record<string, ZodType>>>(
  name: Name,
  fields: Fields,
) {
  const common = { ...texts('SuiteId', 'AuthCorpId'), TimeStamp: optionalCount() };
  return defineCommand(name, { ...common, ...fields });
}

/** What a service provider is told. */
function providerCommand<const Name extends string, Fields extends Readonly<Record<string, ZodType>>>(
  name: Name,
  fields: Fields,
) {
  const common = { ...texts('ServiceCorpId', 'AuthCorpId'), TimeStamp: optionalCount() };
  return defineCommand(name, { ...common, ...fields });
}

const device = { DeviceSn: text() };
const order = texts('PaidCorpId', 'OrderId');

/** What third-party apps and service providers are told, by `InfoType`. Each is answered by the word `success`. */
export const commands = {
  /** Comes every ten minutes; a suite's token cannot be had without the latest. */
  suite_ticket: suiteCommand('suite_ticket', { SuiteTicket: text() }),
  create_auth: suiteCommand('create_auth', { AuthCode: text(), ...texts('State') }),
  change_auth: suiteCommand('change_auth', texts('State')),
  cancel_auth: suiteCommand('cancel_auth', {}),
  reset_permanent_code: suiteCommand('reset_permanent_code', texts('AuthCode')),
  approve_special_auth: suiteCommand('approve_special_auth', texts('AuthType')),
  corp_arch_auth: suiteCommand('corp_arch_auth', {}),
  share_agent_change: suiteCommand('share_agent_change', texts('AppId', 'CorpId', 'AgentId')),
  device_data_auth_change: suiteCommand('device_data_auth_change', texts('AgentID')),
  /** Changes of the address book; `ChangeType` says which, and the fields are those of the event of this name. */
  change_contact: suiteCommand(
    'change_contact',
    texts('ChangeType', 'UserID', 'NewUserID', 'Id', 'Name', 'ParentId', 'Department', 'TagId'),
  ),
  change_external_contact: suiteCommand(
    'change_external_contact',
    texts('ChangeType', 'UserID', 'ExternalUserID', 'State', 'WelcomeCode', 'Source', 'FailReason'),
  ),
  change_external_chat: suiteCommand('change_external_chat', {
    ...texts('ChangeType', 'ChatId', 'UpdateDetail', 'JoinScene', 'QuitScene', 'LastMemVer', 'CurMemVer'),
    MemChangeCnt: optionalCount(),
    MemChangeList: group({ Item: listOf(text()) }),
  }),
  change_external_tag: suiteCommand(
    'change_external_tag',
    texts('ChangeType', 'Id', 'TagType', 'StrategyId'),
  ),
  open_order: suiteCommand('open_order', { ...order, ...texts('OperatorId') }),
  change_order: suiteCommand('change_order', texts('PaidCorpId', 'OldOrderId', 'NewOrderId')),
  pay_for_app_success: suiteCommand('pay_for_app_success', order),
  refund: suiteCommand('refund', order),
  /** The platform spells it like this. */
  change_editon: suiteCommand('change_editon', texts('PaidCorpId')),
  chat_archive_audit_approved_single: suiteCommand(
    'chat_archive_audit_approved_single',
    texts('OpenUserID', 'ExternalUserID', 'ChatId'),
  ),
  chat_archive_export_finished: suiteCommand('chat_archive_export_finished', texts('JobId')),
  conversation_new_message: suiteCommand('conversation_new_message', texts('Token')),
  hit_keyword: suiteCommand('hit_keyword', texts('Token')),
  register_corp: providerCommand('register_corp', {
    ...texts('RegisterCode', 'State', 'TemplateId'),
    ContactSync: group({ ...texts('AccessToken'), ExpiresIn: optionalCount() }),
    AuthUserInfo: group(texts('UserId')),
  }),
  enter_register_package: providerCommand('enter_register_package', {
    ...texts('RegisterCode', 'State', 'TemplateId'),
    AuthUserInfo: group(texts('UserId')),
  }),
  license_pay_success: providerCommand('license_pay_success', texts('OrderId', 'BuyerUserId')),
  license_refund: providerCommand('license_refund', texts('OrderId', 'OrderStatus')),
  auto_activate: providerCommand('auto_activate', {
    ...texts('Scene'),
    AccountList: listOf(
      group(texts('ActiveCode', 'Type', 'ExpireTime', 'UserId', 'PreviousStatus', 'PreviousActiveCode')),
    ),
  }),
  advanced_api_expired: providerCommand('advanced_api_expired', {
    ...texts('AdvanceApiType'),
    ChatArchiveApi: group(texts('Edition')),
  }),
  advanced_api_trial_expired: providerCommand('advanced_api_trial_expired', texts('AdvanceApiType')),
  agree_external_userid_migration: providerCommand('agree_external_userid_migration', {}),
  add_device: providerCommand('add_device', { ...device, ...texts('RemarkName', 'ModelId') }),
  del_device: providerCommand('del_device', device),
  connect_info: providerCommand('connect_info', { ...device, ...texts('ConnectTime') }),
  disconnect_info: providerCommand('disconnect_info', { ...device, ...texts('DisconnectTime', 'Reason') }),
  remark_device_name: providerCommand('remark_device_name', { ...device, ...texts('RemarkName') }),
  device_feature_change: providerCommand('device_feature_change', device),
  error_report: providerCommand('error_report', { ...device, ...texts('ErrCode', 'ErrMsg') }),
  fetch_log_finish: providerCommand('fetch_log_finish', { ...device, ...texts('MediaId') }),
} as const;
