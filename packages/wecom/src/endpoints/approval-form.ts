import { z } from 'zod';
import { numericId, requiredText, text, timestampSec, userid } from './request-parts.js';

/** A name in several languages; `zh_CN` must be among them. */
export const wordings = z
  .array(z.strictObject({ lang: requiredText(), text: text() }))
  .min(1, 'must not be empty');

const dayUnits = z.enum(['day', 'hour', 'halfday']);

const dateRange = z.strictObject({
  type: dayUnits,
  new_begin: timestampSec,
  new_end: timestampSec,
  /** Seconds. */
  new_duration: z.number().nonnegative(),
});

const selector = z.strictObject({
  type: z.enum(['single', 'multi']),
  options: z.array(z.strictObject({ key: requiredText(), value: wordings.optional() })),
});

const attendance = z.strictObject({
  type: z.int(),
  date_range: dateRange,
  slice_info: z
    .strictObject({
      duration: z.number().optional(),
      state: z.int().optional(),
      day_items: z.array(z.strictObject({ daytime: timestampSec, duration: z.number() })),
    })
    .optional(),
});

const bankAccount = z.strictObject({
  /** 1: a company's. 2: a person's. */
  account_type: z.int(),
  account_name: text(),
  account_number: text(),
  remark: text().optional(),
  bank: z.strictObject({
    bank_alias: text().optional(),
    bank_alias_code: text().optional(),
    province: text().optional(),
    province_code: z.union([z.int(), text()]).optional(),
    city: text().optional(),
    city_code: z.union([z.int(), text()]).optional(),
    bank_branch_id: text().optional(),
    bank_branch_name: text().optional(),
  }),
});

/** What is filled into one control; which field counts follows from the kind of control. */
const controlValue = z.strictObject({
  text: text().optional(),
  new_number: text().optional(),
  new_money: text().optional(),
  date: z
    .strictObject({ type: z.enum(['day', 'hour']), s_timestamp: z.union([timestampSec, text()]) })
    .optional(),
  selector: selector.optional(),
  members: z.array(z.strictObject({ userid, name: text().optional() })).optional(),
  departments: z
    .array(z.strictObject({ openapi_id: z.union([numericId, text()]), name: text().optional() }))
    .optional(),
  files: z.array(z.strictObject({ file_id: requiredText() })).optional(),
  /** The rows of a table. */
  get children() {
    return z.array(z.strictObject({ list: z.array(filledControl) })).optional();
  },
  vacation: z.strictObject({ selector, attendance }).optional(),
  attendance: attendance.optional(),
  location: z
    .strictObject({
      latitude: z.union([z.number(), text()]),
      longitude: z.union([z.number(), text()]),
      title: text(),
      address: text().optional(),
      time: timestampSec.optional(),
    })
    .optional(),
  related_approval: z.array(z.strictObject({ sp_no: requiredText() })).optional(),
  formula: z.strictObject({ value: text() }).optional(),
  date_range: dateRange.optional(),
  punch_correction: z
    .strictObject({
      state: text(),
      time: timestampSec.optional(),
      version: z.int().optional(),
      daymonthyear: timestampSec.optional(),
    })
    .optional(),
  bank_account: bankAccount.optional(),
});

/** A control of a form, filled in. `control` and `id` are those of the template. */
const filledControl = z.strictObject({
  control: requiredText(),
  id: requiredText(),
  title: wordings.optional(),
  value: controlValue,
});

/** A form, filled in. */
export const filledForm = z.strictObject({ contents: z.array(filledControl) });
