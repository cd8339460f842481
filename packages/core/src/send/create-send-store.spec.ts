import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { claimOf } from '../../test/support/send-fixtures.js';
import { Telemetry } from '../telemetry/telemetry.js';
import { ManualClock } from '../testing/manual-clock.js';
import { sendStoreContract } from '../testing/send-store-contract.js';
import { createSendStore, type SendStoreOption } from './create-send-store.js';
import { MemorySendStore } from './memory-send-store.js';
import { RedisSendStore } from './redis-send-store.js';
import { MysqlSendStore } from './sql/mysql-send-store.js';
import { PostgresSendStore } from './sql/postgres-send-store.js';

/** What a caller without types may pass. */
function untyped(option: unknown): SendStoreOption {
  return option as SendStoreOption;
}

describe('createSendStore', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wetempo-create-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  /** A listener's ear: what was warned of, by topic. */
  function ear() {
    const telemetry = new Telemetry();
    const topics: string[] = [];
    telemetry.on('warned', ({ topic }) => topics.push(topic));
    return { telemetry, topics };
  }

  it('takes Redis by default where there is one', () => {
    expect(createSendStore(undefined, { redis: 'redis://127.0.0.1:1' })).toBeInstanceOf(RedisSendStore);
  });

  it('takes memory by default elsewhere, and warns once that a restart forgets', () => {
    const { telemetry, topics } = ear();
    expect(createSendStore(undefined, { telemetry })).toBeInstanceOf(MemorySendStore);
    expect(topics).toEqual(['send-store-memory']);
  });

  it('does not warn of what was asked for', () => {
    const { telemetry, topics } = ear();
    createSendStore('memory', { telemetry });
    expect(topics).toEqual([]);
  });

  it('opens nothing before the first message', async () => {
    const file = join(folder, 'deep', 'sends.db');
    const store = createSendStore({ sqlite: file });
    expect(existsSync(file)).toBe(false);
    expect((await store.claim(claimOf('first'))).type).toBe('claimed');
    expect(existsSync(file)).toBe(true);
    await store.close();
  });

  it("uses a store of the user's and leaves its closing to them", async () => {
    const own = new MemorySendStore();
    const store = createSendStore(own);
    await store.claim(claimOf('kept'));
    await store.close();
    expect(await own.find(claimOf('kept'))).toMatchObject({ state: 'pending' });
  });

  it.each([
    ['redis', 'sendStore', /`redis` is missing/],
    ['mongo', 'sendStore', /got "mongo"/],
    [7, 'sendStore', /got number/],
    [null, 'sendStore', /must be 'memory'/],
    [{}, 'sendStore.sqlite', /got undefined/],
    [{ sqlite: '' }, 'sendStore.sqlite', /got ""/],
    [{ sqlite: 'x\0.db' }, 'sendStore.sqlite', /path of a file/],
    [{ sqlite: 'x.db', synchronous: 'OFF' }, 'sendStore.synchronous', /got "OFF"/],
    [{ postgres: 7 }, 'sendStore.postgres', /expected object/],
    [{ postgres: 'mysql://host/db' }, 'sendStore.postgres.url', /begins with postgres:/],
    [{ mysql: {} }, 'sendStore.mysql', /needs `url` or `connection`/],
    [{ mysql: { url: 'mysql://host/db', poolSize: 0 } }, 'sendStore.mysql.poolSize', /got 0/],
    [{ mysql: { url: 'mysql://host/db', retention: 1 } }, 'sendStore.mysql.retention', /is no option/],
    [{ claim: () => undefined, settle: () => undefined }, 'sendStore', /lacks begin, defer, release, find/],
  ])('refuses %j with the path %s', (option, path, message) => {
    const create = () => createSendStore(untyped(option));
    expect(create).toThrow(
      expect.objectContaining({ code: 'CONFIG', message: expect.stringMatching(message) }),
    );
    expect(create).toThrow(expect.objectContaining({ issues: [expect.objectContaining({ path })] }));
  });

  it('shows no password of an address that stands where a store is named', () => {
    const create = () => createSendStore(untyped('postgres://me:hush@host/db'));
    expect(create).toThrow(/got an address/);
    expect(create).not.toThrow(/hush/);
  });

  it.each([
    [{ postgres: 'postgres://host/db' }, PostgresSendStore],
    [{ postgres: { connection: { host: '127.0.0.1' } } }, PostgresSendStore],
    [{ mysql: { url: 'mysql://host/db', retentionMs: 1000 } }, MysqlSendStore],
  ])('makes the store of %j, and opens no connection', async (option, Store) => {
    const store = createSendStore(option);
    expect(store).toBeInstanceOf(Store);
    await store.close();
  });

  it.each([
    ['postgres', 'kysely', 'pg'],
    ['postgres', 'pg', 'pg'],
    ['mysql', 'mysql2', 'mysql2'],
  ])('names the package that { %s } lacks: %s', async (kind, missing, driver) => {
    vi.doMock(missing, () => {
      throw new Error(`Cannot find package '${missing}'`);
    });
    const store = createSendStore(untyped({ [kind]: `${kind}://127.0.0.1:1/none` }));
    await expect(store.claim(claimOf('x'))).rejects.toMatchObject({
      code: 'CONFIG',
      message: expect.stringContaining(`"${missing}" is not installed`),
      hint: `Run \`npm install kysely ${driver}\`.`,
    });
    vi.doUnmock(missing);
    await store.close();
  });

  it('names the package that is missing', async () => {
    vi.doMock('libsql', () => {
      throw new Error("Cannot find package 'libsql'");
    });
    const store = createSendStore({ sqlite: join(folder, 'missing.db') });
    await expect(store.claim(claimOf('x'))).rejects.toMatchObject({
      code: 'CONFIG',
      hint: 'Run `npm install libsql`.',
    });
    vi.doUnmock('libsql');
  });
});

describe("a store of the user's", () => {
  sendStoreContract({ describe, it }, async () => {
    const clock = new ManualClock();
    const store = createSendStore(new MemorySendStore({ clock }));
    return { store, advance: (durationMs) => clock.advance(durationMs) };
  });
});
