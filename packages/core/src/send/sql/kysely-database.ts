import type { CompiledQuery, Kysely } from 'kysely';
import type { SendKey, SendQuery, SendState } from '../send-store.js';
import type { LockedRows, Place, RowChanges, SqlDatabase, SqlTransaction } from './sql-database.js';
import { exact, type RecordRow, type SqlRecord, toRecord } from './sql-rows.js';
import type { LongText, SqlStatements, Statement } from './sql-statements.js';

type KyselyModule = typeof import('kysely');

/** The one table, under the name of the schema; the real name begins with the prefix. */
export interface Tables {
  readonly record: RecordRow;
}

export interface KyselyDatabaseParts {
  readonly module: Pick<KyselyModule, 'CompiledQuery' | 'sql'>;
  readonly kysely: Kysely<Tables>;
  /** Its real name. */
  readonly table: string;
  readonly statements: SqlStatements;
}

/** A connection that a transaction has for itself; of kysely or of a test. */
type Connection = Pick<Kysely<Tables>, 'executeQuery'>;
type Row = Readonly<Record<string, unknown>>;

export class KyselyDatabase implements SqlDatabase {
  readonly #kysely: Kysely<Tables>;
  readonly #sql: KyselyModule['sql'];
  readonly #statements: SqlStatements;
  readonly #compiled: (statement: Statement) => CompiledQuery<Row>;
  /** Kysely knows the table by its type; what it writes is this name. */
  readonly #table: 'record';

  constructor({ module, kysely, table, statements }: KyselyDatabaseParts) {
    this.#kysely = kysely;
    this.#sql = module.sql;
    this.#statements = statements;
    this.#compiled = ({ text, parameters }) => module.CompiledQuery.raw(text, [...parameters]);
    this.#table = table as 'record';
  }

