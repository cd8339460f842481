import { z } from 'zod';
import { flag, numericId, requiredText, text, userid } from './request-parts.js';

/** One line of a member's card: text, a link or a page of a mini program, by its type 0, 1 or 2. */
const attribute = z.strictObject({
  type: z.int().nonnegative(),
  name: requiredText(),
  text: z.strictObject({ value: text() }).optional(),
  web: z.strictObject({ url: text(), title: text() }).optional(),
  miniprogram: z.strictObject({ appid: requiredText(), pagepath: text(), title: text() }).optional(),
});

export const memberName = requiredText().refine(
  (name) => [...name].length <= 64,
  'must have at most 64 characters',
);

/** What may be given of a member, both where one is made and where one is changed. */
export const memberFields = {
  alias: text().optional(),
  mobile: text().optional(),
  telephone: text().optional(),
  email: text().optional(),
  biz_mail: text().optional(),
  /** 1: man. 2: woman. */
  gender: z.union([z.literal([0, 1, 2]), z.literal(['0', '1', '2'])], 'must be 0, 1 or 2').optional(),
  address: text().optional(),
  position: text().optional(),
  /** One number for each department; a greater one comes first. */
  order: z.array(z.int().nonnegative()).max(100, 'must have at most 100 entries').optional(),
  is_leader_in_dept: z.array(flag).max(100, 'must have at most 100 entries').optional(),
  main_department: numericId.optional(),
  direct_leader: z.array(userid).max(1, 'must name at most one member').optional(),
  avatar_mediaid: text().optional(),
  enable: flag.optional(),
  /** Whether the member is invited by message. @default true */
  to_invite: z.boolean().optional(),
  extattr: z.strictObject({ attrs: z.array(attribute).optional() }).optional(),
  external_position: text().optional(),
  external_profile: z
    .strictObject({
      external_corp_name: text().optional(),
      wechat_channels: z.strictObject({ nickname: text(), status: z.int().optional() }).optional(),
      external_attr: z.array(attribute).optional(),
    })
    .optional(),
};
