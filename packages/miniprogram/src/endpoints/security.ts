import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { page } from './docs.js';
import { openid, requiredText, text } from './request-parts.js';
import { id64 } from './response-parts.js';

/** 1: a profile, 2: a comment, 3: a forum, 4: a log of one's own. */
const scene = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)], 'must be 1, 2, 3 or 4');

/** Of the checks that are current; the first one answers otherwise. */
const version = z.literal(2, 'must be 2');

const suggestion = z.looseObject({
  /** `pass`, `review` or `risky`. */
  suggest: z.string(),
  /** 100: nothing found; others name what was. */
  label: z.number().optional(),
});

/** Checks of what people write and upload, and of people. */
export const securityEndpoints = {
  /** Checks a text of somebody who opened the mini program within the last 2 hours (else 61010). 4000 a minute. */
  msgSecCheck: defineEndpoint({
    name: 'security.msgSecCheck',
    method: 'POST',
    path: '/wxa/msg_sec_check',
    docs: page('sec-center/sec-check/api_msgseccheck'),
    kind: 'read',
    takesSignature: true,
    request: z.strictObject({
      openid,
      scene,
      version,
      content: requiredText(),
      nickname: text().optional(),
      title: text().optional(),
      /** Of a profile. */
      signature: text().optional(),
    }),
    response: z.looseObject({
      result: suggestion,
      trace_id: z.string().optional(),
      detail: z
        .array(z.looseObject({ strategy: z.string().optional(), errcode: z.number().optional() }))
        .optional(),
    }),
  }),

  /**
   * Has a picture or a recording checked. What came of it is told within 30 minutes, by the event `wxa_media_check` with
   * the same `trace_id`. 2000 a minute.
   */
  mediaCheckAsync: defineEndpoint({
    name: 'security.mediaCheckAsync',
    method: 'POST',
    path: '/wxa/media_check_async',
    docs: page('sec-center/sec-check/api_mediacheckasync'),
    kind: 'write',
    takesSignature: true,
    // A check whose trace_id was lost is of use to nobody.
    idempotent: true,
    request: z.strictObject({
      openid,
      scene,
      version,
      media_url: requiredText(),
      /** 1: a recording, 2: a picture. */
      media_type: z.union([z.literal(1), z.literal(2)], 'must be 1 or 2'),
    }),
    response: z.looseObject({ trace_id: z.string().min(1) }),
  }),

  /** How likely somebody is to cheat: 0 for not at all, up to 4. */
  getUserRiskRank: defineEndpoint({
    name: 'security.getUserRiskRank',
    method: 'POST',
    path: '/wxa/getuserriskrank',
    docs: page('sec-center/safety-control-capability/api_getuserriskrank'),
    kind: 'read',
    takesSignature: true,
    accountFields: ['appid'],
    request: z.strictObject({
      /** @default that of the client */
      appid: requiredText().optional(),
      openid,
      /** 0: a registration, 1: a campaign. */
      scene: z.union([z.literal(0), z.literal(1)], 'must be 0 or 1'),
      client_ip: text().optional(),
      mobile_no: text().optional(),
      email_address: text().optional(),
      bank_card_no: text().optional(),
      cert_no: text().optional(),
      extended_info: text().optional(),
      is_test: z.boolean().optional(),
    }),
    response: z.looseObject({
      risk_rank: z.number(),
      // Spelt by the platform; it names the question, not the person.
      unoin_id: id64.optional(),
    }),
  }),
} as const;
