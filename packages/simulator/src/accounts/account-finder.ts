import { SimulatorOptionError } from '../options/option-error.js';
import type { Platform } from '../platform.js';
import type { Account } from './account.js';

/** Finds an account by its id, or throws a SimulatorOptionError that names those there are. */
export function accountFinder(platform: () => Platform): (appId: string) => Account {
  return (appId) => {
    const account = platform().findAccount(appId);
    if (account !== undefined) return account;
    const known = platform().accounts.map((other) => other.appId);
    throw new SimulatorOptionError('appId', appId, known.join(' or '));
  };
}
