import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { page } from './docs.js';
import { seconds } from './response-parts.js';

/** Tickets, which sign what a page or a card does. */
export const ticketEndpoints = {
  /** A ticket for the JS-SDK or for cards. Good for 2 hours, to be cached like the access token. */
  get: defineEndpoint({
    name: 'ticket.get',
    method: 'GET',
    path: '/cgi-bin/ticket/getticket',
    docs: page('webdev/jssdk/api_getticket'),
    kind: 'read',
    request: z.strictObject({ type: z.enum(['jsapi', 'wx_card'], 'must be jsapi or wx_card') }),
    response: z.looseObject({ ticket: z.string().min(1), expires_in: seconds }),
  }),
} as const;
