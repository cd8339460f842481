import type { DeliveryReport } from '@wetempo/core';
import { messageIdOf } from '../endpoints/message-id.js';
import { type EventFields, fieldOf, id64Of, listOf, objectOf, textOf } from './event-fields.js';

/** What every event has. */
interface EventHead {
  readonly fields: EventFields;
  readonly recipient: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/**
 * What a callback says of messages that were sent: one report for each message, none for other events.
 *
 * @param event verified and parsed, from XML or JSON, with or without its root `xml`
 * @throws {CallbackError} where the parser has made a message's id into a number that cannot hold it
 */
export function deliveryReportsOf(event: unknown): readonly DeliveryReport[] {
  const head = headOf(event);
  if (head === undefined) return [];
  switch (textOf(head.fields, 'Event')) {
    case 'TEMPLATESENDJOBFINISH':
      return templateReports(head);
    case 'subscribe_msg_sent_event':
      return subscribeReports(head);
    default:
      return [];
  }
}

function headOf(event: unknown): EventHead | undefined {
  const outer = objectOf(event);
  const fields = outer && (objectOf(fieldOf(outer, 'xml')) ?? outer);
  if (fields === undefined) return undefined;
  const recipient = textOf(fields, 'FromUserName');
  const seconds = Number(textOf(fields, 'CreateTime'));
  if (recipient === undefined || !Number.isFinite(seconds)) return undefined;
  return { fields, recipient, at: seconds * 1000 };
}

function templateReports({ fields, recipient, at }: EventHead): readonly DeliveryReport[] {
  const status = textOf(fields, 'Status');
  if (status === undefined) return [];
  return [
    {
      msgid: msgidOf(fields),
      recipient,
      endpoints: ['template.send'],
      delivery: { state: isSuccess(status) ? 'delivered' : 'undelivered', status, at },
    },
  ];
}

/** XML wraps the list into an element of its own, JSON does not. */
function subscribeReports({ fields, recipient, at }: EventHead): readonly DeliveryReport[] {
  const wrapper = objectOf(fieldOf(fields, 'SubscribeMsgSentEvent')) ?? fields;
  return listOf(wrapper.List).flatMap((item) => {
    const status = textOf(item, 'ErrorStatus') ?? textOf(item, 'ErrorCode');
    if (status === undefined) return [];
    const templateId = textOf(item, 'TemplateId');
    return [
      {
        msgid: msgidOf(item),
        recipient,
        endpoints: ['subscribeMessage.send'],
        fields: templateId === undefined ? undefined : { template_id: templateId },
        delivery: { state: isDelivered(item) ? 'delivered' : 'undelivered', status, at },
      } as const,
    ];
  });
}

/** F119: documented as `MsgID`, and read as `MsgId` by many, since that is how other callbacks spell it. */
function msgidOf(fields: EventFields): string | undefined {
  return messageIdOf(id64Of(fields, 'MsgID') ?? id64Of(fields, 'MsgId'));
}

function isDelivered(item: EventFields): boolean {
  const code = textOf(item, 'ErrorCode');
  return code === undefined ? isSuccess(textOf(item, 'ErrorStatus') ?? '') : code === '0';
}

/** The failures are spelled in more ways than are documented, some with a blank after the colon. */
function isSuccess(status: string): boolean {
  return status.toLowerCase() === 'success';
}
