import { z } from 'zod';
import { flag, requiredText, text } from './request-parts.js';

const kindNumber = z.int('must be a whole number').nonnegative('must not be negative');

/** Where a tap leads: nowhere (0), to `url` (1), to a page of a mini program (2). */
const target = {
  type: kindNumber.optional(),
  url: text().optional(),
  appid: text().optional(),
  pagepath: text().optional(),
};

const titleAndText = z.strictObject({ title: text().optional(), desc: text().optional() });

const button = z.strictObject({
  type: kindNumber.optional(),
  text: requiredText(),
  style: kindNumber.optional(),
  key: text().optional(),
  url: text().optional(),
});

const choice = { id: requiredText(), text: requiredText() };
const dropDown = z.strictObject({
  question_key: requiredText(),
  title: text().optional(),
  disable: z.boolean().optional(),
  selected_id: text().optional(),
  option_list: z.array(z.strictObject(choice)).min(1, 'must not be empty'),
});

const checkbox = z.strictObject({
  question_key: requiredText(),
  disable: z.boolean().optional(),
  mode: flag.optional(),
  option_list: z
    .array(z.strictObject({ ...choice, is_checked: z.boolean().optional() }))
    .min(1, 'must not be empty'),
});

/** What every card may show, also those of a group robot. */
const notice = {
  source: z
    .strictObject({
      icon_url: text().optional(),
      desc: text().optional(),
      desc_color: kindNumber.optional(),
    })
    .optional(),
  action_menu: z
    .strictObject({
      desc: text().optional(),
      action_list: z.array(z.strictObject({ text: requiredText(), key: requiredText() })),
    })
    .optional(),
  main_title: titleAndText.optional(),
  quote_area: z
    .strictObject({ ...target, title: text().optional(), quote_text: text().optional() })
    .optional(),
  emphasis_content: titleAndText.optional(),
  sub_title_text: text().optional(),
  horizontal_content_list: z
    .array(
      z.strictObject({
        type: kindNumber.optional(),
        keyname: text(),
        value: text().optional(),
        url: text().optional(),
        media_id: text().optional(),
        userid: text().optional(),
      }),
    )
    .optional(),
  jump_list: z.array(z.strictObject({ ...target, title: requiredText() })).optional(),
  card_action: z.strictObject(target).optional(),
  card_image: z
    .strictObject({ url: requiredText(), aspect_ratio: z.number().positive().optional() })
    .optional(),
  image_text_area: z
    .strictObject({
      ...target,
      title: text().optional(),
      desc: text().optional(),
      image_url: requiredText(),
    })
    .optional(),
  vertical_content_list: z
    .array(z.strictObject({ title: requiredText(), desc: text().optional() }))
    .optional(),
};

const noticeTypes = ['text_notice', 'news_notice'] as const;
const allTypes = [...noticeTypes, 'button_interaction', 'vote_interaction', 'multiple_interaction'] as const;

const card = {
  ...notice,
  card_type: z.enum(allTypes, `must be ${allTypes.join(', ')}`),
  /** Your id of the card, which its events bring back; needed where something can be answered. 128 bytes at most. */
  task_id: text().optional(),
  button_selection: dropDown.optional(),
  button_list: z.array(button).optional(),
  checkbox: checkbox.optional(),
  select_list: z.array(dropDown).optional(),
  submit_button: z.strictObject({ text: requiredText(), key: requiredText() }).optional(),
};

/** A card with structure (模板卡片) of an app. Which fields go with which `card_type`, the platform alone judges. */
export const templateCard = z.strictObject(card);

/** The same in place of one that was answered. */
export const replacingCard = z.strictObject({ ...card, replace_text: text().optional() });

/** What a group robot can send: nobody's answer to a card would reach it. */
export const robotCard = z.strictObject({
  ...notice,
  card_type: z.enum(noticeTypes, `must be ${noticeTypes.join(' or ')}`),
  task_id: text().optional(),
});
