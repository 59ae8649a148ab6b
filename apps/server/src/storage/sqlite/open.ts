import { Worker } from 'node:worker_threads';
import type { Bounded } from '../bounded.ts';
import type { Database, StorageCounters } from '../database.ts';
import { makePrivateFile } from '../files.ts';
import { type ScanSettings, usualScans } from '../scans/scan-queue.ts';
import { compiled, writeUnits } from '../unit.ts';
import { openError } from './failures.ts';
import type { Synchronous } from './pragmas.ts';
import { sqliteQuery } from './query.ts';
import { type LargeReader, openLargeReader } from './readers/large-reader.ts';
import { openReader, type Reader } from './readers/reader.ts';
import { createScans } from './readers/scans.ts';
import type { WorkerSettings, WriterCounters } from './writer/protocol.ts';
import { createWriter, type WriterHooks, writerReady } from './writer/writer.ts';

/**
 * The bundled writer thread: beside the server's own bundle or, when running from sources, in `dist`, which the tests
 * build.
 */
const workerUrl = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/sqlite-worker.js' : './sqlite-worker.js',
  import.meta.url,
);

/** The settings of `openSqlite`. */
export interface SqliteSettings extends Pick<WriterHooks, 'onFatal' | 'onNotice'> {
  /** The database file, as an absolute path in an existing folder; created with mode 0600 if missing. */
  readonly file: string;
  /** `FULL` by default; anything less only proves that the power-failure test detects it. */
  readonly synchronous?: Synchronous;
  /** `usualScans` by default. */
  readonly scans?: ScanSettings | undefined;
}

/** The embedded database, with counters. */
export interface SqliteDatabase extends Database {
  /** Counters that the writer thread has reported, for metrics and tests. */
  counters(): WriterCounters & StorageCounters;
}

/**
 * Opens the embedded database in WAL mode: short reads on this thread, scans in reader processes that start when they
 * are needed, durable commits on a writer thread. Rejects with one
 * sentence for the operator if it can't be opened.
 */
export async function openSqlite(settings: SqliteSettings): Promise<SqliteDatabase> {
  const { file, synchronous = 'FULL', onFatal, onNotice } = settings;
  await makePrivateFile(file).catch((error: unknown) => {
    throw openError(file, error);
  });
  const workerData: WorkerSettings = { file, synchronous };
  const worker = new Worker(workerUrl, { workerData, execArgv: [], name: 'sqlite-writer' });
  await writerReady(worker);
  const { reader, largeReader } = await openReadersBeside(worker, file);
  const scans = createScans(file, settings.scans ?? usualScans, () => writer.restartLog());
  const writer = createWriter(worker, {
    onFatal,
    onNotice,
    onSchemaChange: () => {
      reader.forgetStatements();
      largeReader.forgetStatements();
      scans.forgetStatements();
    },
    onHoldReads: (hold) => {
      reader.hold(hold);
      largeReader.hold(hold);
      scans.hold(hold);
    },
    onBlocked: scans.giveWay,
    // Close the readers first: the last connection to close a WAL database cleans up, which needs write access.
    onDrained: async () => {
      reader.close();
      largeReader.close();
      await scans.close();
    },
  });
  return {
    engine: 'sqlite',
    query: sqliteQuery,
    read: async (query) => (await reader.read(compiled(query))) as never[],
    readUpTo: async (query, maxBytes, of) =>
      (await largeReader.readUpTo(compiled(query), maxBytes, of)) as Bounded<never>,
    scan: async (query, of, maxBytes) => (await scans.scan(compiled(query), of, maxBytes)) as Bounded<never>,
    write: writeUnits(writer.write),
    counters: () => ({ ...writer.counters(), scans: scans.counters() }),
    close: writer.close,
  };
}

async function openReadersBeside(worker: Worker, file: string): Promise<{ reader: Reader; largeReader: LargeReader }> {
  let reader: Reader | undefined;
  try {
    reader = openReader(file);
    return { reader, largeReader: openLargeReader(file) };
  } catch (error) {
    reader?.close();
    await worker.terminate();
    throw error;
  }
}
