import type { Account } from '../accounts/account.js';
import { isOpenid } from '../accounts/followers.js';
import { type Refusal, refuse } from '../server/answer.js';

/** Why a message cannot go to this recipient, whatever it says. */
export function recipientRefusal(account: Account, openid: unknown): Refusal | undefined {
  if (!isOpenid(openid)) return refuse(40003);
  if (account.followers.blacklist.has(openid)) return refuse(43019);
  return account.followers.has(openid) ? undefined : refuse(43004);
}
