import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { leftOut, nextCursor } from './contact-answers.js';
import { audience, hasOneOf, upTo } from './contact-parts.js';
import { page } from './docs.js';
import { memberFields, memberName } from './member-fields.js';
import { cursor, flag, numericId, pageSize, requiredText, userid, useridList } from './request-parts.js';
import { acknowledgement, looseNumber } from './response-parts.js';

/** Phone number, e-mail, picture and the like are absent for apps that may not see them. */
const memberSchema = z.looseObject({
  userid: z.string(),
  name: z.string().optional(),
  department: z.array(z.number()).optional(),
  main_department: z.number().optional(),
  position: z.string().optional(),
  mobile: z.string().optional(),
  email: z.string().optional(),
  /** 1: active. 2: disabled. 4: not active yet. 5: left the company. */
  status: z.number().optional(),
  open_userid: z.string().optional(),
});

export type Member = z.output<typeof memberSchema>;

const ofDepartment = z.strictObject({
  department_id: numericId,
  /** 1: those of the departments below it, too. */
  fetch_child: flag.optional(),
});

/** Members (成员) of the company. */
export const userEndpoints = {
  /** Adds a member. A company may add three times the number of its seats in a month. */
  create: defineEndpoint({
    name: 'user.create',
    method: 'POST',
    path: '/cgi-bin/user/create',
    docs: page(90195),
    kind: 'write',
    request: z.strictObject({
      ...memberFields,
      userid,
      name: memberName,
      department: upTo(100, numericId),
    }),
    response: acknowledgement,
  }),

  /** What the platform tells about one member. */
  get: defineEndpoint({
    name: 'user.get',
    method: 'GET',
    path: '/cgi-bin/user/get',
    docs: page(90196),
    kind: 'read',
    request: z.strictObject({ userid: userid }),
    response: memberSchema,
  }),

  /** Changes what is given of a member. `new_userid` renames, once in a member's life. */
  update: defineEndpoint({
    name: 'user.update',
    method: 'POST',
    path: '/cgi-bin/user/update',
    docs: page(90197),
    kind: 'write',
    // Not idempotent: after a `new_userid` the old one names nobody, so a repetition would report a failure.
    request: z.strictObject({
      ...memberFields,
      userid,
      new_userid: userid.optional(),
      name: memberName.optional(),
      department: upTo(100, numericId).optional(),
      biz_mail_alias: z.strictObject({ item: z.array(requiredText()) }).optional(),
    }),
    response: acknowledgement,
  }),

  /** Removes a member. */
  delete: defineEndpoint({
    name: 'user.delete',
    method: 'GET',
    path: '/cgi-bin/user/delete',
    docs: page(90198),
    kind: 'write',
    request: z.strictObject({ userid: userid }),
    response: acknowledgement,
  }),

  /** Removes up to 200 members at once. */
  batchDelete: defineEndpoint({
    name: 'user.batchDelete',
    method: 'POST',
    path: '/cgi-bin/user/batchdelete',
    docs: page(90199),
    kind: 'write',
    request: z.strictObject({ useridlist: useridList(200) }),
    response: acknowledgement,
  }),

  /** Names of a department's members. */
  simpleList: defineEndpoint({
    name: 'user.simpleList',
    method: 'GET',
    path: '/cgi-bin/user/simplelist',
    docs: page(90200),
    kind: 'read',
    request: ofDepartment,
    response: z.looseObject({ userlist: z.array(memberSchema) }),
  }),

  /** A department's members in full. */
  list: defineEndpoint({
    name: 'user.list',
    method: 'GET',
    path: '/cgi-bin/user/list',
    docs: page(90201),
    kind: 'read',
    request: ofDepartment,
    response: z.looseObject({ userlist: z.array(memberSchema) }),
  }),

  /**
   * One page of the ids of all members, once for each department that a member is in. Apps made since August 2022 list
   * members this way only.
   */
  listIds: defineEndpoint({
    name: 'user.listIds',
    method: 'POST',
    path: '/cgi-bin/user/list_id',
    docs: page(96067),
    kind: 'read',
    request: z.strictObject({ cursor: cursor.optional(), limit: pageSize(10_000).optional() }),
    response: z.looseObject({
      dept_user: z.array(z.looseObject({ userid: z.string(), department: z.number().optional() })).optional(),
      next_cursor: nextCursor,
    }),
  }),

  /** The openid of a member, as payments need it. */
  convertToOpenid: defineEndpoint({
    name: 'user.convertToOpenid',
    method: 'POST',
    path: '/cgi-bin/user/convert_to_openid',
    docs: page(90202),
    kind: 'read',
    request: z.strictObject({ userid: userid }),
    response: z.looseObject({ openid: z.string() }),
  }),

  /** The member that an openid belongs to. */
  convertToUserid: defineEndpoint({
    name: 'user.convertToUserid',
    method: 'POST',
    path: '/cgi-bin/user/convert_to_userid',
    docs: page(90202),
    kind: 'read',
    request: z.strictObject({ openid: requiredText() }),
    response: z.looseObject({ userid: z.string() }),
  }),

  /** The member with a phone number. Wrong numbers above a fifth of the headcount close this call for a day. */
  idByMobile: defineEndpoint({
    name: 'user.idByMobile',
    method: 'POST',
    path: '/cgi-bin/user/getuserid',
    docs: page(91693),
    kind: 'read',
    request: z.strictObject({ mobile: requiredText() }),
    response: z.looseObject({ userid: z.string() }),
  }),

  /** The member with an e-mail address. */
  idByEmail: defineEndpoint({
    name: 'user.idByEmail',
    method: 'POST',
    path: '/cgi-bin/user/get_userid_by_email',
    docs: page(95895),
    kind: 'read',
    request: z.strictObject({
      email: requiredText(),
      /** 1: the company's own address. 2: a private one. */
      email_type: z.literal([1, 2], 'must be 1 or 2').optional(),
    }),
    response: z.looseObject({ userid: z.string() }),
  }),

  /** Lets a member in who was sent through the second step of joining the company (二次验证). */
  confirm: defineEndpoint({
    name: 'user.confirm',
    method: 'GET',
    path: '/cgi-bin/user/authsucc',
    docs: page(90203),
    kind: 'write',
    // Who was let in stays in.
    idempotent: true,
    request: z.strictObject({ userid: userid }),
    response: acknowledgement,
  }),

  /** Invites members who have not joined yet; the answer names whom it could not invite. */
  invite: defineEndpoint({
    name: 'user.invite',
    method: 'POST',
    path: '/cgi-bin/batch/invite',
    docs: page(90975),
    kind: 'write',
    request: z
      .strictObject(audience)
      .refine(hasOneOf('user', 'party', 'tag'), 'must have user, party or tag'),
    response: acknowledgement.extend({ invaliduser: leftOut, invalidparty: leftOut, invalidtag: leftOut }),
  }),

  /** How many members were active on a day of the last 30. */
  activeCount: defineEndpoint({
    name: 'user.activeCount',
    method: 'POST',
    path: '/cgi-bin/user/get_active_stat',
    docs: page(92714),
    kind: 'read',
    request: z.strictObject({
      date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day such as 2026-01-31'),
    }),
    response: z.looseObject({ active_cnt: looseNumber }),
  }),

  /** Address of a picture with the code by which people join the company; good for seven days. */
  joinQrcode: defineEndpoint({
    name: 'user.joinQrcode',
    method: 'GET',
    path: '/cgi-bin/corp/get_join_qrcode',
    docs: page(91039),
    kind: 'read',
    request: z.strictObject({
      /** 1: 171 pixels. 2: 399. 3: 741. 4: 2052. */
      size_type: z.literal([1, 2, 3, 4], 'must be 1, 2, 3 or 4').optional(),
    }),
    response: z.looseObject({ join_qrcode: z.string() }),
  }),
} as const;
