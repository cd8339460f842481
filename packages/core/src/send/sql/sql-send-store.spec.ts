import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  MysqlAdapter,
  MysqlQueryCompiler,
  PostgresAdapter,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { createConnection } from 'mysql2/promise';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DatabaseServer } from '../../../../../test/support/database-process.js';
import { startMariadb } from '../../../../../test/support/mariadb-server.js';
import { startPostgres } from '../../../../../test/support/postgres-server.js';
import { runSql } from '../../../../../test/support/run-sql.js';
import { type LosingProxy, startLosingProxy } from '../../../test/support/losing-proxy.js';
import {
  account,
  type Claimed,
  claimedBy,
  claimOf,
  failed,
  sent,
  settleOf,
  unknown,
} from '../../../test/support/send-fixtures.js';
import { sendStoreContract } from '../../testing/send-store-contract.js';
import { KyselyDatabase, type Tables } from './kysely-database.js';
import { migrate } from './migrate.js';
import { MysqlSendStore } from './mysql-send-store.js';
import { mysqlStatements } from './mysql-statements.js';
import { PostgresSendStore } from './postgres-send-store.js';
import { postgresStatements } from './postgres-statements.js';
import type { SqlDatabase } from './sql-database.js';
import type { SqlSendStoreOptions } from './sql-options.js';
import type { SqlSendStore } from './sql-send-store.js';

const kinds = {
  PostgreSQL: { start: startPostgres, Store: PostgresSendStore },
  MariaDB: { start: startMariadb, Store: MysqlSendStore },
};

