import { z } from 'zod';
import { fieldProblems, type TemplateFields } from './template-fields.js';

const value = z.string('must be text; write a number as String(number)');

function reportProblems(fields: TemplateFields, context: z.RefinementCtx): void {
  for (const { key, message } of fieldProblems(fields)) {
    context.addIssue({ code: 'custom', path: [key, 'value'], message });
  }
}

/** The `data` of a template message. `color` is accepted for old code; the platform does not heed it any more. */
export const templateData = z
  .record(z.string(), z.strictObject({ value, color: z.string().optional() }))
  .superRefine(reportProblems);

/** The `data` of a subscription message. */
export const subscribeData = z.record(z.string(), z.strictObject({ value })).superRefine(reportProblems);
