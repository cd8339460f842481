import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RedisServer, startRedis } from '../../../test/support/redis-server.js';
import type { CallbackInbox, InboxEntry, InboxLease } from '../src/callback/callback-inbox.js';
import { MemoryCallbackInbox } from '../src/callback/inbox/memory-callback-inbox.js';
import { RedisCallbackInbox } from '../src/callback/inbox/redis-callback-inbox.js';

/** Who acts: the holder of the latest lease, or one of the holders before. */
type Who = 'latest' | 'former';
type Step =
  | { readonly do: 'take'; readonly lives: boolean; readonly forged: boolean }
  | { readonly do: 'renew'; readonly who: Who; readonly lives: boolean; readonly calls: number }
  | { readonly do: 'finish'; readonly who: Who; readonly reply: string | undefined }
  | { readonly do: 'giveBack'; readonly who: Who; readonly waits: boolean }
  | { readonly do: 'takeAbandoned'; readonly lives: boolean };

const longMs = 600_000;
const account = 'wx0000000000000001';
const who = fc.constantFrom<Who>('latest', 'latest', 'former');
const lives = fc.boolean();
const steps: fc.Arbitrary<Step> = fc.oneof(
  // Seldom forged, so that most sequences get somewhere.
  fc.record({
    do: fc.constant('take' as const),
    lives,
    forged: fc.integer({ min: 0, max: 7 }).map((die) => die === 0),
  }),
  fc.record({ do: fc.constant('renew' as const), who, lives, calls: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ do: fc.constant('finish' as const), who, reply: fc.constantFrom(undefined, '', 'reply') }),
  fc.record({ do: fc.constant('giveBack' as const), who, waits: fc.boolean() }),
  fc.record({ do: fc.constant('takeAbandoned' as const), lives }),
);

/** The plainest account of one event that makes sense: it is unknown, in somebody's hands, free, or done. */
class Model {
  state: 'unknown' | 'held' | 'free' | 'done' = 'unknown';
  /** Whether the lease, or the delay of one that was given back, is not over yet. */
  isWaiting = false;
  holder = 0;
  leases = 0;
  attempt = 0;
  reply: string | undefined;

  take(step: Extract<Step, { do: 'take' }>): string {
    if (step.forged) return 'replayed';
    if (this.state === 'done') return `repeated ${this.reply}`;
    if (this.state === 'held' && this.isWaiting) return 'repeated undefined';
    return `taken ${this.lease(step.lives)}`;
  }

  renew(holder: number, step: Extract<Step, { do: 'renew' }>): string {
    if (!this.isHeldBy(holder)) return 'false';
    this.attempt = step.calls;
    this.isWaiting = step.lives;
    return 'true';
  }

  finish(holder: number, reply: string | undefined): string {
    // The same finish once more: an answer may have got lost.
    if (this.state === 'done' && this.holder === holder) this.reply = reply;
    else if (!this.isHeldBy(holder)) return 'false';
    this.state = 'done';
    this.reply = reply;
    return 'true';
  }

  giveBack(holder: number, waits: boolean, calls: number): string {
    if (!this.isHeldBy(holder)) return 'false';
    // Its holder says how many calls there were.
    this.attempt = calls;
    this.state = 'free';
    this.isWaiting = waits;
    return 'true';
  }

  takeAbandoned(isAlive: boolean): string {
    if (this.state === 'unknown' || this.state === 'done' || this.isWaiting) return 'nothing';
    return `taken ${this.lease(isAlive)}`;
  }

  isHeldBy(holder: number): boolean {
    return this.state === 'held' && this.holder === holder;
  }

  lease(isAlive: boolean): number {
    this.state = 'held';
    this.isWaiting = isAlive;
    this.leases += 1;
    this.holder = this.leases;
    this.attempt += 1;
    return this.attempt;
  }
}

/** One event of an inbox, and the leases that were had on it. */
class Actual {
  readonly #inbox: CallbackInbox;
  readonly #eventKey: string;
  readonly #leases: InboxLease[] = [];

  constructor(inbox: CallbackInbox, eventKey: string) {
    this.#inbox = inbox;
    this.#eventKey = eventKey;
  }

  async take({ lives: isAlive, forged }: Extract<Step, { do: 'take' }>): Promise<string> {
    const answer = await this.#inbox.take({ ...this.#entry(), ...leaseOf(isAlive), ...bodyOf(forged) });
    if (answer.type === 'replayed') return 'replayed';
    if (answer.type === 'repeated') return `repeated ${answer.reply}`;
    return this.#taken(answer.lease);
  }

  /** Begins with a signature that is known, so that a forged one is one. */
  begin(): Promise<string> {
    return this.take({ do: 'take', lives: true, forged: false });
  }

  lease(place: number): InboxLease | undefined {
    return this.#leases[place - 1];
  }

  async takeAbandoned(isAlive: boolean): Promise<string> {
    const found = await this.#inbox.takeAbandoned(account, 100, leaseOf(isAlive).leaseMs);
    const own = found.find(({ lease }) => lease.eventKey === this.#eventKey);
    return own === undefined ? 'nothing' : this.#taken(own.lease);
  }

  #taken(lease: InboxLease): string {
    this.#leases.push(lease);
    return `taken ${lease.attempt}`;
  }

