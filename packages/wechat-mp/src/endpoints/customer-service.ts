import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { page } from './docs.js';
import { noFields, requiredText, text } from './request-parts.js';
import { acknowledgement, id64 } from './response-parts.js';
import { imageFile } from './upload-file.js';

const account = requiredText().includes('@', { message: 'must read name@id-of-the-account' });
const profile = z.strictObject({
  kf_account: account,
  nickname: requiredText(),
  password: text().optional(),
});

/** The people and desks that answer for the account (客服账号). */
export const customerServiceEndpoints = {
  /** All customer-service accounts. */
  listAccounts: defineEndpoint({
    name: 'customerService.listAccounts',
    method: 'GET',
    path: '/cgi-bin/customservice/getkflist',
    docs: page('customer/servicermanage/api_getkflist'),
    kind: 'read',
    request: noFields,
    response: z.looseObject({
      kf_list: z.array(
        z.looseObject({
          kf_account: z.string(),
          kf_id: id64.optional(),
          kf_nick: z.string().optional(),
          kf_headimgurl: z.string().optional(),
          kf_wx: z.string().optional(),
        }),
      ),
    }),
    cache: {
      ttlMs: 30_000,
      endedBy: [
        'customerService.addAccount',
        'customerService.updateAccount',
        'customerService.inviteWorker',
        'customerService.setAvatar',
        'customerService.deleteAccount',
      ],
    },
  }),

  /** The accounts that are online now. */
  listOnline: defineEndpoint({
    name: 'customerService.listOnline',
    method: 'GET',
    path: '/cgi-bin/customservice/getonlinekflist',
    docs: page('customer/servicermanage/api_getonlinekflist'),
    kind: 'read',
    request: noFields,
    response: z.looseObject({
      kf_online_list: z.array(
        z.looseObject({
          kf_account: z.string(),
          kf_id: id64.optional(),
          status: z.number().optional(),
          accepted_case: z.number().optional(),
        }),
      ),
    }),
  }),

  /** Makes an account; 100 at most. */
  addAccount: defineEndpoint({
    name: 'customerService.addAccount',
    method: 'POST',
    path: '/customservice/kfaccount/add',
    docs: page('customer/servicermanage/api_addkfaccount'),
    kind: 'write',
    request: profile,
    response: acknowledgement,
  }),

  /** Changes the name of an account. */
  updateAccount: defineEndpoint({
    name: 'customerService.updateAccount',
    method: 'POST',
    path: '/customservice/kfaccount/update',
    docs: page('customer/servicermanage/api_updatekfaccount'),
    kind: 'write',
    // The same name twice is the same name.
    idempotent: true,
    request: profile,
    response: acknowledgement,
  }),

  /** Asks a person to answer under an account. */
  inviteWorker: defineEndpoint({
    name: 'customerService.inviteWorker',
    method: 'POST',
    path: '/customservice/kfaccount/inviteworker',
    docs: page('customer/servicermanage/api_invitekfworker'),
    kind: 'write',
    request: z.strictObject({ kf_account: account, invite_wx: requiredText() }),
    response: acknowledgement,
  }),

  /** Sets the picture of an account: a JPG, best at 640 × 640. */
  setAvatar: defineEndpoint({
    name: 'customerService.setAvatar',
    method: 'POST',
    path: '/customservice/kfaccount/uploadheadimg',
    docs: page('customer/servicermanage/api_uploadkfheadimg'),
    kind: 'write',
    encoding: 'multipart',
    queryFields: ['kf_account'],
    timeoutMs: 60_000,
    // The same picture twice is the same picture.
    idempotent: true,
    request: z.strictObject({ kf_account: account, media: imageFile }),
    response: acknowledgement,
  }),

  /** Removes an account. */
  deleteAccount: defineEndpoint({
    name: 'customerService.deleteAccount',
    method: 'POST',
    path: '/customservice/kfaccount/del',
    docs: page('customer/servicermanage/api_delkfaccount'),
    kind: 'write',
    request: z.strictObject({ kf_account: account }),
    response: acknowledgement,
  }),
} as const;
