import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { page } from './docs.js';
import { envVersion, pagePath, requiredText } from './request-parts.js';
import { file } from './response-parts.js';
import { codePerMinuteVerdicts } from './verdict-overrides.js';

const colourPart = z.int().min(0, 'must be at least 0').max(255, 'must be at most 255');

const look = {
  /** Pixels. @default 430 */
  width: z.int().min(280, 'must be at least 280').max(1280, 'must be at most 1280').optional(),
  auto_color: z.boolean().optional(),
  line_color: z.strictObject({ r: colourPart, g: colourPart, b: colourPart }).optional(),
  /** Transparent ground; the picture is a PNG then. */
  is_hyaline: z.boolean().optional(),
};

/** What the page allows; a per cent sign is not among it. */
const scene = z
  .string()
  .regex(/^[0-9A-Za-z!#$&'()*+,/:;=?@\-._~]{1,32}$/, "must have 1 to 32 of 0-9 A-Z a-z !#$&'()*+,/:;=?@-._~");

/**
 * Pictures of codes that open the mini program. They answer with bytes; a failure, which the platform sends with status
 * 200 as well, is an error as everywhere.
 */
export const wxacodeEndpoints = {
  /** A round code for a page with parameters. Together with `createQrcode` 100,000 for ever. */
  get: defineEndpoint({
    name: 'wxacode.get',
    method: 'POST',
    path: '/wxa/getwxacode',
    docs: page('qrcode-link/qr-code/api_getqrcode'),
    kind: 'write',
    answer: 'binary',
    timeoutMs: 30_000,
    request: z.strictObject({
      path: requiredText().max(1024, 'must have at most 1024 characters'),
      ...look,
      env_version: envVersion.optional(),
    }),
    response: file,
  }),

  /** A round code for a page and a `scene` of 32 characters. As many as you like, 5000 a minute. */
  getUnlimited: defineEndpoint({
    name: 'wxacode.getUnlimited',
    method: 'POST',
    path: '/wxa/getwxacodeunlimit',
    docs: page('qrcode-link/qr-code/api_getunlimitedqrcode'),
    kind: 'read',
    answer: 'binary',
    timeoutMs: 30_000,
    request: z.strictObject({
      scene,
      /** Without parameters: they belong into `scene`. @default the first page */
      page: pagePath.regex(/^[^?]*$/, 'must have no parameters: they belong into `scene`').optional(),
      /** Whether the page must exist in the released version. @default true */
      check_path: z.boolean().optional(),
      ...look,
      env_version: envVersion.optional(),
    }),
    response: file,
    verdicts: codePerMinuteVerdicts,
  }),

  /** A square code for a page with parameters. Together with `get` 100,000 for ever. */
  createQrcode: defineEndpoint({
    name: 'wxacode.createQrcode',
    method: 'POST',
    path: '/cgi-bin/wxaapp/createwxaqrcode',
    docs: page('qrcode-link/qr-code/api_createqrcode'),
    kind: 'write',
    answer: 'binary',
    timeoutMs: 30_000,
    request: z.strictObject({
      path: requiredText().max(128, 'must have at most 128 characters'),
      width: look.width,
    }),
    response: file,
  }),
} as const;
