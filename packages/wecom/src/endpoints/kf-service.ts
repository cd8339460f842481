import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { page } from './docs.js';
import { openKfid } from './kf-message.js';
import { externalUserid, noFields, requiredText, text, timestampSec, userid } from './request-parts.js';
import { acknowledgement } from './response-parts.js';

const talk = { open_kfid: openKfid, external_userid: externalUserid };

const period = { start_time: timestampSec, end_time: timestampSec };

const statistics = z.looseObject({
  statistic_list: z
    .array(z.looseObject({ stat_time: z.number(), statistic: z.looseObject({}).optional() }))
    .optional(),
});

/** Who a customer talks with, and how the talks went. A part of the group `kf`. */
export const kfServiceEndpoints = {
  /** Who a customer talks with. 0: nobody yet. 1: the assistant. 2: waits. 3: a member. 4: the talk is over. */
  getState: defineEndpoint({
    name: 'kf.getState',
    method: 'POST',
    path: '/cgi-bin/kf/service_state/get',
    docs: page(94669),
    kind: 'read',
    request: z.strictObject(talk),
    response: z.looseObject({ service_state: z.number(), servicer_userid: z.string().optional() }),
  }),

  /** Hands a talk over, or ends it; `msg_code` then lets `kf.sendOnEvent` say a last word. */
  changeState: defineEndpoint({
    name: 'kf.changeState',
    method: 'POST',
    path: '/cgi-bin/kf/service_state/trans',
    docs: page(94669),
    kind: 'write',
    request: z.strictObject({
      ...talk,
      service_state: z.int().min(0).max(4, 'must be 0 to 4'),
      /** The member who takes the talk; needed for state 3. */
      servicer_userid: userid.optional(),
    }),
    response: acknowledgement.extend({ msg_code: z.string().optional() }),
  }),

  /** Offers the customer a member or a group chat to go on with. */
  upgrade: defineEndpoint({
    name: 'kf.upgrade',
    method: 'POST',
    path: '/cgi-bin/kf/customer/upgrade_service',
    docs: page(94674),
    kind: 'write',
    request: z.discriminatedUnion('type', [
      z.strictObject({
        ...talk,
        type: z.literal(1),
        member: z.strictObject({ userid, wording: text().optional() }),
      }),
      z.strictObject({
        ...talk,
        type: z.literal(2),
        groupchat: z.strictObject({ chat_id: requiredText(), wording: text().optional() }),
      }),
    ]),
    response: acknowledgement,
  }),

  /** Takes the offer back. */
  cancelUpgrade: defineEndpoint({
    name: 'kf.cancelUpgrade',
    method: 'POST',
    path: '/cgi-bin/kf/customer/cancel_upgrade_service',
    docs: page(94674),
    kind: 'write',
    // An offer that was taken back stays so.
    idempotent: true,
    request: z.strictObject(talk),
    response: acknowledgement,
  }),

  /** Which members and group chats may be offered. */
  upgradeConfig: defineEndpoint({
    name: 'kf.upgradeConfig',
    method: 'GET',
    path: '/cgi-bin/kf/customer/get_upgrade_service_config',
    docs: page(94674),
    kind: 'read',
    request: noFields,
    response: z.looseObject({
      member_range: z
        .looseObject({
          userid_list: z.array(z.string()).optional(),
          department_id_list: z.array(z.number()).optional(),
        })
        .optional(),
      groupchat_range: z.looseObject({ chat_id_list: z.array(z.string()).optional() }).optional(),
    }),
  }),

  /** Talks by day, of all accounts or one. */
  corpStatistics: defineEndpoint({
    name: 'kf.corpStatistics',
    method: 'POST',
    path: '/cgi-bin/kf/get_corp_statistic',
    docs: page(95489),
    kind: 'read',
    request: z.strictObject({ open_kfid: openKfid.optional(), ...period }),
    response: statistics,
  }),

  /** Talks by day, of all members or one. */
  servicerStatistics: defineEndpoint({
    name: 'kf.servicerStatistics',
    method: 'POST',
    path: '/cgi-bin/kf/get_servicer_statistic',
    docs: page(95490),
    kind: 'read',
    request: z.strictObject({
      open_kfid: openKfid.optional(),
      servicer_userid: userid.optional(),
      ...period,
    }),
    response: statistics,
  }),
} as const;
