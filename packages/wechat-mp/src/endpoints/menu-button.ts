import { z } from 'zod';
import { requiredText } from './request-parts.js';

const name = requiredText();

// The answer of menu.get carries this on every button, and what was read should be fit to be written.
const noChildren = z.array(z.never('only a button without `type` has buttons below it')).optional();

const actions = [
  z.strictObject({
    type: z.enum([
      'click',
      'scancode_push',
      'scancode_waitmsg',
      'pic_sysphoto',
      'pic_photo_or_album',
      'pic_weixin',
      'location_select',
    ]),
    name,
    key: requiredText(),
    sub_button: noChildren,
  }),
  z.strictObject({ type: z.literal('view'), name, url: requiredText(), sub_button: noChildren }),
  z.strictObject({
    type: z.literal('miniprogram'),
    name,
    appid: requiredText(),
    pagepath: requiredText(),
    /** Opened where the phone's WeChat is too old for the mini program. */
    url: requiredText(),
    sub_button: noChildren,
  }),
  z.strictObject({
    type: z.enum(['media_id', 'view_limited']),
    name,
    media_id: requiredText(),
    sub_button: noChildren,
  }),
  z.strictObject({
    type: z.enum(['article_id', 'article_view_limited']),
    name,
    article_id: requiredText(),
    sub_button: noChildren,
  }),
] as const;

/** A button that only opens the buttons below it. */
const parent = z.strictObject({
  type: z.undefined('must be absent or one of the types of the page').optional(),
  name,
  sub_button: z
    .array(z.discriminatedUnion('type', actions))
    .min(1, 'must hold at least one button')
    .max(5, 'must hold at most 5 buttons'),
});

/** The buttons of a menu: 1 to 3, each an action or a parent of up to 5 actions. */
export const menuButtons = z
  .array(z.discriminatedUnion('type', [...actions, parent]))
  .min(1, 'must hold at least one button')
  .max(3, 'must hold at most 3 buttons');

/** A button as the platform tells it. */
export interface AnsweredButton {
  name?: string | undefined;
  type?: string | undefined;
  key?: string | undefined;
  url?: string | undefined;
  media_id?: string | undefined;
  article_id?: string | undefined;
  appid?: string | undefined;
  pagepath?: string | undefined;
  sub_button?: AnsweredButton[] | undefined;
  [field: string]: unknown;
}

export const answeredButton: z.ZodType<AnsweredButton> = z.looseObject({
  name: z.string().optional(),
  type: z.string().optional(),
  key: z.string().optional(),
  url: z.string().optional(),
  media_id: z.string().optional(),
  article_id: z.string().optional(),
  appid: z.string().optional(),
  pagepath: z.string().optional(),
  get sub_button() {
    return z.array(answeredButton).optional();
  },
});