describe.each(Object.entries(kinds))('SqlSendStore on %s', (_name, { start, Store }) => {
  let server: DatabaseServer;
  let store: SqlSendStore;
  beforeAll(async () => {
    server = await start();
    store = new Store({ url: server.url });
    // Makes the tables, which every test empties.
    await store.count(account);
  });
  afterAll(async () => {
    await store.close();
    await server.stop();
  });

  afterEach(async () => {
    await runSql(server.url, 'DELETE FROM wetempo_send_record');
  });

  sendStoreContract({ describe, it }, async () => ({
    store,
    advance: (durationMs) => sleep(durationMs + 2),
  }));

  function connected<Result>(
    options: Partial<SqlSendStoreOptions>,
    use: (store: SqlSendStore) => Promise<Result>,
  ): Promise<Result> {
    return usingStore(new Store({ url: server.url, ...options }), use);
  }

  it('tells ids apart that differ in a blank at the end, and finds texts longer than any index', async () => {
    const long = (letter: string) => `${'长'.repeat(3000)}${letter}`;
    for (const [index, requestId] of ['blank', 'blank ', 'Blank'].entries()) {
      const claim = await claimedBy(store, requestId, {
        recipient: long(`${index}`),
        push: long(`${index}`),
      });
      await store.settle(settleOf(claim, { state: 'sent', result: { msgid: long(`${index}`) } }));
    }
    expect(await store.findByMsgid(account, long('1'))).toMatchObject({ requestId: 'blank ' });
    for (const field of ['recipient', 'push']) {
      const page = await store.search({ account, [field]: long('2'), limit: 5 });
      expect(page.records.map(({ requestId }) => requestId)).toEqual(['Blank']);
    }
  });

  it('a damaged record is told as far as it stands, and holds up no other', async () => {
    const claim = await claimedBy(store, 'damaged');
    await store.settle(settleOf(claim, { state: 'sent', result: { msgid: '2000000000000000001' } }));
    await runSql(server.url, "UPDATE wetempo_send_record SET result = '{damaged'");
    const ids = ['damaged', 'whole-1', 'whole-2'];
    const answers = await Promise.all(ids.map((requestId) => store.claim(claimOf(requestId))));
    expect(answers.map(({ type }) => type)).toEqual(['settled', 'claimed', 'claimed']);
    expect(answers[0]).toMatchObject({ record: { state: 'sent', result: { msgid: '2000000000000000001' } } });
    expect((await store.search({ account, limit: 5 })).records).toHaveLength(3);
  });

  it('claims messages whose recipient or labels hold a NUL or half a character', async () => {
    for (const [index, text] of ['o\0x', 'o\ud800x'].entries()) {
      const texts = { recipient: text, push: text, group: text, tenant: text };
      await expect(store.claim(claimOf(`odd-${index}`, texts))).resolves.toMatchObject({ type: 'claimed' });
    }
  });

  it('lets one step that cannot be stored fail alone', async () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, index) => claimedBy(store, `alone-${index}`)),
    );
    const settlements = claims.map((claim, index) =>
      store.settle(
        settleOf(claim, {
          state: 'sent',
          result: { msgid: `${index}`, ...(index === 7 ? { details: circular } : {}) },
        }),
      ),
    );
    const results = await Promise.allSettled(settlements);
    expect(results.map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(1);
    expect(results[7]).toMatchObject({ reason: { code: 'STORE_UNAVAILABLE', requestId: 'alone-7' } });
    expect(await store.find({ account, requestId: 'alone-7' })).toMatchObject({ state: 'pending' });
  });

  it('lets one claim that the database refuses fail alone', async () => {
    // PostgreSQL keeps no zero byte; this endpoint is too long for MySQL.
    const refused = { fingerprint: 'zero\0byte', endpoint: 'e'.repeat(300) };
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        store.claim(claimOf(`refused-${index}`, index === 7 ? refused : {})),
      ),
    );
    expect(results.map(({ status }) => status).indexOf('rejected')).toBe(7);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });

  it('forgets settled and open records after their own retentions', async () => {
    const options = { retentionMs: 1, openRetentionMs: 600_000, tablePrefix: 'forgetting_' };
    await connected(options, async (forgetful) => {
      for (const settlement of [sent, failed, unknown]) {
        await forgetful.settle(settleOf(await claimedBy(forgetful, settlement.state), settlement));
      }
      await claimedBy(forgetful, 'pending');
      await sleep(5);
      expect(await forgetful.clean('wx0000000000000002')).toBe(0);
      expect(await forgetful.clean(account)).toBe(2);
      expect(await forgetful.count(account)).toEqual({ pending: 1, sent: 0, failed: 0, unknown: 1 });
    });
  });

  it('forgets beside its work', async () => {
    await connected({ retentionMs: 1, tablePrefix: 'beside_' }, async (forgetful) => {
      await forgetful.settle(settleOf(await claimedBy(forgetful, 'old'), sent));
      await sleep(5);
      await Promise.all(Array.from({ length: 256 }, (_, index) => claimedBy(forgetful, `new-${index}`)));
      await vi.waitFor(async () => expect((await forgetful.count(account)).sent).toBe(0), {
        timeout: 20_000,
      });
    });
  });

  describe('F44: when the answer to a commit is lost', () => {
    /** And not the words `read committed`. */
    const commit = /commit(?!t)/;
    let proxy: LosingProxy;
    let lossy: SqlSendStore;
    beforeAll(async () => {
      proxy = await startLosingProxy(server.port);
      lossy = new Store({ url: server.url.replace(`:${server.port}/`, `:${proxy.port}/`) });
      await claimedBy(lossy, 'opened');
    });
    afterAll(async () => {
      await lossy.close();
      await proxy.close();
    });

    it('a claim finds out by itself that it has worked', async () => {
      proxy.loseAnswerTo(commit);
      const claim = await claimedBy(lossy, 'once');
      expect(claim).toMatchObject({ attempts: 1, takenOver: undefined });
      expect(await store.find(claim.lease)).toMatchObject({ attempts: 1 });
      expect(await store.settle(settleOf(claim, sent))).toBe(true);
    });

    it('an attempt is counted once', async () => {
      const { lease } = await claimedBy(lossy, 'counted', { begin: false });
      proxy.loseAnswerTo(commit);
      expect(await lossy.begin(lease, 60_000)).toBe(true);
      expect(await store.find(lease)).toMatchObject({ attempts: 1 });
    });

    it('whoever was told of an error may claim again, and nobody else', async () => {
      proxy.dieAfter(commit);
      const claim = lossy.claim(claimOf('told'));
      await expect(claim).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE', requestId: 'told' });
      proxy.heal();
      expect(await store.claim(claimOf('told'))).toMatchObject({ type: 'held' });
      const again = await claimedBy(lossy, 'told');
      expect(again).toMatchObject({ attempts: 1, takenOver: undefined });
      expect(await store.find(again.lease)).toMatchObject({ state: 'pending', attempts: 1 });
    });
  });

  it('loses no settlement while the server dies and comes back', async () => {
    const claims = await Promise.all(
      Array.from({ length: 200 }, (_, index) => claimedBy(store, `crash-${index}`)),
    );
    let rejections = 0;
    const settleUntilTold = async (claim: Claimed) => {
      for (;;) {
        try {
          return await store.settle(settleOf(claim, sent));
        } catch (error) {
          expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE' });
          rejections += 1;
          await sleep(20);
        }
      }
    };
    const [early, late] = [claims.slice(0, 100), claims.slice(100)];
    const first = Promise.all(early.map(settleUntilTold));
    const death = server.kill();
    const second = Promise.all(late.map(settleUntilTold));
    await death;
    // Longer than a store tries by itself.
    await sleep(1300);
    await server.start();
    expect(new Set([...(await first), ...(await second)])).toEqual(new Set([true]));
    expect(rejections).toBeGreaterThan(0);
    expect((await store.count(account)).sent).toBe(200);
  });

  it('says so where the database does not answer in time, and works when it does again', async () => {
    await connected({ statementTimeoutMs: 300 }, async (hasty) => {
      await claimedBy(hasty, 'before');
      server.pause();
      const claim = hasty.claim(claimOf('hung'));
      await expect(claim).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE', requestId: 'hung' });
      server.resume();
      expect((await hasty.claim(claimOf('hung'))).type).toBe('claimed');
    });
  });

  describe('tables', () => {
    it('are made once by five stores at once', async () => {
      const url = await server.createDatabase();
      const stores = Array.from({ length: 5 }, () => new Store({ url }));
      const answers = await Promise.all(stores.map((one) => one.claim(claimOf('one'))));
      expect(answers.filter(({ type }) => type === 'claimed')).toHaveLength(1);
      expect(answers.filter(({ type }) => type === 'held')).toHaveLength(4);
      await Promise.all(stores.map((one) => one.close()));
    });

    it('may be made at deployment by `migrate` alone', async () => {
      const url = await server.createDatabase();
      await usingStore(new Store({ url, migrate: false }), async (frugal) => {
        await expect(frugal.claim(claimOf('x'))).rejects.toMatchObject({
          code: 'CONFIG',
          hint: expect.stringContaining('`migrate('),
        });
        const option = url.startsWith('postgres') ? { postgres: url } : { mysql: url };
        expect(await migrate(option)).toEqual(['0001-send-record']);
        expect(await migrate(option)).toEqual([]);
        expect((await frugal.claim(claimOf('x'))).type).toBe('claimed');
      });
    });

    it('of a later version are left alone', async () => {
      const url = await server.createDatabase();
      await usingStore(new Store({ url }), (one) => claimedBy(one, 'x'));
      await runSql(url, "INSERT INTO wetempo_migration VALUES ('9999-later', '2030-01-01T00:00:00.000Z')");
      await usingStore(new Store({ url }), async (old) => {
        await expect(old.claim(claimOf('y'))).rejects.toMatchObject({
          code: 'CONFIG',
          message: expect.stringContaining('later version of Wetempo, which has applied "9999-later"'),
        });
      });
    });
  });

  describe('plans', () => {
    beforeAll(() => fillForPlans(server.url, new Store({ url: server.url, tablePrefix: 'planned_' })));

    it.each([
      ['abandoned', (database) => database.abandoned(account, 10), 'by_state'],
      ['count', (database) => database.count(account), 'by_state'],
      ['forget', (database) => database.forget(account, 'sent', 1000, 10), 'by_state'],
      ['byMsgid', (database) => database.byMsgid(account, '1'), 'by_msgid'],
      [
        'search of a push',
        (database) => database.search({ account, push: 'p', limit: 5 }, undefined),
        'by_push',
      ],
      [
        'search of a recipient',
        (database) => database.search({ account, recipient: 'o', limit: 5 }, undefined),
        'by_recipient',
      ],
      [
        'search by time',
        (database) => database.search({ account, createdFrom: 1, limit: 5 }, { number: 5, requestId: 'x' }),
        'by_creation',
      ],
    ] satisfies [string, (database: SqlDatabase) => Promise<unknown>, string][])(
      'answers "%s" from an index',
      async (_step, ask, index) => {
        expect(await planOf(server.url, ask)).toContain(index);
      },
    );
  });

  it('keeps the password out of every error', async () => {
    const wrong = server.url.replace(/:[a-z]+-secret@/, ':hunter2-other@');
    await usingStore(new Store({ url: wrong }), async (stranger) => {
      const error = await stranger.claim(claimOf('x')).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE', hint: expect.stringContaining('password') });
      expect(inspect(error, { depth: 20, showHidden: true })).not.toContain('hunter2');
    });
    const broken = server.url.replace(/:[a-z]+-secret@.*/, ':hunter2-other@host:port/x');
    expect(() => new Store({ url: broken })).toThrow(
      expect.objectContaining({ code: 'CONFIG', message: expect.not.stringContaining('hunter2') }),
    );
  });

  it('says that it is closed', async () => {
    const closed = new Store({ url: server.url });
    await claimedBy(closed, 'open');
    await closed.close();
    await expect(closed.claim(claimOf('x'))).rejects.toMatchObject({
      message: expect.stringContaining('closed'),
    });
    await expect(closed.count(account)).rejects.toMatchObject({ message: expect.stringContaining('closed') });
  });
});

