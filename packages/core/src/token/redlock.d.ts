/**
 * redlock 5.0.0-beta.2 ships types that its `exports` hide. This names the little that we use.
 * No declaration of ours may mention these types: users' compilers do not see this file.
 */
declare module 'redlock' {
  export interface ExecutionStats {
    readonly votesAgainst: ReadonlyMap<unknown, Error>;
  }

  export class ExecutionError extends Error {
    readonly attempts: readonly Promise<ExecutionStats>[];
  }

  export class ResourceLockedError extends Error {}

  export class Lock {
    release(): Promise<unknown>;
  }

  export default class Redlock {
    constructor(clients: Iterable<unknown>, settings: { readonly retryCount: number });
    acquire(resources: string[], durationMs: number): Promise<Lock>;
  }
}
