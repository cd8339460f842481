import { group, listOf, texts } from '@wetempo/core/callback';
import { agentEvent } from '../agent-event.js';

const userId = group(texts('UserId'));

const systemRecord = group({
  ...texts('SpStatus', 'ApproverAttr'),
  Details: listOf(group({ ...texts('Speech', 'SpStatus', 'SpTime'), Approver: userId })),
});
const processNode = group({
  ...texts('NodeType', 'SpStatus', 'ApvRel'),
  SubNodeList: listOf(group({ ...texts('Speech', 'SpYj', 'Sptime'), UserInfo: userId })),
});
const openItem = group(
  texts('ItemName', 'ItemUserid', 'ItemParty', 'ItemImage', 'ItemStatus', 'ItemSpeech', 'ItemOpTime'),
);

/** Approvals: those of the system, and those that an agent runs. */
export const approvalEvents = {
  /** The platform spells `StatuChangeEvent` like this. */
  sys_approval_change: agentEvent('sys_approval_change', {
    ApprovalInfo: group({
      ...texts('SpNo', 'SpName', 'SpStatus', 'TemplateId', 'ApplyTime', 'StatuChangeEvent'),
      Applyer: group(texts('UserId', 'Party')),
      SpRecord: listOf(systemRecord),
      Notifyer: listOf(userId),
      ProcessList: group({ NodeList: listOf(processNode) }),
      Comments: listOf(
        group({ ...texts('CommentTime', 'CommentContent', 'CommentId'), CommentUserInfo: userId }),
      ),
    }),
  }),
  open_approval_change: agentEvent('open_approval_change', {
    ApprovalInfo: group({
      ...texts('ThirdNo', 'OpenSpName', 'OpenTemplateId', 'OpenSpStatus', 'ApplyTime', 'ApplyUserName'),
      ...texts('ApplyUserId', 'ApplyUserParty', 'ApplyUserImage', 'ApproverStep'),
      ApprovalNodes: group({
        ApprovalNode: listOf(
          group({
            ...texts('NodeStatus', 'NodeAttr', 'NodeType'),
            Items: group({ Item: listOf(openItem) }),
          }),
        ),
      }),
      NotifyNodes: group({
        NotifyNode: listOf(group(texts('ItemName', 'ItemUserid', 'ItemParty', 'ItemImage'))),
      }),
    }),
  }),
  submit_vip_account_approval: agentEvent(
    'submit_vip_account_approval',
    texts('ApplyReason', 'BusinessType', 'ApplyId'),
  ),
  finish_vip_account_approval: agentEvent('finish_vip_account_approval', texts('FinishType', 'ApplyId')),
} as const;
