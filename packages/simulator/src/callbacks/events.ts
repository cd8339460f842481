import type { ContentFor } from './callback-book.js';
import type { CallbackContent } from './callback-content.js';

/** The events that the platform sends by itself. `CreateTime` and `ToUserName` are put in when they go out. */

export function templateFinished(openid: string, msgid: string, status: string): ContentFor {
  return () => ({
    FromUserName: openid,
    MsgType: 'event',
    Event: 'TEMPLATESENDJOBFINISH',
    MsgID: BigInt(msgid),
    Status: status,
  });
}

/** XML puts the list into a wrapper; JSON has it bare, and one item stands without brackets. */
export function subscriptionSent(
  openid: string,
  templateId: string,
  msgid: string,
  errorCode: number,
): ContentFor {
  const item = {
    TemplateId: templateId,
    MsgID: msgid,
    ErrorCode: String(errorCode),
    ErrorStatus: errorCode === 0 ? 'success' : 'failed',
  };
  const head = { FromUserName: openid, MsgType: 'event', Event: 'subscribe_msg_sent_event' };
  return (format) =>
    format === 'xml' ? { ...head, SubscribeMsgSentEvent: { List: item } } : { ...head, List: item };
}

export function mediaChecked(appId: string, openid: string, traceId: string, suggest: string): ContentFor {
  const label = suggest === 'pass' ? 100 : 20_002;
  return () => ({
    FromUserName: openid,
    MsgType: 'event',
    Event: 'wxa_media_check',
    appid: appId,
    trace_id: traceId,
    version: 2,
    detail: [{ strategy: 'content_model', errcode: 0, suggest, label, prob: 90 }],
    errcode: 0,
    errmsg: 'ok',
    result: { suggest, label },
  });
}

export function customerServiceMessage(token: string, openKfId: string): ContentFor {
  return () => ({
    FromUserName: 'sys',
    MsgType: 'event',
    Event: 'kf_msg_or_event',
    Token: token,
    OpenKfId: openKfId,
  });
}

/** An approval of the corp's own process, which a member has filled in. */
export interface OpenApproval {
  readonly thirdNo: string;
  readonly templateId: string;
  readonly name: string;
  /** 1 under way, 2 approved, 3 refused, 4 withdrawn. */
  readonly status: number;
}

export function openApprovalChanged(userid: string, approval: OpenApproval, nowMs: number): ContentFor {
  return () => ({
    FromUserName: 'sys',
    MsgType: 'event',
    Event: 'open_approval_change',
    ApprovalInfo: {
      ThirdNo: approval.thirdNo,
      OpenSpName: approval.name,
      OpenTemplateId: approval.templateId,
      OpenSpStatus: approval.status,
      ApplyTime: Math.floor(nowMs / 1_000),
      ApplyUserName: userid,
      ApplyUserId: userid,
      ApplyUserParty: '',
      ApplyUserImage: '',
      ApprovalNodes: { ApprovalNode: approvalNode(approval.status) },
      NotifyNodes: { NotifyNode: { ItemName: userid, ItemUserid: userid, ItemParty: '', ItemImage: '' } },
      approverstep: 0,
    },
  });
}

function approvalNode(status: number): CallbackContent {
  const item = {
    ItemName: 'boss',
    ItemUserid: 'boss',
    ItemParty: '',
    ItemImage: '',
    ItemStatus: status,
    ItemSpeech: '',
    ItemOpTime: 0,
  };
  return { NodeStatus: status, NodeAttr: 1, NodeType: 1, Items: { Item: item } };
}

/** An application that was made with `oa/applyevent`. */
export function approvalApplied(userid: string, spNo: string, templateId: string, nowMs: number): ContentFor {
  return () => ({
    FromUserName: 'sys',
    MsgType: 'event',
    Event: 'sys_approval_change',
    ApprovalInfo: {
      SpNo: BigInt(spNo),
      SpName: '',
      SpStatus: 1,
      TemplateId: templateId,
      ApplyTime: Math.floor(nowMs / 1_000),
      Applyer: { UserId: userid, Party: '1' },
      StatuChangeEvent: 1,
    },
  });
}

/** A change of whether somebody follows, with the scene where a code led there. */
export function followed(openid: string, scene?: string): ContentFor {
  const from =
    scene === undefined ? { EventKey: '' } : { EventKey: `qrscene_${scene}`, Ticket: ticketOf(scene) };
  return userEvent(openid, 'subscribe', from);
}

export function scanned(openid: string, scene: string): ContentFor {
  return userEvent(openid, 'SCAN', { EventKey: scene, Ticket: ticketOf(scene) });
}

export function userEvent(openid: string, event: string, more: CallbackContent = {}): ContentFor {
  return () => ({ FromUserName: openid, MsgType: 'event', Event: event, ...more });
}

export function userMessage(openid: string, content: string | CallbackContent): ContentFor {
  const fields = typeof content === 'string' ? { MsgType: 'text', Content: content } : content;
  return () => ({ FromUserName: openid, ...fields });
}

function ticketOf(scene: string): string {
  return `TICKET-${scene}`;
}
