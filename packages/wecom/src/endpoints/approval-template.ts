import { z } from 'zod';
import { wordings } from './approval-form.js';
import { flag, requiredText, text } from './request-parts.js';

const option = z.strictObject({ key: requiredText(), value: wordings });

const dateRange = z.strictObject({
  type: requiredText(),
  official_holiday: z.int().optional(),
  /** Seconds of a day. */
  perday_duration: z.int().optional(),
});

const hint = z.strictObject({
  type: z.int(),
  content: z.strictObject({
    plain_text: z.strictObject({ content: text() }).optional(),
    link: z.strictObject({ title: text(), url: text() }).optional(),
  }),
});

/** What a control may hold; which field counts follows from its kind. */
const controlConfig = z.strictObject({
  date: z.strictObject({ type: z.enum(['day', 'hour']) }).optional(),
  selector: z.strictObject({ type: z.enum(['single', 'multi']), options: z.array(option) }).optional(),
  contact: z
    .strictObject({ type: z.enum(['single', 'multi']), mode: z.enum(['user', 'department']) })
    .optional(),
  tips: z
    .strictObject({
      tips_content: z.array(
        z.strictObject({ lang: requiredText(), text: z.strictObject({ sub_text: z.array(hint) }) }),
      ),
    })
    .optional(),
  file: z.strictObject({ is_only_photo: flag }).optional(),
  table: z
    .strictObject({
      print_format: flag.optional(),
      get children() {
        return z.array(templateControl);
      },
    })
    .optional(),
  attendance: z.strictObject({ type: z.int(), date_range: dateRange }).optional(),
  vacation_list: z
    .strictObject({ item: z.array(z.strictObject({ id: z.int(), name: wordings })) })
    .optional(),
  date_range: dateRange.optional(),
  /** Metres around the place. */
  location: z.strictObject({ distance: z.int().nonnegative() }).optional(),
  related_approval: z.strictObject({ template_id: z.array(requiredText()) }).optional(),
});

const templateControl = z.strictObject({
  property: z.strictObject({
    control: requiredText(),
    id: requiredText(),
    title: wordings.optional(),
    placeholder: wordings.optional(),
    /** 1: must be filled in. */
    require: flag.optional(),
    /** 1: is left out of what is printed. */
    un_print: flag.optional(),
  }),
  config: controlConfig.optional(),
});

/** Name and controls of a form. */
export const templateFields = {
  template_name: wordings,
  template_content: z.strictObject({ controls: z.array(templateControl).min(1, 'must not be empty') }),
};
