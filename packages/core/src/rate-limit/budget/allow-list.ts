import { z } from 'zod';

/** Who may pass what this library counts for groups and tenants. The platform's own limits hold for them, too. */
export interface AllowOptions {
  /** Names of budget groups. */
  readonly groups?: readonly string[] | undefined;
  /** Of single messages. */
  readonly requestIds?: readonly string[] | undefined;
}

const name = z.string().min(1).max(512);

export const allowSchema = z.strictObject({
  groups: z.array(name).optional(),
  requestIds: z.array(name).optional(),
});

const entrySchema = z.object({
  type: z.enum(['group', 'request']),
  /** The group, or the `requestId`. */
  name,
  /** For the audit. */
  reason: z.string().max(1000).optional(),
  /** Epoch milliseconds. */
  until: z.number(),
});

/** A permission that was given while the fleet runs. */
export type AllowEntry = Readonly<z.output<typeof entrySchema>>;

/** Reads what another process wrote. `undefined` for a text that is no entry: a newer release may write others. */
export function parseAllowEntry(text: string): AllowEntry | undefined {
  try {
    return entrySchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

interface AskingCall {
  readonly group?: string | undefined;
  readonly requestId?: string | undefined;
}

/** Those who may pass: named by the options for good, and by the fleet for a time. */
export class AllowList {
  readonly #now: () => number;
  readonly #groups: ReadonlySet<string>;
  readonly #requestIds: ReadonlySet<string>;
  #shared: readonly AllowEntry[] = [];
  #sharedGroups: ReadonlyMap<string, number> = new Map();
  #sharedRequests: ReadonlyMap<string, number> = new Map();

  /** @param now epoch milliseconds; what the fleet allowed ends by it */
  constructor(options: AllowOptions, now: () => number) {
    this.#now = now;
    this.#groups = new Set(options.groups);
    this.#requestIds = new Set(options.requestIds);
  }

  /** What the fleet has allowed, as it was told last; some of it may have ended since. */
  get shared(): readonly AllowEntry[] {
    return this.#shared;
  }

  has({ group = 'default', requestId }: AskingCall): boolean {
    if (this.#groups.has(group) || this.#isOpen(this.#sharedGroups.get(group))) return true;
    if (requestId === undefined) return false;
    return this.#requestIds.has(requestId) || this.#isOpen(this.#sharedRequests.get(requestId));
  }

  /** Takes over what the fleet allows by now; what was shared before and is not among it has ended. */
  replaceShared(entries: readonly AllowEntry[]): void {
    this.#shared = entries;
    this.#sharedGroups = latestEnds(entries, 'group');
    this.#sharedRequests = latestEnds(entries, 'request');
  }

  #isOpen(until: number | undefined): boolean {
    return until !== undefined && this.#now() < until;
  }
}

function latestEnds(entries: readonly AllowEntry[], type: AllowEntry['type']): ReadonlyMap<string, number> {
  const untilByName = new Map<string, number>();
  for (const entry of entries) {
    if (entry.type !== type) continue;
    untilByName.set(entry.name, Math.max(entry.until, untilByName.get(entry.name) ?? entry.until));
  }
  return untilByName;
}
