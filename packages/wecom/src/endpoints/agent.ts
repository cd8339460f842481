import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { page } from './docs.js';
import { agentid, flag, noFields, requiredText, text, userid, useridList } from './request-parts.js';
import { acknowledgement, looseNumber } from './response-parts.js';
import { workbenchContent } from './workbench.js';

const ownApp = ['agentid'];

/** Apps (应用) of the company, each as its own secret may see it. */
export const agentEndpoints = {
  /** An app: name, picture, who may see it. */
  get: defineEndpoint({
    name: 'agent.get',
    method: 'GET',
    path: '/cgi-bin/agent/get',
    docs: page(90227),
    kind: 'read',
    accountFields: ownApp,
    request: z.strictObject({ agentid }),
    response: z.looseObject({
      agentid: looseNumber,
      name: z.string().optional(),
      /** 1: the app is disabled. */
      close: z.number().optional(),
      redirect_domain: z.string().optional(),
      home_url: z.string().optional(),
    }),
    cache: { ttlMs: 60_000, endedBy: ['agent.set'] },
  }),

  /** The apps that the secret may see. */
  list: defineEndpoint({
    name: 'agent.list',
    method: 'GET',
    path: '/cgi-bin/agent/list',
    docs: page(90227),
    kind: 'read',
    request: noFields,
    response: z.looseObject({
      agentlist: z.array(z.looseObject({ agentid: looseNumber, name: z.string().optional() })),
    }),
    cache: { ttlMs: 60_000, endedBy: ['agent.set'] },
  }),

  /** Changes what is given of an app. */
  set: defineEndpoint({
    name: 'agent.set',
    method: 'POST',
    path: '/cgi-bin/agent/set',
    docs: page(90228),
    kind: 'write',
    // The same values twice are the same values.
    idempotent: true,
    accountFields: ownApp,
    request: z.strictObject({
      agentid,
      name: requiredText().optional(),
      logo_mediaid: requiredText().optional(),
      description: text().optional(),
      redirect_domain: text().optional(),
      home_url: text().optional(),
      /** 0: never tells places. 1: when the member enters the app. */
      report_location_flag: flag.optional(),
      /** 1: events tell when a member opens the app. */
      isreportenter: flag.optional(),
    }),
    response: acknowledgement,
  }),

  /** Sets how the app looks on everybody's workbench (工作台). */
  setWorkbenchTemplate: defineEndpoint({
    name: 'agent.setWorkbenchTemplate',
    method: 'POST',
    path: '/cgi-bin/agent/set_workbench_template',
    docs: page(92535),
    kind: 'write',
    // It replaces the whole template.
    idempotent: true,
    accountFields: ownApp,
    request: z.strictObject({
      agentid,
      ...workbenchContent,
      /** Whether what was set for single members goes. @default false */
      replace_user_data: z.boolean().optional(),
    }),
    response: acknowledgement,
  }),

  /** How the app looks on everybody's workbench. */
  getWorkbenchTemplate: defineEndpoint({
    name: 'agent.getWorkbenchTemplate',
    method: 'POST',
    path: '/cgi-bin/agent/get_workbench_template',
    docs: page(92535),
    kind: 'read',
    accountFields: ownApp,
    request: z.strictObject({ agentid }),
    response: z.looseObject({ type: z.string() }),
    cache: { ttlMs: 60_000, endedBy: ['agent.setWorkbenchTemplate'] },
  }),

  /** Sets how the app looks on the workbench of one member. */
  setWorkbenchData: defineEndpoint({
    name: 'agent.setWorkbenchData',
    method: 'POST',
    path: '/cgi-bin/agent/set_workbench_data',
    docs: page(92535),
    kind: 'write',
    // It replaces what the member saw before.
    idempotent: true,
    accountFields: ownApp,
    request: z.strictObject({ agentid, userid, ...workbenchContent }),
    response: acknowledgement,
  }),

  /** The same for up to 1000 members at once. */
  batchSetWorkbenchData: defineEndpoint({
    name: 'agent.batchSetWorkbenchData',
    method: 'POST',
    path: '/cgi-bin/agent/batch_set_workbench_data',
    docs: page(92535),
    kind: 'write',
    // It replaces what the members saw before.
    idempotent: true,
    accountFields: ownApp,
    request: z.strictObject({
      agentid,
      userid_list: useridList(1000),
      data: z.strictObject(workbenchContent),
    }),
    response: acknowledgement,
  }),
} as const;
