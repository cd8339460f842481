import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { page } from './docs.js';
import { openid, requiredText } from './request-parts.js';
import { acknowledgement, asText } from './response-parts.js';
import { loginVerdicts, oneTimeVerdicts, secretVerdicts } from './verdict-overrides.js';

/** What a login asks for; the client knows the rest. */
export interface LoginRequest {
  /** Of `wx.login`. */
  readonly js_code: string;
  /** @default that of the client */
  readonly appid?: string | undefined;
  /** @default that of the client */
  readonly secret?: string | undefined;
  readonly grant_type?: 'authorization_code' | undefined;
}

const loginRequest: z.ZodType<LoginRequest, LoginRequest> = z.strictObject({
  js_code: requiredText(),
  appid: requiredText().optional(),
  secret: requiredText().optional(),
  grant_type: z.literal('authorization_code').default('authorization_code'),
});

/** Proves that the caller holds the session key, without sending it; `sessionSignature` makes it. */
const sessionProof = z.strictObject({
  openid,
  signature: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits, as `sessionSignature` gives'),
  sig_method: z.literal('hmac_sha256'),
});

const paidOrder = z
  .strictObject({
    openid,
    /** Number of the payment. */
    transaction_id: requiredText().optional(),
    /** In the place of `transaction_id`, together with `out_trade_no`. */
    mch_id: requiredText().optional(),
    out_trade_no: requiredText().optional(),
  })
  .refine(
    (order) =>
      order.transaction_id !== undefined || (order.mch_id !== undefined && order.out_trade_no !== undefined),
    { path: ['transaction_id'], message: 'must be given, or mch_id and out_trade_no' },
  );

const phoneNumber = z.looseObject({
  /** With the country's code, where the number is foreign. */
  phoneNumber: asText,
  purePhoneNumber: asText,
  // The table of its page says text, the example there shows a number.
  countryCode: asText,
  watermark: z.looseObject({ timestamp: z.number().optional(), appid: z.string().optional() }).optional(),
});

/** Who somebody is: logins, sessions, phone numbers, union ids. */
export const authEndpoints = {
  /** Turns the code of `wx.login` into the person's openid and session key. A code works once and for 5 minutes. */
  code2Session: defineEndpoint({
    name: 'auth.code2Session',
    method: 'GET',
    path: '/sns/jscode2session',
    docs: page('user-login/api_code2session'),
    // Reads nothing only: it uses the code up.
    kind: 'write',
    auth: 'none',
    accountFields: ['appid', 'secret'],
    oneTimeFields: ['js_code'],
    request: loginRequest,
    response: z.looseObject({
      openid: z.string().min(1),
      /** 16 bytes in base64. Belongs on the server alone. */
      session_key: z.string().min(1),
      unionid: z.string().optional(),
    }),
    verdicts: [...secretVerdicts, ...oneTimeVerdicts, ...loginVerdicts],
  }),

  /** Succeeds while a session key is the current one; else 87009. */
  checkSession: defineEndpoint({
    name: 'auth.checkSession',
    method: 'GET',
    path: '/wxa/checksession',
    docs: page('user-login/api_checksessionkey'),
    kind: 'read',
    request: sessionProof,
    response: acknowledgement,
  }),

  /** Ends a session key and answers the next one. */
  resetSession: defineEndpoint({
    name: 'auth.resetSession',
    method: 'GET',
    path: '/wxa/resetusersessionkey',
    docs: page('user-login/api_resetusersessionkey'),
    kind: 'write',
    request: sessionProof,
    response: z.looseObject({ openid: z.string().min(1), session_key: z.string().min(1) }),
  }),

  /** The phone number behind the code of the button `getPhoneNumber`. A code works once and for 5 minutes. */
  getPhoneNumber: defineEndpoint({
    name: 'auth.getPhoneNumber',
    method: 'POST',
    path: '/wxa/business/getuserphonenumber',
    docs: page('user-info/phone-number/api_getphonenumber'),
    kind: 'write',
    takesSignature: true,
    oneTimeFields: ['code'],
    // With an openid, the platform checks that both belong together.
    request: z.strictObject({ code: requiredText(), openid: openid.optional() }),
    response: z.looseObject({ phone_info: phoneNumber }),
    verdicts: oneTimeVerdicts,
  }),

  /** The union id of somebody who paid; good once, within 5 minutes of the payment. */
  getPaidUnionid: defineEndpoint({
    name: 'auth.getPaidUnionid',
    method: 'GET',
    path: '/wxa/getpaidunionid',
    docs: page('user-info/basic-info/api_getpaidunionid'),
    kind: 'write',
    oneTimeFields: ['openid', 'transaction_id', 'mch_id', 'out_trade_no'],
    request: paidOrder,
    response: z.looseObject({ unionid: z.string().min(1) }),
    verdicts: oneTimeVerdicts,
  }),

  /** The id that a plugin knows somebody by, for the code of `wx.pluginLogin`. */
  pluginOpenPid: defineEndpoint({
    name: 'auth.pluginOpenPid',
    method: 'POST',
    path: '/wxa/getpluginopenpid',
    docs: page('user-info/basic-info/api_getpluginopenpid'),
    kind: 'write',
    oneTimeFields: ['code'],
    request: z.strictObject({ code: requiredText() }),
    response: z.looseObject({ openpid: z.string().min(1) }),
    verdicts: oneTimeVerdicts,
  }),

  /** The latest keys with which the mini program encrypts what it sends. */
  getUserEncryptKey: defineEndpoint({
    name: 'auth.getUserEncryptKey',
    method: 'POST',
    path: '/wxa/business/getuserencryptkey',
    docs: page('user-info/internet/api_getuserencryptkey'),
    kind: 'read',
    // A POST of which the page puts every field into the query; without any body the platform answers 44002.
    queryFields: ['openid', 'signature', 'sig_method'],
    request: sessionProof,
    response: z.looseObject({
      key_info_list: z.array(
        z.looseObject({
          encrypt_key: z.string(),
          iv: z.string(),
          version: z.number(),
          /** Seconds. */
          expire_in: z.number().optional(),
          /** Seconds since 1970. */
          create_time: z.number().optional(),
        }),
      ),
    }),
  }),

  /** Whether encrypted data came from WeChat itself, by its SHA-256. Of the last 3 days only. */
  checkEncryptedData: defineEndpoint({
    name: 'auth.checkEncryptedData',
    method: 'POST',
    path: '/wxa/business/checkencryptedmsg',
    docs: page('user-info/basic-info/api_checkencrypteddata'),
    kind: 'read',
    request: z.strictObject({ encrypted_msg_hash: requiredText() }),
    // Spelt by the platform.
    response: z.looseObject({ vaild: z.boolean(), create_time: z.number().optional() }),
  }),
} as const;
