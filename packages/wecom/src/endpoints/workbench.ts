import { z } from 'zod';
import { requiredText, text } from './request-parts.js';

const target = { jump_url: text().optional(), pagepath: text().optional() };

/** The fields of a workbench template: `type` names the one that counts. */
export const workbenchContent = {
  /** `normal` takes the template away. */
  type: z.enum(['keydata', 'image', 'list', 'webview', 'normal']),
  keydata: z
    .strictObject({
      items: z
        .array(z.strictObject({ key: text().optional(), data: text(), ...target }))
        .max(4, 'must have at most 4 entries'),
    })
    .optional(),
  image: z.strictObject({ url: text().optional(), ...target }).optional(),
  list: z
    .strictObject({
      items: z
        .array(z.strictObject({ title: requiredText(), ...target }))
        .max(3, 'must have at most 3 entries'),
    })
    .optional(),
  webview: z
    .strictObject({
      url: text().optional(),
      ...target,
      height: z.enum(['single_row', 'double_row']).optional(),
      hide_title: z.boolean().optional(),
      enable_webview_click: z.boolean().optional(),
    })
    .optional(),
};
