import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  account,
  claimedBy,
  claimOf,
  failed,
  sent,
  settleOf,
  unknown,
} from '../../test/support/send-fixtures.js';
import { ManualClock } from '../testing/manual-clock.js';
import { sendStoreContract } from '../testing/send-store-contract.js';
import type { SendQuery } from './send-store.js';
import { statements } from './sqlite-records.js';
import { migrations } from './sqlite-schema.js';
import { searchStatement } from './sqlite-search.js';
import { SqliteSendStore, type SqliteSendStoreOptions } from './sqlite-send-store.js';

let folder: string;
let files = 0;

function newFile(): string {
  files += 1;
  return join(folder, `${files}`, 'sends.db');
}

async function withStore<Result>(
  options: SqliteSendStoreOptions,
  use: (store: SqliteSendStore) => Promise<Result>,
): Promise<Result> {
  const store = new SqliteSendStore(options);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** What the first version of this package left behind. */
function writeFirstVersion(file: string): void {
  const database = new Database(file);
  database.exec(migrations[0] ?? '');
  database.exec('PRAGMA user_version = 1');
  const insert = database.prepare(
    `INSERT INTO send_record VALUES ('${account}', ?, ?, 'template.send', 'F1', 'u1', ?, ?, 1000, 900, 1, 'none', 7, 1000, ?, NULL)`,
  );
  insert.run('old-sent', 'sent', null, 1000, '{"msgid":"2000000000000000001"}');
  insert.run('old-open', 'pending', '{"a":1}', 1001, null);
  database.close();
}

/** A statement that reads everything, or sorts it, takes longer with every message that was ever sent. */
async function expectPlan(sql: string, index: string): Promise<void> {
  const file = newFile();
  await withStore({ file }, (store) => claimedBy(store, 'one'));
  const database = new Database(file);
  const parameters = Array.from(sql.matchAll(/\?/g), () => 1);
  const plan = JSON.stringify(database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters));
  expect(plan).toContain(index);
  expect(plan).not.toMatch(/SCAN send_record|TEMP B-TREE/);
  database.close();
}

