import { dirname } from 'node:path';
import { dataFolder } from '../opening/data-folder.ts';
import { type Connection, openConnection, type Row } from '../sqlite/driver.ts';

/** Rows per batch, read and written together. */
const batchSize = 200;

/** A table with its columns. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Tables whose rows aren't copied: the target has its own. */
const notMoved = ['schema_migrations', 'message_words', 'messages_to_index'];

/** A column that the target numbers itself, in the order of the rows. */
const numbered = 'seq';

/** A snapshot of an embedded database; while it is open, no other connection can write to it. */
export interface Source {
  /** Every table except the migration history and the index of words, which the target builds itself. */
  readonly tables: readonly Table[];
  count(table: Table): number;
  /** The rows of a table in batches, in the order in which they came if they are numbered. */
  batches(table: Table): Generator<readonly Row[]>;
  /** The folder of the stored files. */
  readonly filesFolder: string;
  close(): void;
}

/** Opens a migrated database file that no server uses. Throws one sentence if another process holds its write lock. */
export function openSource(file: string): Source {
  const connection = openConnection({ file });
  try {
    connection.exec('begin immediate');
  } catch (error) {
    connection.close();
    throw new Error(`The database ${file} is in use by another command; try again when that command has finished.`, {
      cause: error,
    });
  }
  return {
    tables: tablesOf(connection),
    filesFolder: dataFolder(dirname(file)).blobs,
    count: ({ name }) => Number(connection.all(`select count(*) as n from "${name}"`)[0]?.['n']),
    batches: (table) => batches(connection, table),
    close: () => connection.close(),
  };
}

function tablesOf(connection: Connection): Table[] {
  const names = connection.all(
    `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'
      and name not in (${notMoved.map((name) => `'${name}'`).join(', ')})`,
  );
  return names.map(({ name }) => ({
    name: String(name),
    columns: connection
      .all(`select name from pragma_table_info('${String(name)}') where name <> '${numbered}'`)
      .map((row) => String(row['name'])),
  }));
}

function* batches(connection: Connection, { name, columns }: Table): Generator<readonly Row[]> {
  const list = columns.map((column) => `"${column}"`).join(', ');
  let batch: Row[] = [];
  for (const row of connection.prepare(`select ${list} from "${name}"`).each([])) {
    batch.push(row);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
