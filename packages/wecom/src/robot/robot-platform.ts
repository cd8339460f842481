import { type Account, credentialKey, type Platform } from '@wetempo/core';
import { wecomErrcodes } from '../errcodes/index.js';
import { wecomPlatform } from '../platform.js';
import { allRobotEndpoints, robotEndpoints } from './robot-endpoints.js';

/** Group robots, as core sees them: a platform of its own, since a robot belongs to no app and has no token. */
export const robotPlatform: Platform = {
  name: 'wecom-robot',
  baseUrl: wecomPlatform.baseUrl,
  errcodes: wecomErrcodes,
  endpoints: allRobotEndpoints,
  defaultLimits: { endpoints: { [robotEndpoints.send.name]: { perMinute: 20 } } },
};

/** The key of a webhook is all that it takes to write to the group, so only its hash names the account. */
export function robotAccount(key: string): Account {
  const name = credentialKey({ id: 'robot', secret: key });
  return { key: name, refusalKey: name, tokenEndpoints: {}, fields: { key } };
}
