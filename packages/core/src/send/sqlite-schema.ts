/** What is used of libsql's `Database`; named here, so that our types do not ask for libsql. */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  pragma(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
  close(): unknown;
}

export interface SqliteStatement {
  run(...parameters: unknown[]): { readonly changes: number };
  get(...parameters: unknown[]): unknown;
  all(...parameters: unknown[]): unknown[];
}

/** One step per version of the schema. A published step never changes; a new one is added. */
export const migrations: readonly string[] = [
  `CREATE TABLE send_record (
     account TEXT NOT NULL,
     request_id TEXT NOT NULL,
     state TEXT NOT NULL,
     endpoint TEXT NOT NULL,
     fingerprint TEXT NOT NULL,
     recipient TEXT,
     payload TEXT,
     created_at INTEGER NOT NULL,
     updated_at INTEGER NOT NULL,
     first_attempt_at INTEGER,
     attempts INTEGER NOT NULL,
     mark TEXT NOT NULL,
     fence INTEGER NOT NULL,
     lease_until INTEGER NOT NULL,
     result TEXT,
     failure TEXT,
     PRIMARY KEY (account, request_id)
   ) WITHOUT ROWID;
   CREATE INDEX send_record_pending ON send_record (account, lease_until) WHERE state = 'pending';
   CREATE INDEX send_record_unknown ON send_record (account, fence) WHERE state = 'unknown';
   CREATE INDEX send_record_by_state ON send_record (account, state, updated_at);
   CREATE INDEX send_record_by_recipient ON send_record (account, recipient) WHERE recipient IS NOT NULL;`,
  `ALTER TABLE send_record ADD COLUMN push TEXT;
   ALTER TABLE send_record ADD COLUMN call_group TEXT;
   ALTER TABLE send_record ADD COLUMN tenant TEXT;
   ALTER TABLE send_record ADD COLUMN delivery TEXT;
   ALTER TABLE send_record ADD COLUMN msgid TEXT;
   UPDATE send_record SET msgid = json_extract(result, '$.msgid') WHERE state = 'sent';
   CREATE INDEX send_record_by_msgid ON send_record (account, msgid) WHERE msgid IS NOT NULL;
   CREATE INDEX send_record_by_creation ON send_record (account, created_at, request_id);
   CREATE INDEX send_record_by_push ON send_record (account, push, created_at, request_id) WHERE push IS NOT NULL;
   DROP INDEX send_record_by_recipient;
   CREATE INDEX send_record_by_recipient ON send_record (account, recipient, created_at, request_id)
     WHERE recipient IS NOT NULL;`,
];

/**
 * Brings a file to this version's schema; several processes may do so at once.
 *
 * @throws {SchemaTooNew} where a later version of this package has written the file
 */
export function migrate(database: SqliteDatabase): void {
  if (versionOf(database) === migrations.length) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    // Read again: another process may have been quicker.
    const version = versionOf(database);
    if (version > migrations.length) throw new SchemaTooNew(version, migrations.length);
    for (const step of migrations.slice(version)) database.exec(step);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

export class SchemaTooNew extends Error {
  constructor(found: number, known: number) {
    super(`the file has schema version ${found}, this version of Wetempo knows ${known}`);
  }
}

function versionOf(database: SqliteDatabase): number {
  const row = database.prepare('PRAGMA user_version').get();
  return Number(Reflect.get(Object(row), 'user_version'));
}
