import { z } from 'zod';
import { upTo } from './contact-parts.js';
import { externalUserid, flag, requiredText, text, textWithin } from './request-parts.js';

/** A customer-service account, begins with `wk`. */
export const openKfid = requiredText();

const msgid = z.never('leave it out: it is derived from `requestId`').optional();

const menuItem = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('click'),
    click: z.strictObject({ id: textWithin(128).optional(), content: textWithin(128) }),
  }),
  z.strictObject({
    type: z.literal('view'),
    view: z.strictObject({ url: textWithin(2048), content: textWithin(1024) }),
  }),
  z.strictObject({
    type: z.literal('miniprogram'),
    miniprogram: z.strictObject({
      appid: requiredText(),
      pagepath: textWithin(1024),
      content: textWithin(1024),
    }),
  }),
  z.strictObject({
    type: z.literal('text'),
    text: z.strictObject({ content: textWithin(256), no_newline: flag.optional() }),
  }),
]);

const menu = z
  .strictObject({
    head_content: text().optional(),
    list: upTo(10, menuItem).optional(),
    tail_content: text().optional(),
  })
  .refine((value) => Object.values(value).some(Boolean), 'must not be empty');

const textContent = z.strictObject({ content: textWithin(2048), menu_id: text().optional() });
const file = z.strictObject({ media_id: requiredText() });

const card = z.strictObject({
  title: requiredText(),
  desc: text().optional(),
  url: requiredText(),
  thumb_media_id: requiredText(),
});

const miniProgram = z.strictObject({
  appid: requiredText(),
  title: text().optional(),
  thumb_media_id: requiredText(),
  pagepath: requiredText(),
});

const place = z.strictObject({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  name: text().optional(),
  address: text().optional(),
});

const toCustomer = { touser: externalUserid, open_kfid: openKfid, msgid };

/** A message to a customer; `msgtype` names the field that holds its content. */
export const kfMessage = z.discriminatedUnion('msgtype', [
  z.strictObject({ ...toCustomer, msgtype: z.literal('text'), text: textContent }),
  z.strictObject({ ...toCustomer, msgtype: z.literal('image'), image: file }),
  z.strictObject({ ...toCustomer, msgtype: z.literal('voice'), voice: file }),
  z.strictObject({ ...toCustomer, msgtype: z.literal('video'), video: file }),
  z.strictObject({ ...toCustomer, msgtype: z.literal('file'), file }),
  z.strictObject({ ...toCustomer, msgtype: z.literal('link'), link: card }),
  z.strictObject({ ...toCustomer, msgtype: z.literal('miniprogram'), miniprogram: miniProgram }),
  z.strictObject({ ...toCustomer, msgtype: z.literal('msgmenu'), msgmenu: menu }),
  z.strictObject({ ...toCustomer, msgtype: z.literal('location'), location: place }),
  z.strictObject({
    ...toCustomer,
    msgtype: z.literal('business_card'),
    business_card: z.strictObject({ userid: requiredText() }),
  }),
  z.strictObject({
    ...toCustomer,
    msgtype: z.literal('ca_link'),
    ca_link: z.strictObject({ link_url: requiredText() }),
  }),
]);

const onEvent = { code: requiredText(), msgid };

/** A message that answers an event by its code: text, or a menu. */
export const kfEventMessage = z.discriminatedUnion('msgtype', [
  z.strictObject({ ...onEvent, msgtype: z.literal('text'), text: textContent }),
  z.strictObject({ ...onEvent, msgtype: z.literal('msgmenu'), msgmenu: menu }),
]);

/** A message or event as `kf.syncMessages` tells it; `msgtype` names the field that holds its content. */
export const kfHistoryMessage = z.looseObject({
  msgid: z.string(),
  msgtype: z.string(),
  /** 3: the customer. 4: the system, as an event. 5: a member in the app. */
  origin: z.number().optional(),
  open_kfid: z.string().optional(),
  external_userid: z.string().optional(),
  servicer_userid: z.string().optional(),
  /** Seconds since 1970. */
  send_time: z.number().optional(),
  text: z.looseObject({ content: z.string(), menu_id: z.string().optional() }).optional(),
  event: z
    .looseObject({
      event_type: z.string(),
      external_userid: z.string().optional(),
      /** Lets `kf.sendOnEvent` greet, once and within 20 seconds. */
      welcome_code: z.string().optional(),
      /** Lets `kf.sendOnEvent` say a last word, once. */
      msg_code: z.string().optional(),
      fail_msgid: z.string().optional(),
      fail_type: z.number().optional(),
    })
    .optional(),
});

export type KfHistoryMessage = z.output<typeof kfHistoryMessage>;