  transaction<Answer>(work: (transaction: SqlTransaction) => Promise<Answer>): Promise<Answer> {
    return this.#kysely.connection().execute(async (connection) => {
      const transaction = new KyselyTransaction(connection, this.#statements, this.#compiled);
      await transaction.begin();
      try {
        return await work(transaction);
      } finally {
        await transaction.end();
      }
    });
  }

  async find({ account, requestId }: SendKey): Promise<SqlRecord | undefined> {
    const row = await this.#ofAccount(account).where('request_id', '=', requestId).executeTakeFirst();
    return row && toRecord({ ...row });
  }

  async abandoned(account: string, limit: number): Promise<readonly SqlRecord[]> {
    const rows = await this.#ofAccount(account)
      .where('state', '=', 'pending')
      .where('lease_until', '<=', this.#sql<number>`${this.#sql.raw(this.#statements.nowMs)}`)
      .orderBy('lease_until')
      .limit(limit)
      .execute();
    return toRecords(rows);
  }

  async unknown(account: string, after: Place | undefined, limit: number): Promise<readonly SqlRecord[]> {
    const unknown = this.#ofAccount(account).where('state', '=', 'unknown');
    const rest =
      after === undefined
        ? unknown
        : unknown
            .where('fence', '>=', after.number)
            .where((is) => is.or([is('fence', '>', after.number), is('request_id', '>', after.requestId)]));
    return toRecords(await rest.orderBy('fence').orderBy('request_id').limit(limit).execute());
  }

  async byMsgid(account: string, msgid: string): Promise<SqlRecord | undefined> {
    const row = await this.#ofAccount(account)
      .where(this.#equals('msgid', msgid))
      .limit(1)
      .executeTakeFirst();
    return row && toRecord({ ...row });
  }

  async search(query: SendQuery, after: Place | undefined): Promise<readonly SqlRecord[]> {
    const { recipient, push } = query;
    // No database can look among no states.
    if (query.states?.length === 0) return [];
    const rows = await this.#ofAccount(query.account)
      .$if(query.requestId !== undefined, (found) => found.where('request_id', '=', query.requestId ?? ''))
      .$if(recipient !== undefined, (found) => found.where(this.#equals('recipient', recipient ?? '')))
      .$if(push !== undefined, (found) => found.where(this.#equals('push_id', push ?? '')))
      .$if(query.endpoint !== undefined, (found) => found.where('endpoint', '=', query.endpoint ?? ''))
      .$if(query.states !== undefined, (found) => found.where('state', 'in', query.states ?? []))
      .$if(query.createdFrom !== undefined, (found) =>
        found.where('created_at', '>=', query.createdFrom ?? 0),
      )
      .$if(query.createdBefore !== undefined, (found) =>
        found.where('created_at', '<', query.createdBefore ?? 0),
      )
      .$if(after !== undefined, (found) =>
        found
          .where('created_at', '>=', after?.number ?? 0)
          .where((is) =>
            is.or([is('created_at', '>', after?.number ?? 0), is('request_id', '>', after?.requestId ?? '')]),
          ),
      )
      .orderBy('created_at')
      .orderBy('request_id')
      .limit(query.limit)
      .execute();
    return toRecords(rows);
  }

  async count(account: string): Promise<Record<SendState, number>> {
    const counts: Record<SendState, number> = { pending: 0, sent: 0, failed: 0, unknown: 0 };
    const rows = await this.#kysely
      .selectFrom(this.#table)
      .select(({ fn }) => ['state', fn.countAll().as('records')])
      .where('account', '=', account)
      .groupBy('state')
      .execute();
    for (const { state, records } of rows) counts[state] = exact(records);
    return counts;
  }

  async forget(account: string, state: SendState, olderThanMs: number, limit: number): Promise<number> {
    const statement = this.#statements.forget(account, state, olderThanMs, limit);
    const { numAffectedRows } = await this.#kysely.executeQuery(this.#compiled(statement));
    return Number(numAffectedRows ?? 0);
  }

  close(): Promise<void> {
    return this.#kysely.destroy();
  }

  #ofAccount(account: string) {
    return this.#kysely.selectFrom(this.#table).selectAll().where('account', '=', account);
  }

  #equals(column: LongText, value: string) {
    const pieces = this.#statements
      .equals(column)
      .split('?')
      .map((piece) => this.#sql.raw(piece));
    return this.#sql<boolean>`${this.#sql.join(pieces, this.#sql`${value}`)}`;
  }
}

class KyselyTransaction implements SqlTransaction {
  readonly #connection: Connection;
  readonly #statements: SqlStatements;
  readonly #compiled: (statement: Statement) => CompiledQuery<Row>;
  #isOpen = false;

  constructor(
    connection: Connection,
    statements: SqlStatements,
    compiled: (statement: Statement) => CompiledQuery<Row>,
  ) {
    this.#connection = connection;
    this.#statements = statements;
    this.#compiled = compiled;
  }

  async begin(): Promise<void> {
    await this.#run({ text: this.#statements.begin, parameters: [] });
    this.#isOpen = true;
  }

  async lock(keys: readonly SendKey[]): Promise<LockedRows> {
    const rows = await this.#run(this.#statements.lock(keys));
    const { moment } = this.#statements;
    const moments = moment === undefined ? rows : await this.#run({ text: moment, parameters: [] });
    return {
      records: rows.filter(({ account }) => account !== null).map(toRecord),
      nowUs: Math.max(...moments.map((row) => exact(row.now_us))),
    };
  }

  async write({ added, changed, removed }: RowChanges): Promise<void> {
    if (added.length > 0) await this.#run(this.#statements.insert(added));
    if (changed.length > 0) await this.#run(this.#statements.replace(changed));
    if (removed.length > 0) await this.#run(this.#statements.remove(removed));
  }

  async commit(): Promise<void> {
    this.#isOpen = false;
    await this.#run({ text: 'commit', parameters: [] });
  }

  /** Takes back what was not committed. */
  async end(): Promise<void> {
    if (!this.#isOpen) return;
    // A connection that cannot even do this is thrown away; the error that matters is the one before.
    await this.#run({ text: 'rollback', parameters: [] }).catch(() => undefined);
  }

  async #run(statement: Statement): Promise<readonly Row[]> {
    const { rows } = await this.#connection.executeQuery(this.#compiled(statement));
    return rows;
  }
}

function toRecords(rows: readonly RecordRow[]): SqlRecord[] {
  return rows.map((row) => toRecord({ ...row }));
}
