import { messageOf } from '../postgres/failures.ts';
import type { Report } from '../progress.ts';
import { type Checksum, createChecksum } from './checksum.ts';
import type { Source, Table } from './source.ts';
import type { Target } from './target.ts';

/** A moved table with its row count and checksum. */
export interface MovedTable extends Checksum {
  readonly table: string;
}

/**
 * Copies every row of a source into a target with empty tables, in one transaction. Before the commit it reads every
 * table back and compares row counts and checksums. Returns the moved tables. Rejects with one sentence and leaves the
 * target unchanged if anything fails.
 */
export async function moveRows(source: Source, target: Target, report: Report): Promise<MovedTable[]> {
  const of = source.tables.reduce((sum, table) => sum + source.count(table), 0);
  let done = 0;
  await target.begin(source.tables);
  const moved: MovedTable[] = [];
  for (const table of source.tables) {
    const before = done;
    const onRows = (rows: number) => report({ what: 'Copying', done: before + rows, of, unit: 'rows' });
    const checksum = await copy({ source, target, table, onRows });
    moved.push({ table: table.name, ...checksum });
    done += checksum.rows;
  }
  report({ what: 'Checking references' });
  await target.restoreForeignKeys(source.tables);
  done = 0;
  for (const [index, table] of source.tables.entries()) {
    report({ what: 'Comparing', done, of, unit: 'rows' });
    const stored = await target.checksum(table);
    const sent = moved[index];
    done += stored.rows;
    if (stored.rows === sent?.rows && stored.digest === sent.digest) continue;
    throw new Error(
      `The copy of the table ${table.name} differs from its source (${sent?.rows} rows sent, ${stored.rows} ` +
        'stored), so nothing was moved.',
    );
  }
  if (source.tables.some(({ name }) => name === 'blob_files')) {
    await target.moveFiles(source.filesFolder, (files, of) =>
      report({ what: 'Copying files', done: files, of, unit: 'files' }),
    );
  }
  await target.commit();
  return moved;
}

interface Copying {
  readonly source: Source;
  readonly target: Target;
  readonly table: Table;
  readonly onRows: (rows: number) => void;
}

async function copy({ source, target, table, onRows }: Copying): Promise<Checksum> {
  const checksum = createChecksum(table.columns);
  try {
    for (const rows of source.batches(table)) {
      await target.insert(table, rows);
      for (const row of rows) checksum.add(row);
      onRows(checksum.result().rows);
    }
  } catch (error) {
    throw new Error(`The table ${table.name} could not be copied, so nothing was moved: ${messageOf(error)}`, {
      cause: error,
    });
  }
  return checksum.result();
}
