import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { page } from './docs.js';
import { requiredText } from './request-parts.js';
import { seconds } from './response-parts.js';

/** Access tokens of an app. The client fetches them by itself; to be called by hand only in emergencies. */
export const tokenEndpoints = {
  /** The token of the app that the secret belongs to: the same one for every caller until it is near its end. */
  get: defineEndpoint({
    name: 'token.get',
    method: 'GET',
    path: '/cgi-bin/gettoken',
    docs: page(91039),
    kind: 'write',
    auth: 'none',
    // Asking again gives the same token.
    idempotent: true,
    request: z.strictObject({ corpid: requiredText(), corpsecret: requiredText() }),
    response: z.looseObject({
      access_token: z.string().min(1),
      /** Seconds that are left, counted from the request. */
      expires_in: seconds,
    }),
  }),
} as const;