/** Enough records for PostgreSQL's planner to weigh its indexes; MySQL's goes by rules on a small table. */
async function fillForPlans(url: string, store: SqlSendStore): Promise<void> {
  await usingStore(store, (made) => claimedBy(made, 'first'));
  if (!url.startsWith('postgres')) return;
  await runSql(
    url,
    `INSERT INTO planned_send_record (account, request_id, state, endpoint, fingerprint, recipient, push_id, msgid,
       created_at, updated_at, attempts, mark, fence, lease_until, stamp)
     SELECT '${account}', 'id-' || n, CASE WHEN n % 10 = 0 THEN 'pending' ELSE 'sent' END, 'e', 'f', 'o' || n,
       'p' || n % 30, 'm' || n, n, n, 1, 'none', n, n, 's'
     FROM generate_series(1, 3000) AS n`,
    'VACUUM ANALYZE planned_send_record',
  );
}

/** How the database would go about the statement that `ask` makes. */
async function planOf(url: string, ask: (database: SqlDatabase) => Promise<unknown>): Promise<string> {
  const isPostgres = url.startsWith('postgres');
  const [adapter, compiler] = isPostgres
    ? [new PostgresAdapter(), new PostgresQueryCompiler()]
    : [new MysqlAdapter(), new MysqlQueryCompiler()];
  const statements: CompiledQuery[] = [];
  const kysely = new Kysely<Tables>({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => new DummyDriver(),
      createIntrospector: () => {
        throw new Error('not needed');
      },
      createQueryCompiler: () => compiler,
    },
    log: ({ query }) => void statements.push(query),
  });
  const table = 'planned_send_record';
  const texts = isPostgres ? postgresStatements(table) : mysqlStatements(table);
  await ask(new KyselyDatabase({ module: { CompiledQuery, sql }, kysely, table, statements: texts }));
  const [statement] = statements;
  if (statement === undefined) throw new Error('no statement');
  return isPostgres ? postgresPlan(url, statement) : mysqlPlan(url, statement);
}

async function postgresPlan(url: string, { sql: text, parameters }: CompiledQuery): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  // An empty table is read as a whole where that is allowed.
  await client.query('SET enable_seqscan = off');
  const { rows } = await client.query(`EXPLAIN ${text}`, [...parameters]);
  await client.end();
  return JSON.stringify(rows);
}

async function mysqlPlan(url: string, { sql: text, parameters }: CompiledQuery): Promise<string> {
  const client = await createConnection(url);
  const [rows] = await client.query(`EXPLAIN ${text}`, parameters as string[]);
  await client.end();
  return JSON.stringify(rows);
}

async function usingStore<Result>(
  store: SqlSendStore,
  use: (store: SqlSendStore) => Promise<Result>,
): Promise<Result> {
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}
