import { messageOf } from '../postgres/failures.ts';
import { type Checksum, createChecksum } from './checksum.ts';
import type { Source, Table } from './source.ts';
import type { Target } from './target.ts';

/** A moved table with its row count and checksum. */
export interface MovedTable extends Checksum {
  readonly table: string;
}

/** Progress of a move: rows copied so far and in total. */
export interface Progress {
  readonly table: string;
  readonly rows: number;
  readonly of: number;
}

/**
 * Copies every row of a source into a target with empty tables, in one transaction. Before the commit it reads every
 * table back and compares row counts and checksums. Returns the moved tables. Rejects with one sentence and leaves the
 * target unchanged if anything fails.
 */
export async function moveRows(
  source: Source,
  target: Target,
  onProgress: (progress: Progress) => void,
): Promise<MovedTable[]> {
  await target.begin(source.tables);
  const moved: MovedTable[] = [];
  for (const table of source.tables) {
    moved.push({ table: table.name, ...(await copy({ source, target, table, onProgress })) });
  }
  await target.restoreForeignKeys(source.tables);
  for (const [index, table] of source.tables.entries()) {
    const stored = await target.checksum(table);
    const sent = moved[index];
    if (stored.rows === sent?.rows && stored.digest === sent.digest) continue;
    throw new Error(
      `The copy of the table ${table.name} differs from its source (${sent?.rows} rows sent, ${stored.rows} stored), so nothing was moved.`,
    );
  }
  if (source.tables.some(({ name }) => name === 'blob_files')) {
    await target.moveFiles(source.filesFolder, (rows, of) => onProgress({ table: 'files', rows, of }));
  }
  await target.commit();
  return moved;
}

interface Copying {
  readonly source: Source;
  readonly target: Target;
  readonly table: Table;
  readonly onProgress: (progress: Progress) => void;
}

async function copy({ source, target, table, onProgress }: Copying): Promise<Checksum> {
  const checksum = createChecksum(table.columns);
  const total = source.count(table);
  try {
    for (const rows of source.batches(table)) {
      await target.insert(table, rows);
      for (const row of rows) checksum.add(row);
      onProgress({ table: table.name, rows: checksum.result().rows, of: total });
    }
  } catch (error) {
    throw new Error(`The table ${table.name} could not be copied, so nothing was moved: ${messageOf(error)}`, {
      cause: error,
    });
  }
  return checksum.result();
}
