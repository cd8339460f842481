import { z } from 'zod';
import { checkOptions } from '../../config/check-options.js';
import { daysMs } from '../retention.js';

/** Which family of databases; also the name of the option. */
export type SqlKind = 'postgres' | 'mysql';

export interface SqlSendStoreOptions {
  /** `postgres://user:password@host:5432/database` or `mysql://user:password@host:3306/database`. */
  readonly url?: string | undefined;
  /** Instead of a URL, or beside it for what a URL cannot say (TLS): what `pg.Pool` or mysql2's `createPool` takes. */
  readonly connection?: Readonly<Record<string, unknown>> | undefined;
  /** How long a sent or failed message is remembered. @default 7 days */
  readonly retentionMs?: number | undefined;
  /** How long a pending or unknown message is remembered after its last change. @default 30 days */
  readonly openRetentionMs?: number | undefined;
  /** Connections of this process at most. @default 3 */
  readonly poolSize?: number | undefined;
  /** Longest wait for a connection or for the answer to one statement. @default 5000 */
  readonly statementTimeoutMs?: number | undefined;
  /** What the names of the tables begin with: small letters, digits and `_`. @default 'wetempo_' */
  readonly tablePrefix?: string | undefined;
  /**
   * Whether the first call makes the tables or brings them up to date. `false`: `migrate` does so at deployment, and this
   * store needs no right to change tables.
   * @default true
   */
  readonly migrate?: boolean | undefined;
}

/** The options with everything that has a default. */
export interface SqlSettings {
  readonly url: string | undefined;
  readonly connection: Readonly<Record<string, unknown>>;
  readonly retentionMs: number;
  readonly openRetentionMs: number;
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
  readonly tablePrefix: string;
  readonly migrate: boolean;
}

const protocols: Readonly<Record<SqlKind, readonly string[]>> = {
  postgres: ['postgres:', 'postgresql:'],
  mysql: ['mysql:', 'mariadb:'],
};

/** Node's own parser names the whole address in its error, password included, so nothing of it is passed on. */
function isAddress(url: string, kind: SqlKind): boolean {
  try {
    return protocols[kind].includes(new URL(url).protocol);
  } catch {
    return false;
  }
}

function settingsSchema(kind: SqlKind) {
  const durationMs = z.number('must be a positive number').positive('must be a positive number').finite();
  const settings = z.strictObject({
    url: z
      .string('must be a URL')
      .refine((url) => isAddress(url, kind), `must be a URL that begins with ${kind}://`)
      .optional(),
    connection: z.record(z.string(), z.unknown()).default({}),
    retentionMs: durationMs.default(daysMs(7)),
    openRetentionMs: durationMs.default(daysMs(30)),
    poolSize: z.int('must be a whole number').min(1).max(1000).default(3),
    statementTimeoutMs: durationMs.default(5000),
    tablePrefix: z
      .string()
      .regex(/^[a-z_][a-z0-9_]{0,30}$/, 'must be up to 31 small letters, digits and _')
      .default('wetempo_'),
    migrate: z.boolean().default(true),
  });
  const isNamed = ({ url, connection }: z.infer<typeof settings>) =>
    url !== undefined || Object.keys(connection).length > 0;
  return settings.refine(isNamed, 'needs `url` or `connection`');
}

/** @throws {ConfigError} naming each wrong option, and nothing of a URL */
export function sqlSettings(kind: SqlKind, options: unknown): SqlSettings {
  const given = typeof options === 'string' ? { url: options } : options;
  const schema = z.object({ sendStore: z.object({ [kind]: settingsSchema(kind) }) });
  const checked = checkOptions(schema, { sendStore: { [kind]: given } }, 'send store');
  const settings = checked.sendStore[kind];
  // The schema just checked that it is there.
  if (settings === undefined) throw new TypeError('no settings');
  return { ...settings, url: settings.url };
}

/** As the option `sendStore` takes it: a URL, or all options. */
export type SqlStoreOption =
  | { readonly postgres: string | SqlSendStoreOptions }
  | { readonly mysql: string | SqlSendStoreOptions };
