import { redisKeys } from '../redis/redis-keys.js';
import type { SendKey } from './send-store.js';

/** The keys of one account, and what those of its records begin with. */
export interface AccountKeys {
  readonly meta: string;
  readonly pending: string;
  readonly unknown: string;
  readonly recordPrefix: string;
  readonly msgidPrefix: string;
}

/** A process that serves more accounts than that makes their keys anew now and then. */
const mostAccounts = 1000;

/** Made once for each account, since every message needs them twice. */
export class RedisSendKeys {
  readonly #ofAccounts = new Map<string, AccountKeys>();

  of(account: string): AccountKeys {
    const known = this.#ofAccounts.get(account);
    if (known !== undefined) return known;
    if (this.#ofAccounts.size >= mostAccounts) this.#ofAccounts.clear();
    const keys = {
      meta: redisKeys.send(account, 'meta'),
      pending: redisKeys.send(account, 'pending'),
      unknown: redisKeys.send(account, 'unknown'),
      recordPrefix: redisKeys.send(account, 'id', ''),
      msgidPrefix: redisKeys.send(account, 'msgid', ''),
    };
    this.#ofAccounts.set(account, keys);
    return keys;
  }

  record({ account, requestId }: SendKey): string {
    return this.of(account).recordPrefix + requestId;
  }

  msgid(account: string, msgid: string): string {
    return this.of(account).msgidPrefix + msgid;
  }
}
