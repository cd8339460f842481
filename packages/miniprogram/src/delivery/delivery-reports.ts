import type { DeliveryReport } from '@wetempo/core';
import { type EventFields, fieldOf, id64Of, listOf, objectOf, textOf } from './event-fields.js';

/**
 * What `subscribe_msg_sent_event` says of subscription messages that were sent: one report for each message, none for other
 * events.
 *
 * @param event verified and parsed, from XML or JSON, with or without its root `xml`
 * @throws {CallbackError} where the parser has made a message's id into a number that cannot hold it
 */
export function deliveryReportsOf(event: unknown): readonly DeliveryReport[] {
  const outer = objectOf(event);
  const fields = outer && (objectOf(fieldOf(outer, 'xml')) ?? outer);
  if (fields === undefined || textOf(fields, 'Event') !== 'subscribe_msg_sent_event') return [];
  const recipient = textOf(fields, 'FromUserName');
  const at = Number(textOf(fields, 'CreateTime')) * 1000;
  if (recipient === undefined || !Number.isFinite(at)) return [];
  // XML wraps the list into an element of its own, JSON does not.
  const wrapper = objectOf(fieldOf(fields, 'SubscribeMsgSentEvent')) ?? fields;
  return listOf(wrapper.List).flatMap((item) => reportOf(item, recipient, at) ?? []);
}

function reportOf(item: EventFields, recipient: string, at: number): DeliveryReport | undefined {
  const status = textOf(item, 'ErrorStatus') ?? textOf(item, 'ErrorCode');
  if (status === undefined) return undefined;
  const templateId = textOf(item, 'TemplateId');
  return {
    msgid: msgidOf(item),
    recipient,
    endpoints: ['subscribeMessage.send'],
    fields: templateId === undefined ? undefined : { template_id: templateId },
    delivery: { state: isDelivered(item) ? 'delivered' : 'undelivered', status, at },
  };
}

/** A message without an id has none, or 0. */
function msgidOf(item: EventFields): string | undefined {
  const digits = id64Of(item, 'MsgID') ?? id64Of(item, 'MsgId') ?? '';
  return /^[1-9]\d*$/.test(digits) ? digits : undefined;
}

function isDelivered(item: EventFields): boolean {
  const code = textOf(item, 'ErrorCode');
  return code === undefined ? textOf(item, 'ErrorStatus')?.toLowerCase() === 'success' : code === '0';
}
