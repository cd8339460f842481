import { isCallback, isCorpCallback } from '../options/check-accounts.js';
import { SimulatorOptionError } from '../options/option-error.js';
import type { SimulatorOptions } from '../options/options.js';
import type { CallbackSettings } from './callback-settings.js';
import type { CallbackAccount, CallbackTarget } from './callback-target.js';

/** Which accounts there are. */
export interface KnownAccounts {
  findAccount(appId: string): object | undefined;
  findCorp(corpId: string): { findAgent(agentId: number): object | undefined } | undefined;
}

/** Where the callbacks of each account and app go. */
export class TargetBook {
  readonly #known: KnownAccounts;
  readonly #targets = new Map<string, CallbackTarget>();

  constructor(known: KnownAccounts) {
    this.#known = known;
  }

  /** Takes over what the options of the simulator say. */
  addConfigured({ accounts = [], corps = [] }: SimulatorOptions): void {
    for (const { appId, callback } of accounts) if (callback) this.set({ appId }, callback);
    for (const { corpId, agents } of corps) {
      for (const { agentId, callback } of agents) if (callback) this.set({ corpId, agentId }, callback);
    }
  }

  get isEmpty(): boolean {
    return this.#targets.size === 0;
  }

  set(account: CallbackAccount, settings: CallbackSettings): void {
    const { family, appId, agentId } = this.#identify(account);
    (family === 'app' ? isCallback : isCorpCallback)(settings, 'callback');
    const receiveId = settings.receiveId ?? appId;
    this.#targets.set(keyOf(appId, agentId), { family, appId, agentId, receiveId, settings });
  }

  remove(account: CallbackAccount): void {
    const { appId, agentId } = this.#identify(account);
    this.#targets.delete(keyOf(appId, agentId));
  }

  /** What an app of WeCom has not configured goes where that of its corp does. */
  find(account: CallbackAccount): CallbackTarget | undefined {
    const { appId, agentId } = this.#identify(account);
    const target = this.#targets.get(keyOf(appId, agentId)) ?? this.#targets.get(keyOf(appId, undefined));
    return target && { ...target, agentId };
  }

  /** The addresses of a corp. */
  ofCorp(corpId: string): CallbackAccount[] {
    const targets = [...this.#targets.values()].filter(({ appId }) => appId === corpId);
    return targets.map(({ agentId }) => ({ corpId, agentId }));
  }

  /** @throws SimulatorOptionError where callbacks of the account go nowhere */
  get(account: CallbackAccount): CallbackTarget {
    const target = this.find(account);
    if (target === undefined)
      throw new SimulatorOptionError('account', account, 'one that callbacks.configure was told of');
    return target;
  }

  #identify(account: CallbackAccount): Pick<CallbackTarget, 'family' | 'appId' | 'agentId'> {
    if (typeof account === 'string') {
      return this.#identify(this.#known.findCorp(account) ? { corpId: account } : { appId: account });
    }
    if ('corpId' in account) return this.#corpOf(account);
    if (this.#known.findAccount(account.appId) === undefined)
      throw new SimulatorOptionError('appId', account.appId, 'an account of the simulator');
    return { family: 'app', appId: account.appId, agentId: undefined };
  }

  #corpOf({ corpId, agentId }: { corpId: string; agentId?: number | undefined }) {
    const corp = this.#known.findCorp(corpId);
    if (corp === undefined) throw new SimulatorOptionError('corpId', corpId, 'a corp of the simulator');
    if (agentId !== undefined && corp.findAgent(agentId) === undefined)
      throw new SimulatorOptionError('agentId', agentId, 'an app of the corp');
    return { family: 'corp' as const, appId: corpId, agentId };
  }
}

function keyOf(appId: string, agentId: number | undefined): string {
  return `${appId} ${agentId ?? ''}`;
}
