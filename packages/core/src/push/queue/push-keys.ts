import { redisKeys } from '../../redis/redis-keys.js';

/** The pushes of an account by their start. */
export function indexKey(account: string): string {
  return redisKeys.push(account, 'index');
}

export function stateKey(account: string, id: string): string {
  return redisKeys.push(account, 'state', id);
}

export function paceKey(account: string, id: string): string {
  return redisKeys.push(account, 'pace', id);
}

/** One run of a push; what is kept of an earlier one stands beside it. */
export interface RunName {
  readonly id: string;
  readonly run: number;
}

/** What a run keeps beside the state of its push. */
export function runKeys(account: string, { id, run }: RunName) {
  const key = (area: string) => redisKeys.push(account, area, String(run), id);
  return {
    state: stateKey(account, id),
    chunks: key('chunks'),
    results: key('results'),
    troubles: key('troubles'),
    putOff: key('put-off'),
  };
}

/** The keys of the account's queue share its hash tag, and no other account's worker takes its jobs. */
export function queuePrefix(account: string): string {
  return redisKeys.push(account, 'queue');
}

/** BullMQ allows no colon in ids of jobs, and an id of a push holds no tilde. */
export function jobIdOf({ id, run }: RunName, chunk: string): string {
  return `${id.replaceAll(':', '~')}-${run}-${chunk}`;
}
