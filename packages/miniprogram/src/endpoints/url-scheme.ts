import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { page } from './docs.js';
import { expiry, linkedPage, linkInfo, queryType, quotaInfo } from './link-parts.js';
import { requiredText, text } from './request-parts.js';

/** Addresses of the kind `weixin://dl/business/…`, which open the mini program from apps and chips. */
export const urlSchemeEndpoints = {
  /** Makes a scheme. 500,000 a day, URL links included. */
  generate: defineEndpoint({
    name: 'urlScheme.generate',
    method: 'POST',
    path: '/wxa/generatescheme',
    docs: page('qrcode-link/url-scheme/api_generatescheme'),
    kind: 'write',
    // A scheme whose answer was lost is of use to nobody.
    idempotent: true,
    request: z.strictObject({ jump_wxa: z.strictObject(linkedPage).optional(), ...expiry }),
    response: z.looseObject({ openlink: z.string().min(1) }),
  }),

  /** Makes a scheme for a chip that is held against a telephone. */
  generateNfc: defineEndpoint({
    name: 'urlScheme.generateNfc',
    method: 'POST',
    path: '/wxa/generatenfcscheme',
    docs: page('qrcode-link/url-scheme/api_generatenfcscheme'),
    kind: 'write',
    request: z.strictObject({
      jump_wxa: z.strictObject({ ...linkedPage, path: text() }).optional(),
      model_id: requiredText(),
      sn: requiredText().optional(),
    }),
    response: z.looseObject({ openlink: z.string().min(1) }),
  }),

  /** What a scheme leads to, and how many may yet be opened today. */
  query: defineEndpoint({
    name: 'urlScheme.query',
    method: 'POST',
    path: '/wxa/queryscheme',
    docs: page('qrcode-link/url-scheme/api_queryscheme'),
    kind: 'read',
    request: z.strictObject({ scheme: requiredText().optional(), query_type: queryType }),
    response: z.looseObject({
      scheme_info: linkInfo.optional(),
      quota_info: quotaInfo.optional(),
      /** Of the one who opened it. */
      visit_openid: z.string().optional(),
    }),
  }),
} as const;
