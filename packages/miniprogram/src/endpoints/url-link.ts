import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { page } from './docs.js';
import { expiry, linkedPage, linkInfo, queryType, quotaInfo } from './link-parts.js';
import { requiredText, text } from './request-parts.js';

const cloudBase = z.strictObject({
  env: requiredText(),
  domain: text().optional(),
  path: text().optional(),
  query: text().optional(),
  resource_appid: text().optional(),
});

/** Web addresses that open the mini program, for text messages, mails and pages outside WeChat. */
export const urlLinkEndpoints = {
  /** Makes a link. 500,000 a day, URL schemes included. */
  generate: defineEndpoint({
    name: 'urlLink.generate',
    method: 'POST',
    path: '/wxa/generate_urllink',
    docs: page('qrcode-link/url-link/api_generateurllink'),
    kind: 'write',
    // A link whose answer was lost is of use to nobody.
    idempotent: true,
    request: z.strictObject({ ...linkedPage, ...expiry, cloud_base: cloudBase.optional() }),
    response: z.looseObject({ url_link: z.string().min(1) }),
  }),

  /** What a link leads to, and how many may yet be opened today. */
  query: defineEndpoint({
    name: 'urlLink.query',
    method: 'POST',
    path: '/wxa/query_urllink',
    docs: page('qrcode-link/url-link/api_queryurllink'),
    kind: 'read',
    request: z.strictObject({ url_link: requiredText(), query_type: queryType }),
    response: z.looseObject({
      url_link_info: linkInfo.optional(),
      quota_info: quotaInfo.optional(),
      /** Of the one who opened it. */
      visit_openid: z.string().optional(),
    }),
  }),
} as const;
