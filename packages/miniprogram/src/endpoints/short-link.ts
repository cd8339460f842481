import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { page } from './docs.js';
import { requiredText, text } from './request-parts.js';

/** Short links (`#小程序://…`), which open the mini program from within WeChat. */
export const shortLinkEndpoints = {
  /** Makes a link. Those for ever are counted, so it is not repeated after an unknown outcome. */
  generate: defineEndpoint({
    name: 'shortLink.generate',
    method: 'POST',
    path: '/wxa/genwxashortlink',
    docs: page('qrcode-link/short-link/api_generateshortlink'),
    kind: 'write',
    request: z.strictObject({
      /** With its parameters. */
      page_url: requiredText(),
      page_title: text().optional(),
      /** For ever, in the place of 30 days. @default false */
      is_permanent: z.boolean().optional(),
    }),
    response: z.looseObject({ link: z.string().min(1) }),
  }),
} as const;
