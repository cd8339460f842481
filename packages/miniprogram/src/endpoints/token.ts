import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { page } from './docs.js';
import { requiredText } from './request-parts.js';
import { seconds } from './response-parts.js';
import { secretVerdicts } from './verdict-overrides.js';

const credential = {
  grant_type: z.literal('client_credential'),
  /** @default that of the client */
  appid: requiredText().optional(),
  /** @default that of the client */
  secret: requiredText().optional(),
};

const accessToken = z.looseObject({
  access_token: z.string().min(1),
  /** Seconds that are left, counted from the request. */
  expires_in: seconds,
});

// Both are safe to repeat: a token whose answer was lost is of use to nobody, and asking again gives one that counts.

/** Access tokens of the mini program. The client fetches them by itself; to be called by hand only in emergencies. */
export const tokenEndpoints = {
  /** A new token, which ends the one before within 5 minutes. 2000 a day. */
  get: defineEndpoint({
    name: 'token.get',
    method: 'GET',
    path: '/cgi-bin/token',
    docs: page('mp-access-token/api_getaccesstoken'),
    kind: 'write',
    auth: 'none',
    idempotent: true,
    accountFields: ['appid', 'secret'],
    request: z.strictObject(credential),
    response: accessToken,
    verdicts: secretVerdicts,
  }),

  /**
   * The token that everyone else has, too, until it is near its end. With `force_refresh` a new one, which ends the one
   * before at once: 20 a day, and no sooner than 30 s after the last.
   */
  stable: defineEndpoint({
    name: 'token.stable',
    method: 'POST',
    path: '/cgi-bin/stable_token',
    docs: page('mp-access-token/api_getstableaccesstoken'),
    kind: 'write',
    auth: 'none',
    idempotent: true,
    accountFields: ['appid', 'secret'],
    request: z.strictObject({ ...credential, force_refresh: z.boolean().optional() }),
    response: accessToken,
    verdicts: secretVerdicts,
  }),
} as const;
