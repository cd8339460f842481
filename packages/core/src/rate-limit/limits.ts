import { z } from 'zod';
import type { Clock } from '../clock/clock.js';
import { checkOptions } from '../config/check-options.js';
import type { GroupDrew } from '../telemetry/events.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import type { AllowEntry } from './budget/allow-list.js';
import type { AlertLevel } from './fleet/alert-level.js';
import { allowEntries, allowNoteKey, type NamedPermission } from './fleet/allow-notes.js';
import type { LimitDesk } from './fleet/limit-desk.js';
import type { AskedEndpoint } from './fleet/quota-questions.js';
import type { QuotaView } from './fleet/quota-view.js';
import type { LimitedCall } from './limit-policy.js';
import type { LimitRule, TimeLineEntry } from './limit-store.js';

/** Who may pass for a while: a budget group, or one message. */
export type Permission =
  | { readonly group: string; readonly requestId?: undefined }
  | { readonly requestId: string; readonly group?: undefined };

export type PermissionRequest = Permission & {
  /** From now, at most 30 days. */
  readonly forMs: number;
  /** For those who look at `allowed()` later. */
  readonly reason?: string | undefined;
};

/** One draw beyond a group's own part, or by permission. */
export interface AuditEntry extends Omit<GroupDrew, 'type'> {
  /** Epoch milliseconds. */
  readonly at: number;
}

interface Names {
  readonly group?: string | undefined;
  readonly requestId?: string | undefined;
}

const name = z.string().min(1).max(512);
const namesOne = { error: 'name either a group or a requestId' };
const permissionFields = { group: name.optional(), requestId: name.optional() };
const namesOnlyOne = ({ group, requestId }: Names) => (group === undefined) !== (requestId === undefined);
const permissionSchema = z.strictObject(permissionFields).refine(namesOnlyOne, namesOne);
const requestSchema = z
  .strictObject({
    ...permissionFields,
    forMs: z
      .number()
      .int()
      .min(1)
      .max(30 * 86_400_000),
    reason: z.string().max(1000).optional(),
  })
  .refine(namesOnlyOne, namesOne);

const auditLength = 200;

export interface LimitsParts {
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  /** Opened with the client's first call, or by what asks for it. */
  readonly desk: () => Promise<LimitDesk>;
  /** The desk, where it is open. */
  readonly openDesk: () => LimitDesk | undefined;
}

/** What an operator asks about the pace of an account, and may change while the fleet runs. */
export class Limits {
  readonly #parts: LimitsParts;
  readonly #audit: AuditEntry[] = [];

  constructor(parts: LimitsParts) {
    this.#parts = parts;
    parts.telemetry.on('group.drew', ({ type: _type, ...draw }) => this.#note(draw));
  }

  /**
   * The last quarter of an hour of one endpoint over all processes, in stretches of ten seconds, oldest first; stretches
   * without calls are left out.
   *
   * @throws {StoreUnavailableError} where the shared store cannot be asked
   */
  async timeLine(endpoint: string): Promise<readonly TimeLineEntry[]> {
    return (await this.#parts.desk()).timeLine(endpoint);
  }

  /** The alert level of the account, as this process heard it last. */
  level(): AlertLevel {
    return this.#parts.openDesk()?.level ?? 'green';
  }

  /** Every quota that the platform or a gateway has told of, to this process or to another. */
  quotas(): readonly QuotaView[] {
    return this.#parts.openDesk()?.quotas.views ?? [];
  }

  /**
   * What is left of an endpoint's quota today. Asks the platform, once in 30 seconds for the whole fleet; where it does
   * not tell, answers what is known from before. `undefined`: nothing is known.
   *
   * @throws {StoreUnavailableError} where the shared store cannot be reached
   */
  async quotaOf(endpoint: AskedEndpoint): Promise<QuotaView | undefined> {
    const { questions, quotas } = await this.#parts.desk();
    const finding = await questions.askNow(endpoint);
    return finding.type === 'told' ? finding.view : quotas.viewOf(endpoint.name);
  }

  /** The limits that a call has to pass, those that the options set and those that were learned; its recipient's left out. */
  async rulesFor(call: LimitedCall): Promise<readonly LimitRule[]> {
    return (await this.#parts.desk()).rulesFor(call);
  }

  /**
   * Lets a group or a message pass what this library counts for groups and tenants, on every process within about a
   * second; so does the pause of a red alert. The platform's own limits hold for it, too.
   *
   * @throws {ConfigError} for a permission that names nobody, or ends never
   * @throws {StoreUnavailableError} where the shared store cannot be reached; it is told as soon as it can
   */
  async allow(request: PermissionRequest): Promise<void> {
    const { forMs, reason, ...permission } = checkOptions(requestSchema, request, 'limits.allow');
    const entry = { ...namedBy(permission), reason, until: this.#parts.clock.now() + forMs };
    await this.#share(entry, JSON.stringify(entry), forMs);
  }

  /**
   * Takes a permission back, on every process within about a second. One that the options give stays.
   *
   * @throws {ConfigError} for a permission that names nobody
   */
  async disallow(permission: Permission): Promise<void> {
    await this.#share(namedBy(checkOptions(permissionSchema, permission, 'limits.disallow')), undefined, 1);
  }

  /** The permissions that `allow` gave and that have not ended, as this process heard of them last. */
  allowed(): readonly AllowEntry[] {
    const notes = this.#parts.openDesk()?.reporter.view.notes ?? new Map<string, string>();
    const nowMs = this.#parts.clock.now();
    return allowEntries(notes).filter(({ until }) => until > nowMs);
  }

  /**
   * The last 200 times that a call of this process drew more than its group's own part, or passed by permission; oldest
   * first. Each process keeps its own; listen to `group.drew` for all of them.
   */
  audit(): readonly AuditEntry[] {
    return [...this.#audit];
  }

  async #share(entry: NamedPermission, text: string | undefined, ttlMs: number): Promise<void> {
    const { reporter } = await this.#parts.desk();
    reporter.note(allowNoteKey(entry), text, ttlMs);
    await reporter.tellNow();
  }

  #note(draw: Omit<GroupDrew, 'type'>): void {
    this.#audit.push({ ...draw, at: this.#parts.clock.now() });
    if (this.#audit.length > auditLength) this.#audit.shift();
  }
}

/** Exactly one of the two is given: the check has seen to it. */
function namedBy({ group, requestId }: Names): NamedPermission {
  return group === undefined ? { type: 'request', name: requestId ?? '' } : { type: 'group', name: group };
}
