import type { Agent } from '../corps/agent.js';
import type { Corp } from '../corps/corp.js';
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

/** The same for a corp. */
export function corpFinder(platform: () => Platform): (corpId: string) => Corp {
  return (corpId) => {
    const corp = platform().findCorp(corpId);
    if (corp !== undefined) return corp;
    const known = platform().corps.map((other) => other.corpId);
    throw new SimulatorOptionError('corpId', corpId, known.join(' or '));
  };
}

/** The apps of a corp: one, or all where none is named. */
export function agentsOf(corp: Corp, agentId: number | undefined): readonly Agent[] {
  if (agentId === undefined) return corp.agents;
  const agent = corp.findAgent(agentId);
  if (agent !== undefined) return [agent];
  const known = corp.agents.map((other) => other.agentId);
  throw new SimulatorOptionError('agentId', agentId, known.join(' or '));
}
