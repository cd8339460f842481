import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { page } from './docs.js';
import { noFields } from './request-parts.js';
import { seconds } from './response-parts.js';

const ticket = z.looseObject({ ticket: z.string().min(1), expires_in: seconds });

/** Tickets that sign pages; `wecom.jsSdk` fetches them by itself. Good for 2 hours, to be cached like the access token. */
export const jsSdkEndpoints = {
  /** For `wx.config`, one for the whole company; 400 an hour. */
  getTicket: defineEndpoint({
    name: 'jsSdk.getTicket',
    method: 'GET',
    path: '/cgi-bin/get_jsapi_ticket',
    docs: page(90506),
    kind: 'read',
    request: noFields,
    response: ticket,
  }),

  /** For `wx.agentConfig`, one for each app; 100 an hour. */
  getAgentTicket: defineEndpoint({
    name: 'jsSdk.getAgentTicket',
    method: 'GET',
    path: '/cgi-bin/ticket/get',
    docs: page(90506),
    kind: 'read',
    request: z.strictObject({ type: z.literal('agent_config') }),
    response: ticket,
  }),
} as const;
