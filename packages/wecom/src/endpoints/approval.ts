import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { filledForm, wordings } from './approval-form.js';
import { templateFields } from './approval-template.js';
import { page } from './docs.js';
import {
  cursor,
  noFields,
  numericId,
  pageSize,
  requiredText,
  text,
  timestampSec,
  userid,
} from './request-parts.js';
import { acknowledgement, looseNumber } from './response-parts.js';

const approver = z.strictObject({
  /** 1: any of them. 2: all of them. */
  attr: z.literal([1, 2], 'must be 1 or 2'),
  userid: z.array(userid).min(1, 'must not be empty'),
});

const step = z.strictObject({
  /** 1: approval. 2: copy. 3: handling. */
  type: z.literal([1, 2, 3], 'must be 1, 2 or 3'),
  /** 1: all of them. 2: any of them. 3: one after the other. */
  apv_rel: z.literal([1, 2, 3], 'must be 1, 2 or 3').optional(),
  userid: z.array(userid).optional(),
});

const answeredWordings = z.array(z.looseObject({ text: z.string(), lang: z.string().optional() }));

/** Each only once. */
const filter = z.strictObject({
  key: z.enum(['template_id', 'creator', 'department', 'sp_status', 'record_type']),
  value: text(),
});

const vacationQuota = z.looseObject({
  id: z.number(),
  vacationname: z.string().optional(),
  /** Seconds, as the other durations. */
  leftduration: z.number().optional(),
});

/** Approvals (审批): forms that members fill in, and others say yes or no to. */
export const approvalEndpoints = {
  /** The form of a template: names and kinds of its controls. */
  getTemplate: defineEndpoint({
    name: 'approval.getTemplate',
    method: 'POST',
    path: '/cgi-bin/oa/gettemplatedetail',
    docs: page(91982),
    kind: 'read',
    request: z.strictObject({ template_id: requiredText() }),
    response: z.looseObject({
      template_names: answeredWordings,
      template_content: z.looseObject({
        controls: z.array(
          z.looseObject({ property: z.looseObject({ control: z.string(), id: z.string() }) }),
        ),
      }),
    }),
    cache: { ttlMs: 60_000, endedBy: ['approval.updateTemplate'] },
  }),

  /** Makes a template. */
  createTemplate: defineEndpoint({
    name: 'approval.createTemplate',
    method: 'POST',
    path: '/cgi-bin/oa/approval/create_template',
    docs: page(97437),
    kind: 'write',
    request: z.strictObject(templateFields),
    response: z.looseObject({ template_id: z.string() }),
  }),

  /** Replaces name and controls of a template that this app made. */
  updateTemplate: defineEndpoint({
    name: 'approval.updateTemplate',
    method: 'POST',
    path: '/cgi-bin/oa/approval/update_template',
    docs: page(97438),
    kind: 'write',
    // It replaces the whole template.
    idempotent: true,
    request: z.strictObject({ template_id: requiredText(), ...templateFields }),
    response: acknowledgement,
  }),

  /** Hands a form in, in the name of a member; the answer is the number of the approval. */
  apply: defineEndpoint({
    name: 'approval.apply',
    method: 'POST',
    path: '/cgi-bin/oa/applyevent',
    docs: page(91853),
    kind: 'write',
    request: z.strictObject({
      creator_userid: userid,
      template_id: requiredText(),
      choose_department: numericId.optional(),
      /** 0: those of this request. 1: those of the template. */
      use_template_approver: z.literal([0, 1], 'must be 0 or 1'),
      approver: z.array(approver).optional(),
      process: z.strictObject({ node_list: z.array(step) }).optional(),
      notifyer: z.array(userid).optional(),
      /** 1: at the start. 2: at the end. 3: at both. */
      notify_type: z.literal([1, 2, 3], 'must be 1, 2 or 3').optional(),
      apply_data: filledForm,
      summary_list: z.array(z.strictObject({ summary_info: wordings })).max(3, 'must have at most 3 lines'),
    }),
    response: z.looseObject({ sp_no: z.string() }),
  }),

  /** One page of the numbers of approvals that were handed in in a period of up to 31 days. */
  list: defineEndpoint({
    name: 'approval.list',
    method: 'POST',
    path: '/cgi-bin/oa/getapprovalinfo',
    docs: page(91816),
    kind: 'read',
    request: z.strictObject({
      starttime: z.union([timestampSec, z.string().regex(/^\d+$/, 'must be seconds since 1970')]),
      endtime: z.union([timestampSec, z.string().regex(/^\d+$/, 'must be seconds since 1970')]),
      new_cursor: cursor.optional(),
      size: pageSize(100),
      filters: z.array(filter).optional(),
    }),
    response: z.looseObject({
      sp_no_list: z.array(z.string()),
      new_next_cursor: z.string().optional(),
    }),
  }),

  /** One approval: the form as filled in, and who said what. */
  getDetail: defineEndpoint({
    name: 'approval.getDetail',
    method: 'POST',
    path: '/cgi-bin/oa/getapprovaldetail',
    docs: page(91983),
    kind: 'read',
    request: z.strictObject({ sp_no: requiredText() }),
    response: z.looseObject({
      info: z.looseObject({
        sp_no: z.string(),
        sp_name: z.string().optional(),
        /** 1: open. 2: yes. 3: no. 4: taken back. 6: taken back after a yes. 7: removed. 10: paid. */
        sp_status: z.number(),
        template_id: z.string().optional(),
        apply_time: z.number().optional(),
        applyer: z.looseObject({ userid: z.string(), partyid: looseNumber.optional() }).optional(),
      }),
    }),
  }),

  /** Kinds of leave and their rules. */
  vacationKinds: defineEndpoint({
    name: 'approval.vacationKinds',
    method: 'GET',
    path: '/cgi-bin/oa/vacation/getcorpconf',
    docs: page(93375),
    kind: 'read',
    request: noFields,
    response: z.looseObject({
      lists: z.array(z.looseObject({ id: z.number(), name: z.string().optional() })),
    }),
    cache: { ttlMs: 60_000 },
  }),

  /** How much leave of each kind a member has left. */
  vacationQuota: defineEndpoint({
    name: 'approval.vacationQuota',
    method: 'POST',
    path: '/cgi-bin/oa/vacation/getuservacationquota',
    docs: page(93376),
    kind: 'read',
    request: z.strictObject({ userid }),
    response: z.looseObject({ lists: z.array(vacationQuota) }),
  }),

  /** Sets how much leave of a kind a member has left. */
  setVacationQuota: defineEndpoint({
    name: 'approval.setVacationQuota',
    method: 'POST',
    path: '/cgi-bin/oa/vacation/setoneuserquota',
    docs: page(93377),
    kind: 'write',
    // The same rest twice is the same rest.
    idempotent: true,
    request: z.strictObject({
      userid,
      vacation_id: z.int(),
      /** Seconds, in whole days or hours as the kind of leave has it. */
      leftduration: z.int().nonnegative(),
      /** 0: by days. 1: by hours. */
      time_attr: z.literal([0, 1], 'must be 0 or 1'),
      remarks: text().optional(),
    }),
    response: acknowledgement,
  }),
} as const;
