import { z } from 'zod';
import { requiredText, textWithin } from './request-parts.js';

const name = textWithin(40);

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
    key: textWithin(128),
    sub_button: noChildren,
  }),
  z.strictObject({ type: z.literal('view'), name, url: textWithin(1024), sub_button: noChildren }),
  z.strictObject({
    type: z.literal('view_miniprogram'),
    name,
    /** A mini program that is linked to the app. */
    appid: requiredText(),
    pagepath: requiredText(),
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

/** The buttons of an app's menu: 1 to 3, each an action or a parent of up to 5 actions. */
export const menuButtons = z
  .array(z.discriminatedUnion('type', [...actions, parent]))
  .min(1, 'must hold at least one button')
  .max(3, 'must hold at most 3 buttons');

/** A button as the platform tells it. */
export interface AnsweredMenuButton {
  name?: string | undefined;
  type?: string | undefined;
  key?: string | undefined;
  url?: string | undefined;
  appid?: string | undefined;
  pagepath?: string | undefined;
  sub_button?: AnsweredMenuButton[] | undefined;
  [field: string]: unknown;
}

export const answeredMenuButton: z.ZodType<AnsweredMenuButton> = z.looseObject({
  name: z.string().optional(),
  type: z.string().optional(),
  key: z.string().optional(),
  url: z.string().optional(),
  appid: z.string().optional(),
  pagepath: z.string().optional(),
  get sub_button() {
    return z.array(answeredMenuButton).optional();
  },
});