  #entry(): Omit<InboxEntry, 'leaseMs' | 'bodyDigest'> {
    const memory = { rememberMs: longMs, replayMs: longMs };
    return {
      account,
      eventKey: this.#eventKey,
      nonceKey: `nonce-${this.#eventKey}`,
      content: '{}',
      ...memory,
    };
  }
}

/** A lease of one millisecond is over before the next step. */
function leaseOf(isAlive: boolean) {
  return { leaseMs: isAlive ? longMs : 1 };
}

function bodyOf(forged: boolean) {
  return { bodyDigest: forged ? 'forged' : 'genuine' };
}

async function play(inbox: CallbackInbox, eventKey: string, sequence: readonly Step[]): Promise<void> {
  const model = new Model();
  const actual = new Actual(inbox, eventKey);
  expect(await actual.begin()).toBe(model.take({ do: 'take', lives: true, forged: false }));
  for (const step of sequence) {
    const holder = 'who' in step && step.who === 'former' ? model.leases - 1 : model.leases;
    const lease = actual.lease(holder);
    switch (step.do) {
      case 'take':
        expect(await actual.take(step)).toBe(model.take(step));
        break;
      case 'takeAbandoned':
        expect(await actual.takeAbandoned(step.lives)).toBe(model.takeAbandoned(step.lives));
        break;
      default:
        if (lease === undefined) break;
        expect(await act(inbox, lease, step)).toBe(expected(model, holder, lease, step));
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

type Held = Exclude<Step, { do: 'take' | 'takeAbandoned' }>;

async function act(inbox: CallbackInbox, lease: InboxLease, step: Held): Promise<string> {
  if (step.do === 'renew') {
    return String(await inbox.renew({ ...lease, attempt: step.calls }, leaseOf(step.lives).leaseMs));
  }
  if (step.do === 'finish') return String(await inbox.finish(lease, step.reply));
  return String(await inbox.giveBack(lease, step.waits ? longMs : 0));
}

function expected(model: Model, holder: number, lease: InboxLease, step: Held): string {
  if (step.do === 'renew') return model.renew(holder, step);
  if (step.do === 'finish') return model.finish(holder, step.reply);
  return model.giveBack(holder, step.waits, lease.attempt);
}

/** What a process does with an event that it got hold of. */
type End = 'finish' | 'give-back' | 'renew-and-finish' | 'keep';

interface Visit {
  readonly event: number;
  readonly end: End;
  readonly turns: number;
}

const visits = fc.array(
  fc.record({
    event: fc.integer({ min: 0, max: 2 }),
    end: fc.constantFrom<End>('finish', 'give-back', 'give-back', 'renew-and-finish', 'keep'),
    turns: fc.integer({ min: 0, max: 3 }),
  }),
  { minLength: 1, maxLength: 8 },
);

/** What all processes together may see of one event: one holder at a time, and nobody after it was handled. */
class Witness {
  #holders = 0;
  #isDone = false;

  taken(): void {
    expect(this.#isDone).toBe(false);
    this.#holders += 1;
    expect(this.#holders).toBe(1);
  }

  /** Before the inbox is told: another may have the event before its answer is here. */
  leaves(isDone: boolean): void {
    this.#holders -= 1;
    this.#isDone = isDone;
  }
}

async function visitAll(
  inbox: CallbackInbox,
  prefix: string,
  list: readonly Visit[],
  witnesses: readonly Witness[],
): Promise<void> {
  for (const { event, end, turns } of list) {
    const witness = witnesses[event] as Witness;
    const eventKey = `${prefix}-${event}`;
    const memory = { rememberMs: longMs, replayMs: longMs, leaseMs: longMs };
    const signed = { nonceKey: `nonce-${eventKey}`, bodyDigest: 'genuine' };
    const answer = await inbox.take({ account, eventKey, content: '{}', ...signed, ...memory });
    if (answer.type !== 'taken') continue;
    witness.taken();
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    if (end === 'keep') continue;
    if (end === 'renew-and-finish') expect(await inbox.renew(answer.lease, longMs)).toBe(true);
    witness.leaves(end !== 'give-back');
    const isTold =
      end === 'give-back' ? inbox.giveBack(answer.lease, 0) : inbox.finish(answer.lease, 'reply');
    expect(await isTold).toBe(true);
  }
}

describe.each(['memory', 'redis'])('an inbox in %s', (kind) => {
  let server: RedisServer | undefined;
  let inbox: CallbackInbox;
  beforeAll(async () => {
    server = kind === 'redis' ? await startRedis() : undefined;
    inbox =
      server === undefined
        ? new MemoryCallbackInbox()
        : new RedisCallbackInbox({ redis: server.url, commandTimeoutMs: 10_000 });
  });
  afterAll(async () => {
    await inbox.close();
    await server?.stop();
  });

  it('does what the model says in any sequence of steps on one event', async () => {
    let played = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 12 }), async (sequence) => {
        played += 1;
        await play(inbox, `event-${played}`, sequence);
      }),
      { numRuns: 60 },
    );
  });

  it('gives an event to one at a time, and to nobody after it was handled, whatever goes on at once', async () => {
    let played = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(visits, { minLength: 2, maxLength: 6 }), async (processes) => {
        played += 1;
        const witnesses = [new Witness(), new Witness(), new Witness()];
        await Promise.all(processes.map((list) => visitAll(inbox, `crowd-${played}`, list, witnesses)));
      }),
      { numRuns: 60 },
    );
  });
});
