import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RedisServer, startRedis } from '../../../test/support/redis-server.js';
import { MemorySendStore } from '../src/send/memory-send-store.js';
import { RedisSendStore } from '../src/send/redis-send-store.js';
import type { AttemptFate, SendState, SendStore } from '../src/send/send-store.js';
import { SqliteSendStore } from '../src/send/sqlite-send-store.js';
import { account, type Claimed, claimOf, failed, settleOf, unknown } from './support/send-fixtures.js';

const ends = { failed, unknown };
type End = keyof typeof ends | 'sent';

/** Who acts: the holder of the latest claim, or one of the holders before. */
type Who = 'latest' | 'former';
type Step =
  | {
      readonly do: 'claim';
      readonly begin: boolean;
      readonly lives: boolean;
      readonly other: boolean;
      readonly reopen: boolean;
      readonly push: string;
    }
  | { readonly do: 'begin'; readonly who: Who }
  | { readonly do: 'defer'; readonly who: Who; readonly fate: AttemptFate; readonly lives: boolean }
  | { readonly do: 'release'; readonly who: Who; readonly fate: Exclude<AttemptFate, 'open'> }
  | { readonly do: 'settle'; readonly who: Who; readonly end: End }
  | { readonly do: 'resolve'; readonly end: Exclude<End, 'unknown'> }
  | { readonly do: 'note'; readonly isOwn: boolean; readonly at: number };

const who = fc.constantFrom<Who>('latest', 'latest', 'former');
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('claim' as const),
      begin: fc.boolean(),
      lives: fc.boolean(),
      // Seldom, so that most sequences get somewhere.
      other: fc.integer({ min: 0, max: 7 }).map((die) => die === 0),
      reopen: fc.boolean(),
      push: fc.constantFrom('p1', 'p2'),
    }),
  },
  fc.record({ do: fc.constant('begin' as const), who }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('defer' as const),
      who,
      fate: fc.constantFrom<AttemptFate>('open', 'not-done', 'not-left'),
      lives: fc.boolean(),
    }),
  },
  fc.record({
    do: fc.constant('release' as const),
    who,
    fate: fc.constantFrom('not-done' as const, 'not-left' as const),
  }),
  fc.record({
    do: fc.constant('settle' as const),
    who,
    end: fc.constantFrom<End>('sent', 'failed', 'unknown'),
  }),
  fc.record({
    do: fc.constant('resolve' as const),
    end: fc.constantFrom('sent' as const, 'failed' as const),
  }),
  fc.record({
    do: fc.constant('note' as const),
    isOwn: fc.integer({ min: 0, max: 3 }).map((die) => die > 0),
    at: fc.integer({ min: 1, max: 3 }),
  }),
);

/**
 * The plainest account of one record that makes sense: each attempt is an entry in a list, and what a store keeps as a
 * count, a moment and a mark follows from the list.
 */
class Model {
  state: SendState | 'none' = 'none';
  isLeaseLive = false;
  holder = 0;
  claims = 0;
  /** Of every request that left or was announced: whether something of it may have reached the platform. */
  attempts: ('open' | 'closed')[] = [];
  /** The last entry may still be taken back. */
  isAnnounced = false;
  push = '';
  /** The latest moment of which a callback told. */
  toldAt = 0;

  claim(step: Extract<Step, { do: 'claim' }>): string {
    if (this.state !== 'none' && step.other) return 'conflict';
    if (this.state === 'pending' && this.isLeaseLive) return 'held';
    const isEnded = this.state === 'sent' || this.state === 'failed' || this.state === 'unknown';
    if (isEnded && (this.state === 'sent' || !step.reopen)) return 'settled';
    if (this.state === 'none') this.push = step.push;
    this.state = 'pending';
    this.isLeaseLive = step.lives;
    this.claims += 1;
    this.holder = this.claims;
    this.isAnnounced = false;
    if (step.begin) this.announce();
    return 'claimed';
  }

  begin(holder: number): boolean {
    if (!this.isHeldBy(holder)) return false;
    this.isLeaseLive = true;
    this.announce();
    return true;
  }

  defer(holder: number, fate: AttemptFate, lives: boolean): boolean {
    if (!this.isHeldBy(holder)) return false;
    this.isLeaseLive = lives;
    this.learn(fate);
    return true;
  }

  release(holder: number, fate: AttemptFate): void {
    if (!this.isHeldBy(holder)) return;
    this.isLeaseLive = false;
    this.learn(fate);
    if (this.attempts.length === 0) this.state = 'none';
    // Nobody but the next claim holds it, yet the fence stays the old holder's until then.
  }

  settle(holder: number, end: End): boolean {
    if (this.state === end && end === 'sent') return true;
    if (end !== 'sent' && !this.isHeldBy(holder)) return this.holder === holder && this.state === end;
    if (end === 'failed') this.learn('not-done');
    this.isAnnounced = false;
    this.state = end;
    return true;
  }

  resolve(end: End): boolean {
    if (this.state !== 'unknown') return false;
    this.state = end;
    return true;
  }

  note(isOwn: boolean, at: number): boolean {
    if (this.state !== 'sent' || !isOwn) return false;
    this.toldAt = Math.max(this.toldAt, at);
    return true;
  }

  get isOpen(): boolean {
    return this.attempts.includes('open');
  }

