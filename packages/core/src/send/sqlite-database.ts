import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError } from '../errors/errors.js';
import { migrate, SchemaTooNew, type SqliteDatabase } from './sqlite-schema.js';

export interface SqliteFileOptions {
  readonly file: string;
  readonly synchronous: 'NORMAL' | 'FULL';
  readonly busyTimeoutMs: number;
}

/**
 * Opens the file, making it and its folder where they do not exist.
 *
 * @throws {ConfigError} where `libsql` is not installed, or the file cannot be opened or is not ours
 */
export async function openSqlite(options: SqliteFileOptions): Promise<SqliteDatabase> {
  const Database = await importLibsql();
  const until = performance.now() + options.busyTimeoutMs;
  for (;;) {
    try {
      if (options.file !== ':memory:') mkdirSync(dirname(options.file), { recursive: true });
      return prepared(new Database(options.file, { timeout: options.busyTimeoutMs }), options);
    } catch (cause) {
      // Turning the write-ahead log on does not wait for another process that opens the file, whatever the time-out says.
      if (!isBusy(cause) || performance.now() > until) throw cannotOpen(options.file, cause);
      await new Promise((resolve) => setTimeout(resolve, openAgainMs));
    }
  }
}

const openAgainMs = 20;

function isBusy(cause: unknown): boolean {
  return (
    cause instanceof Error &&
    /SQLITE_BUSY|database is locked/.test(`${Reflect.get(cause, 'code')} ${cause.message}`)
  );
}

function prepared(database: SqliteDatabase, { synchronous }: SqliteFileOptions): SqliteDatabase {
  try {
    // The write-ahead log lets several processes share the file: readers never wait for the writer.
    database.pragma('journal_mode = WAL');
    database.pragma(`synchronous = ${synchronous}`);
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

type DatabaseConstructor = new (file: string, options: { timeout: number }) => SqliteDatabase;

async function importLibsql(): Promise<DatabaseConstructor> {
  try {
    return (await import('libsql')).default;
  } catch (cause) {
    throw new ConfigError('sendStore: { sqlite } was given, but the package "libsql" is not installed', {
      cause,
      issues: [{ path: 'sendStore.sqlite', message: 'needs the package "libsql"' }],
      hint: 'Run `npm install libsql`.',
    });
  }
}

function cannotOpen(file: string, cause: unknown): ConfigError {
  const reason = cause instanceof Error ? cause.message : 'no reason given';
  return new ConfigError(`sendStore.sqlite: cannot open "${file}": ${reason}`, {
    cause,
    issues: [{ path: 'sendStore.sqlite', message: `cannot open "${file}"` }],
    hint:
      cause instanceof SchemaTooNew
        ? 'Update Wetempo in every process that uses the file.'
        : 'Name a file on a local disk that this process may write, and that nothing but Wetempo has made.',
  });
}
