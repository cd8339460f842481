import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { page } from './docs.js';
import { text } from './request-parts.js';

const sceneText = z.strictObject({
  scene: z.strictObject({
    scene_str: text().min(1, 'must not be empty').max(64, 'must have at most 64 characters'),
  }),
});

function sceneNumber(max: number) {
  return z.strictObject({
    scene: z.strictObject({
      scene_id: z
        .int('must be a whole number')
        .min(1, 'must be at least 1')
        .max(max, `must be at most ${max}`),
    }),
  });
}

/** Seconds; the platform takes 30 days at most and 60 s where nothing is said. */
const lifetime = z
  .int('must be whole seconds')
  .min(1, 'must be at least 1')
  .max(2_592_000, 'must be at most 2592000 (30 days)')
  .optional();

/** QR codes that say where somebody comes from. */
export const qrcodeEndpoints = {
  /**
   * Makes a QR code: a temporary one (`QR_SCENE`, `QR_STR_SCENE`) or a permanent one (`QR_LIMIT_SCENE`,
   * `QR_LIMIT_STR_SCENE`), of which an account has 100,000. The picture is at
   * `https://mp.weixin.qq.com/cgi-bin/showqrcode?ticket=` followed by the percent-encoded ticket.
   */
  create: defineEndpoint({
    name: 'qrcode.create',
    method: 'POST',
    path: '/cgi-bin/qrcode/create',
    docs: page('qrcode/qrcodes/api_createqrcode'),
    kind: 'write',
    request: z.discriminatedUnion('action_name', [
      z.strictObject({
        action_name: z.literal('QR_SCENE'),
        expire_seconds: lifetime,
        action_info: sceneNumber(4_294_967_295),
      }),
      z.strictObject({
        action_name: z.literal('QR_STR_SCENE'),
        expire_seconds: lifetime,
        action_info: sceneText,
      }),
      z.strictObject({ action_name: z.literal('QR_LIMIT_SCENE'), action_info: sceneNumber(100_000) }),
      z.strictObject({ action_name: z.literal('QR_LIMIT_STR_SCENE'), action_info: sceneText }),
    ]),
    response: z.looseObject({
      ticket: z.string().min(1),
      url: z.string().optional(),
      expire_seconds: z.number().optional(),
    }),
  }),
} as const;