  private isHeldBy(holder: number): boolean {
    return this.state === 'pending' && this.holder === holder;
  }

  private announce(): void {
    this.attempts.push('open');
    this.isAnnounced = true;
  }

  private learn(fate: AttemptFate): void {
    if (this.isAnnounced && fate === 'not-left') this.attempts.pop();
    if (this.isAnnounced && fate === 'not-done') this.attempts.splice(-1, 1, 'closed');
    this.isAnnounced = false;
  }
}

/** Plays the steps on a store and on the model, and compares every answer and the record after every step. */
async function play(store: SendStore, requestId: string, sequence: readonly Step[]): Promise<void> {
  const model = new Model();
  const claims: { readonly claim: Claimed; readonly holder: number }[] = [];
  for (const step of sequence) {
    await playStep(store, requestId, step, model, claims);
    const record = await store.find({ account, requestId });
    expect(record?.state ?? 'none').toBe(model.state);
    const byMsgid = await store.findByMsgid(account, msgidOf(requestId));
    expect(byMsgid?.requestId).toBe(model.state === 'sent' ? requestId : undefined);
    expect(byMsgid?.delivery?.at ?? 0).toBe(model.toldAt);
    if (record === undefined) continue;
    expect(record.push).toBe(model.push);
    expect(record.attempts).toBe(model.attempts.length);
    expect(record.firstAttemptAt !== undefined).toBe(model.isOpen);
  }
}

async function playStep(
  store: SendStore,
  requestId: string,
  step: Step,
  model: Model,
  claims: { readonly claim: Claimed; readonly holder: number }[],
): Promise<void> {
  if (step.do === 'claim') {
    const answer = await store.claim(
      claimOf(requestId, {
        begin: step.begin,
        leaseMs: leaseOf(step.lives),
        push: step.push,
        reopenFailed: step.reopen,
        reopenUnknown: step.reopen ? 'always' : 'never',
        // The first message makes the id its own.
        ...(step.other && model.state !== 'none' ? { fingerprint: 'another message' } : {}),
      }),
    );
    expect(answer.type).toBe(model.claim(step));
    if (answer.type === 'claimed') claims.push({ claim: answer, holder: model.holder });
    return;
  }
  if (step.do === 'resolve') {
    const resolved = await store.resolveUnknown(
      { account, requestId },
      step.end === 'sent' ? sentEnd(requestId) : failedEnd,
    );
    expect(resolved).toBe(model.resolve(step.end));
    return;
  }
  if (step.do === 'note') {
    const msgid = step.isOwn ? msgidOf(requestId) : 'another';
    const delivery = { state: 'delivered', status: 'success', at: step.at } as const;
    const noted = await store.noteDelivery({ account, requestId }, msgid, delivery);
    expect(noted).toBe(model.note(step.isOwn, step.at));
    return;
  }
  const actor = step.who === 'latest' ? claims.at(-1) : claims.at(-2);
  if (actor === undefined) return;
  const { claim, holder } = actor;
  if (step.do === 'begin') expect(await store.begin(claim.lease, leaseOf(true))).toBe(model.begin(holder));
  if (step.do === 'defer') {
    const answer = await store.defer(claim.lease, leaseOf(step.lives), step.fate);
    expect(answer).toBe(model.defer(holder, step.fate, step.lives));
  }
  if (step.do === 'release') {
    await store.release(claim.lease, step.fate);
    model.release(holder, step.fate);
  }
  // A settlement of a record that is gone writes it anew, which the contract suite covers.
  if (step.do === 'settle' && model.state !== 'none') {
    const end = step.end === 'sent' ? sentEnd(requestId) : ends[step.end];
    const request = { ...settleOf(claim, end), attempts: model.attempts.length };
    expect(await store.settle(request)).toBe(model.settle(holder, step.end));
  }
}

function msgidOf(requestId: string): string {
  return `2000000000000${requestId.replace('model-', '')}`;
}

function sentEnd(requestId: string) {
  return { state: 'sent', result: { msgid: msgidOf(requestId) } } as const;
}

const failedEnd = { state: 'failed', failure: { code: 'API_ERROR', message: 'by hand' } } as const;

/** A lease of no length is over at once, on any store's clock, without waiting. */
function leaseOf(lives: boolean): number {
  return lives ? 600_000 : 0;
}

describe('every sequence of steps', () => {
  let redis: RedisServer;
  let folder: string;
  let ids = 0;
  beforeAll(async () => {
    redis = await startRedis();
    folder = await mkdtemp(join(tmpdir(), 'wetempo-model-'));
  });
  afterAll(async () => {
    await redis.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const stores: Readonly<Record<string, () => SendStore>> = {
    memory: () => new MemorySendStore(),
    SQLite: () => new SqliteSendStore({ file: join(folder, 'model.db') }),
    Redis: () => new RedisSendStore({ redis: redis.url }),
  };
  for (const [name, open] of Object.entries(stores)) {
    it(`leads ${name} where it leads the model`, async () => {
      const store = open();
      const property = fc.asyncProperty(fc.array(steps, { maxLength: 14 }), async (sequence) => {
        ids += 1;
        await play(store, `model-${ids}`, sequence);
      });
      await fc.assert(property, { numRuns: 300 });
      await store.close();
    });
  }
});
