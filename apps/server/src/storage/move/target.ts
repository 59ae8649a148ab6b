import { queueMessages } from '../migrations/0011-0020/0014-message-words.ts';
import { type Connection, connect, type Row } from '../postgres/driver.ts';
import { openError } from '../postgres/open-error.ts';
import { timeouts, withoutTimeout } from '../postgres/timeouts.ts';
import { type Checksum, createChecksum } from './checksum.ts';
import { type FilesMoved, moveFiles } from './move-files.ts';
import type { Table } from './source.ts';

/** Rows per read when reading back. */
const readSize = 1_000;

/** Tables that migrations fill, so they have rows even in a new database. */
const filledByMigrations = new Set(['schema_migrations', 'authority']);

/** Tables that the target fills from the moved rows. */
const derived = ['message_words', 'messages_to_index'];

/** A foreign key, with its definition to create it again. */
interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** A PostgreSQL database that receives all rows of another database in one transaction. */
export interface Target {
  /** Throws one sentence if the database has an unexpected table or any rows. */
  demandEmpty(tables: readonly Table[]): Promise<void>;
  /**
   * Starts the transaction: locks the tables, deletes the rows that migrations inserted, and drops the foreign keys.
   * Triggers rest meanwhile, because what they would count is copied, too.
   */
  begin(tables: readonly Table[]): Promise<void>;
  insert(table: Table, rows: readonly Row[]): Promise<void>;
  /** Creates the foreign keys again, which checks every row, and lets the triggers work. */
  restoreForeignKeys(tables: readonly Table[]): Promise<void>;
  /** Reads a table back and returns its checksum. */
  checksum(table: Table): Promise<Checksum>;
  /** Copies the stored files of a data folder, if the moved rows hold any. */
  moveFiles(folder: string, onProgress: FilesMoved): Promise<void>;
  commit(): Promise<void>;
  /** Closes the connection; uncommitted changes are lost. */
  close(): Promise<void>;
}

/** Connects to a database server. Rejects with one sentence if that fails. */
export async function openTarget(url: string): Promise<Target> {
  const settings = {
    url,
    connectTimeout: timeouts.connect,
    statementTimeout: timeouts.statement,
    idleInTransactionTimeout: 0,
  };
  const connection = await connect(settings, () => {}).catch((error: unknown) => {
    throw openError(url, error);
  });
  let foreignKeys: readonly ForeignKey[] = [];
  const demandEmpty = async (tables: readonly Table[]) => {
    const known = new Set(['schema_migrations', ...derived, ...tables.map((table) => table.name)]);
    for (const name of await tableNames(connection)) {
      if (!known.has(name))
        throw new Error(`The target is not empty: it has the table ${name}, which is not Parley's.`);
      if (filledByMigrations.has(name)) continue;
      const { rows } = await connection.command(`select 1 from ${quoted(name)} limit 1`);
      if (rows.length > 0)
        throw new Error(`The target is not empty: its table ${name} holds rows. Use a new database.`);
    }
  };
  return {
    demandEmpty,
    begin: async (tables) => {
      await connection.command('begin');
      await connection.command(withoutTimeout);
      await connection.command(
        `lock table ${tables.map(({ name }) => quoted(name)).join(', ')} in access exclusive mode`,
      );
      await demandEmpty(tables);
      for (const name of filledByMigrations) {
        if (name !== 'schema_migrations') await connection.command(`delete from ${quoted(name)}`);
      }
      for (const { name } of tables) await connection.command(`alter table ${quoted(name)} disable trigger user`);
      foreignKeys = await foreignKeysOf(connection);
      for (const { table, name } of foreignKeys) {
        await connection.command(`alter table ${table} drop constraint ${quoted(name)}`);
      }
    },
    insert: async (table, rows) => {
      await connection.ask(
        insertOf(table, rows.length),
        rows.flatMap((row) => table.columns.map((name) => row[name])),
      );
    },
    restoreForeignKeys: async (tables) => {
      for (const { table, name, definition } of foreignKeys) {
        await connection.command(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
      }
      for (const { name } of tables) await connection.command(`alter table ${quoted(name)} enable trigger user`);
      await connection.command(queueMessages);
      await connection.command('analyze');
    },
    checksum: (table) => readBack(connection, table),
    moveFiles: (folder, onProgress) => moveFiles(connection, folder, onProgress),
    commit: async () => {
      const { command } = await connection.command('commit').catch((error: unknown) => {
        throw new Error(
          'The connection was lost during the commit, so it is unknown whether the move succeeded: run it again. ' +
            'If it did succeed, the target is refused because it is not empty.',
          { cause: error },
        );
      });
      if (command !== 'COMMIT') throw new Error('The target did not commit what it received, so nothing was moved.');
    },
    close: connection.close,
  };
}

async function tableNames(connection: Connection): Promise<string[]> {
  const { rows } = await connection.command(
    "select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'",
  );
  return rows.map(({ name }) => String(name));
}

async function foreignKeysOf(connection: Connection): Promise<ForeignKey[]> {
  const { rows } = await connection.command(
    `select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = quote_ident(current_schema())::regnamespace`,
  );
  return rows as unknown as ForeignKey[];
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

function insertOf({ name, columns }: Table, rows: number): string {
  const row = (index: number) => `(${columns.map((_, place) => `$${index * columns.length + place + 1}`).join(', ')})`;
  const values = Array.from({ length: rows }, (_, index) => row(index)).join(', ');
  return `insert into ${quoted(name)} (${columns.map(quoted).join(', ')}) values ${values}`;
}

async function readBack(connection: Connection, { name, columns }: Table): Promise<Checksum> {
  const checksum = createChecksum(columns);
  const list = columns.map(quoted).join(', ');
  await connection.command(`declare read_back no scroll cursor for select ${list} from ${quoted(name)}`);
  for (;;) {
    const { rows } = await connection.command(`fetch ${readSize} from read_back`);
    if (rows.length === 0) break;
    for (const row of rows) checksum.add(row);
  }
  await connection.command('close read_back');
  return checksum.result();
}
