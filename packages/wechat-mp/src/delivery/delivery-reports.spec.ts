import { describe, expect, it } from 'vitest';
import { deliveryReportsOf } from './delivery-reports.js';

const head = {
  ToUserName: 'gh_000000000000',
  FromUserName: 'oTEST00000000000000000000001',
  CreateTime: '1767225600',
  MsgType: 'event',
};
const at = 1_767_225_600_000;
const template = (more: object) => ({ ...head, Event: 'TEMPLATESENDJOBFINISH', Status: 'success', ...more });
const subscribe = (more: object) => ({ ...head, Event: 'subscribe_msg_sent_event', ...more });
const item = (n: number, more = {}) => ({
  TemplateId: `T${n}`,
  MsgID: `200000000000000000${n}`,
  ErrorCode: '0',
  ErrorStatus: 'success',
  ...more,
});

describe('TEMPLATESENDJOBFINISH', () => {
  it('is a report of one template message', () => {
    expect(deliveryReportsOf(template({ MsgID: '2000000000000000001' }))).toEqual([
      {
        msgid: '2000000000000000001',
        recipient: head.FromUserName,
        endpoints: ['template.send'],
        delivery: { state: 'delivered', status: 'success', at },
      },
    ]);
  });

  it.each(['failed:user block', 'failed: system failed', 'failed:freq limit', 'something new'])(
    'says that the message did not arrive, in the words "%s"',
    (Status) => {
      const [report] = deliveryReportsOf(template({ MsgID: 200163836, Status }));
      expect(report).toMatchObject({
        msgid: '200163836',
        delivery: { state: 'undelivered', status: Status },
      });
    },
  );

  it('F119: reads the id under both spellings', () => {
    const ids = [{ MsgID: 200000001 }, { MsgId: '200000002' }].map(
      (more) => deliveryReportsOf(template(more))[0]?.msgid,
    );
    expect(ids).toEqual(['200000001', '200000002']);
  });

  it('F54: refuses an id that has lost its digits to a number', () => {
    expect(() =>
      deliveryReportsOf(
        JSON.parse(
          '{"FromUserName":"o1","CreateTime":1,"Event":"TEMPLATESENDJOBFINISH","Status":"success","MsgID":2000000000000000001}',
        ),
      ),
    ).toThrow(expect.objectContaining({ code: 'CALLBACK' }));
  });

  it('is read below its root element and from lists of one, as some parsers give it', () => {
    const listed = Object.entries(template({ MsgID: '7' })).map(([name, value]) => [name, [value]]);
    expect(deliveryReportsOf({ xml: Object.fromEntries(listed) })).toEqual(
      deliveryReportsOf(template({ MsgID: '7' })),
    );
  });
});

describe('subscribe_msg_sent_event', () => {
  const one = item(1);
  const two = item(2, { ErrorCode: 43101, ErrorStatus: 'user refuse' });

  it.each([
    ['JSON with one item', { List: one }, 1],
    ['JSON with several', { List: [one, two] }, 2],
    ['XML with one item', { SubscribeMsgSentEvent: { List: one } }, 1],
    ['XML with several', { SubscribeMsgSentEvent: { List: [one, two] } }, 2],
    ['XML with every element in a list', { SubscribeMsgSentEvent: [{ List: [one, two] }] }, 2],
  ])('is a report for each message: %s', (_, shape, count) => {
    const reports = deliveryReportsOf(subscribe(shape));
    expect(reports).toHaveLength(count);
    expect(reports[0]).toEqual({
      msgid: one.MsgID,
      recipient: head.FromUserName,
      endpoints: ['subscribeMessage.send'],
      fields: { template_id: 'T1' },
      delivery: { state: 'delivered', status: 'success', at },
    });
    if (count > 1)
      expect(reports[1]?.delivery).toMatchObject({ state: 'undelivered', status: 'user refuse' });
  });
});

describe('any other callback', () => {
  it.each([
    ['another event', { ...head, Event: 'subscribe' }],
    ['a text message', { ...head, MsgType: 'text', Content: 'hello', MsgId: '1' }],
    ['an event without its time', { ...template({ MsgID: '7' }), CreateTime: undefined }],
    ['nothing', undefined],
    ['a text', '<xml></xml>'],
    ['a list that is none', subscribe({ List: '' })],
  ])('is no report: %s', (_, event) => {
    expect(deliveryReportsOf(event)).toEqual([]);
  });
});