describe('SqliteSendStore', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wetempo-sqlite-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  for (const synchronous of ['NORMAL', 'FULL'] as const) {
    describe(`synchronous ${synchronous}`, () => {
      sendStoreContract({ describe, it }, async () => {
        const clock = new ManualClock();
        const store = new SqliteSendStore({ file: newFile(), clock, synchronous });
        return { store, advance: (durationMs) => clock.advance(durationMs), dispose: () => store.close() };
      });
    });
  }

  it('F54: keeps the receipt over a restart, digit by digit', async () => {
    const file = newFile();
    await withStore({ file }, async (store) => store.settle(settleOf(await claimedBy(store, 'kept'), sent)));
    const answer = await withStore({ file }, (store) => store.claim(claimOf('kept')));
    expect(answer).toMatchObject({ type: 'settled', record: { result: { msgid: '2000000000000000001' } } });
  });

  it('makes the folder, and opens one file from several stores at once', async () => {
    const file = newFile();
    const stores = Array.from({ length: 5 }, () => new SqliteSendStore({ file }));
    const answers = await Promise.all(stores.map((store) => store.claim(claimOf('one'))));
    expect(answers.filter(({ type }) => type === 'claimed')).toHaveLength(1);
    await Promise.all(stores.map((store) => store.close()));
  });

  it.each([
    ['failed', failed, { stands: false, state: 'unknown', attempts: 2 }],
    ['sent', sent, { stands: true, state: 'sent', attempts: 2 }],
  ] as const)(
    'settles as %s what another process has taken over by what is in the file',
    async (_, end, then) => {
      const file = newFile();
      const clock = new ManualClock();
      await withStore({ file, clock }, async (first) => {
        const claimed = await claimedBy(first, 'shared', { leaseMs: 1000 });
        await clock.advance(1000);
        await withStore({ file, clock }, async (second) => {
          await second.settle(settleOf(await claimedBy(second, 'shared'), unknown));
        });
        expect(await first.settle(settleOf(claimed, end))).toBe(then.stands);
        const { state, attempts } = then;
        expect(await first.find(claimed.lease)).toMatchObject({ state, attempts });
      });
    },
  );

  it('settles after a further attempt by what was noted of it', async () => {
    await withStore({ file: newFile() }, async (store) => {
      const claimed = await claimedBy(store, 'again');
      await store.begin(claimed.lease, 1000);
      expect(await store.settle({ ...settleOf(claimed, failed), attempts: 2 })).toBe(true);
      // The mark of a further attempt keeps the moment of the first one.
      expect(await store.find(claimed.lease)).toMatchObject({
        state: 'failed',
        firstAttemptAt: claimed.firstAttemptAt,
      });
    });
  });

  it('waits for another program that writes, and says so when that takes too long', async () => {
    const file = newFile();
    await withStore({ file, busyTimeoutMs: 50 }, async (store) => {
      await claimedBy(store, 'before');
      const intruder = new Database(file);
      intruder.exec('BEGIN IMMEDIATE');
      await expect(store.claim(claimOf('blocked'))).rejects.toMatchObject({
        code: 'STORE_UNAVAILABLE',
        store: 'send',
        requestId: 'blocked',
        hint: expect.stringContaining('busyTimeoutMs'),
      });
      intruder.exec('COMMIT');
      intruder.close();
      await claimedBy(store, 'blocked');
    });
  });

  it('changes nothing where a step fails half-way', async () => {
    const file = newFile();
    await withStore({ file }, async (store) => {
      const claim = await claimedBy(store, 'half');
      const circular: Record<string, unknown> = {};
      circular.self = circular;
      const settlement = { state: 'sent', result: { msgid: '1', details: circular } } as const;
      await expect(store.settle(settleOf(claim, settlement))).rejects.toMatchObject({
        code: 'STORE_UNAVAILABLE',
      });
      expect(await store.find(claim.lease)).toMatchObject({ state: 'pending' });
      expect(await store.settle(settleOf(claim, sent))).toBe(true);
    });
  });

  it('lets one step fail alone among those of the same moment', async () => {
    const file = newFile();
    await withStore({ file }, async (store) => {
      const claim = await claimedBy(store, 'half');
      const circular: Record<string, unknown> = {};
      circular.self = circular;
      const bad = store.settle(
        settleOf(claim, { state: 'sent', result: { msgid: '1', details: circular } } as const),
      );
      const good = ['a', 'b', 'c'].map((id) => store.claim(claimOf(id)));
      const ends = await Promise.allSettled([good[0], bad, ...good.slice(1)]);
      expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
      expect(ends[1]).toMatchObject({ reason: { code: 'STORE_UNAVAILABLE', requestId: 'half' } });
    });
    await withStore({ file }, async (store) => {
      expect(await store.count(account)).toEqual({ pending: 4, sent: 0, failed: 0, unknown: 0 });
    });
  });

  it('does what was asked for before it is closed', async () => {
    const file = newFile();
    const store = new SqliteSendStore({ file });
    await claimedBy(store, 'open');
    const claim = store.claim(claimOf('late'));
    await store.close();
    expect((await claim).type).toBe('claimed');
    await withStore({ file }, async (again) => {
      expect(await again.find({ account, requestId: 'late' })).toMatchObject({ state: 'pending' });
    });
  });

  it('brings a file of the first version up to date with its records', async () => {
    const file = newFile();
    await mkdir(dirname(file), { recursive: true });
    writeFirstVersion(file);
    await withStore({ file }, async (store) => {
      const record = await store.findByMsgid(account, '2000000000000000001');
      expect(record).toMatchObject({
        requestId: 'old-sent',
        recipient: 'u1',
        push: undefined,
        createdAt: 1000,
      });
      expect(await store.find({ account, requestId: 'old-open' })).toMatchObject({ payload: '{"a":1}' });
      const key = { account, requestId: 'old-sent' };
      const delivery = { state: 'delivered', status: 'success', at: 5 } as const;
      expect(await store.noteDelivery(key, '2000000000000000001', delivery)).toBe(true);
      const page = await store.search({ account, recipient: 'u1', limit: 5 });
      expect(page.records.map(({ requestId }) => requestId)).toEqual(['old-sent', 'old-open']);
    });
  });

  it('cleans everything that is past its retention, and counts it', async () => {
    const clock = new ManualClock();
    const options = { file: newFile(), clock, retentionMs: 1000, openRetentionMs: 10_000 };
    await withStore(options, async (store) => {
      const ids = Array.from({ length: 1200 }, (_, index) => `old-${index}`);
      await Promise.all(ids.map(async (id) => store.settle(settleOf(await claimedBy(store, id), sent))));
      await claimedBy(store, 'open');
      const other = await claimedBy(store, 'other', { account: 'wx0000000000000002' });
      await store.settle(settleOf(other, sent));
      await clock.advance(1001);
      await store.settle(settleOf(await claimedBy(store, 'young'), sent));
      // The claim has begun to clean by itself.
      const { sent: left } = await store.count(account);
      expect(await store.clean(account)).toBe(left - 1);
      expect(await store.count(account)).toEqual({ pending: 1, sent: 1, failed: 0, unknown: 0 });
      expect(await store.clean(account)).toBe(0);
      expect(await store.count('wx0000000000000002')).toMatchObject({ sent: 1 });
    });
  });

  it('forgets settled and open records after their own retentions', async () => {
    const clock = new ManualClock();
    const options = { file: newFile(), clock, retentionMs: 1000, openRetentionMs: 10_000 };
    await withStore(options, async (store) => {
      const done = await claimedBy(store, 'done');
      await store.settle(settleOf(done, sent));
      const open = await claimedBy(store, 'open');
      await store.settle(settleOf(open, unknown));
      await clock.advance(1001);
      for (let index = 0; index < 256; index += 1) await claimedBy(store, `next-${index}`);
      expect(await store.find(done.lease)).toBeUndefined();
      expect(await store.find(open.lease)).toMatchObject({ state: 'unknown' });
      await clock.advance(10_000);
      for (let index = 0; index < 256; index += 1) await claimedBy(store, `later-${index}`);
      expect(await store.find(open.lease)).toBeUndefined();
    });
  });

  it.each([
    ['a file that is no database', 'sendStore.sqlite: cannot open'],
    ['a file of a later version', 'the file has schema version 99'],
    ['a folder in the place of the file', 'sendStore.sqlite: cannot open'],
  ])('refuses %s', async (kind, message) => {
    const file = join(folder, kind);
    if (kind.includes('no database'))
      await writeFile(file, 'not a database, but long enough to look at '.repeat(50));
    if (kind.includes('later version')) new Database(file).exec('PRAGMA user_version = 99');
    const target = kind.includes('folder') ? folder : file;
    const claim = withStore({ file: target }, (store) => store.claim(claimOf('x')));
    await expect(claim).rejects.toMatchObject({ code: 'CONFIG', message: expect.stringContaining(message) });
  });

  it('says that it is closed', async () => {
    const store = new SqliteSendStore({ file: newFile() });
    await claimedBy(store, 'open');
    await store.close();
    await expect(store.claim(claimOf('x'))).rejects.toMatchObject({
      message: expect.stringContaining('closed'),
    });
  });

  it.each([
    ['abandoned', 'send_record_pending'],
    ['unknown', 'send_record_unknown'],
    ['count', 'send_record_by_state'],
    ['forget', 'send_record_by_state'],
    ['byMsgid', 'send_record_by_msgid'],
    ['find', 'PRIMARY KEY (account=? AND request_id=?)'],
    ['update', 'PRIMARY KEY (account=? AND request_id=?)'],
  ] as const)('answers the statement "%s" from the index %s', async (name, index) => {
    await expectPlan(statements[name], index);
  });

  it.each<[Partial<SendQuery>, string]>([
    [{}, 'send_record_by_creation'],
    [{ createdFrom: 1, createdBefore: 2 }, 'send_record_by_creation'],
    [{ states: ['sent', 'failed'], endpoint: 'template.send' }, 'send_record_by_creation'],
    [{ push: 'p', states: ['unknown'] }, 'send_record_by_push'],
    [{ push: 'p', cursor: '7:order-1' }, 'send_record_by_push'],
    [{ recipient: 'u1', createdFrom: 1 }, 'send_record_by_recipient'],
    [{ recipient: 'u1', cursor: '7:order-1' }, 'send_record_by_recipient'],
    [{ cursor: '7:order-1' }, 'send_record_by_creation'],
    [{ requestId: 'order-1' }, 'PRIMARY KEY (account=? AND request_id=?)'],
  ])('searches %j in its order from the index %s', async (fields, index) => {
    await expectPlan(searchStatement({ account, limit: 5, ...fields }).sql, index);
  });

  it('leaves no text of a settled message in its row', async () => {
    const file = newFile();
    await withStore({ file }, async (store) => store.settle(settleOf(await claimedBy(store, 'text'), sent)));
    const database = new Database(file);
    expect(JSON.stringify(database.prepare('SELECT * FROM send_record').all())).not.toContain('订单');
    database.close();
    expect((await readFile(file)).length).toBeGreaterThan(0);
  });
});
