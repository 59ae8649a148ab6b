import { Worker } from 'node:worker_threads';
import type { Database } from '../database.ts';
import { makePrivateFile } from '../files.ts';
import { compiled, writeUnits } from '../unit.ts';
import { openError } from './failures.ts';
import type { Synchronous } from './pragmas.ts';
import type { WorkerSettings, WriterCounters } from './protocol.ts';
import { sqliteQuery } from './query.ts';
import { openReader, type Reader } from './reader.ts';
import { createWriter, type WriterHooks, writerReady } from './writer.ts';

/** The bundled writer thread: beside the server's own bundle, or, for the sources, where the tests build it. */
const workerUrl = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/sqlite-worker.js' : './sqlite-worker.js',
  import.meta.url,
);

/** What `openSqlite` needs. */
export interface SqliteSettings extends Pick<WriterHooks, 'onFatal' | 'onNotice'> {
  /** The database file, as an absolute path in a folder that exists. Where there is none, it is made, 0600. */
  readonly file: string;
  /** `FULL`; less only to show that the power-cut test notices. */
  readonly synchronous?: Synchronous;
}

/** The embedded database behind the seam, and what can be counted of it. */
export interface SqliteDatabase extends Database {
  /** What the writer has done so far, for metrics and tests. */
  counters(): WriterCounters;
}

/**
 * Opens the embedded database: reads on this thread, writes on a thread of their own, in WAL mode, each commit durable.
 * Rejects with one sentence for the operator where that can't be had.
 */
export async function openSqlite(settings: SqliteSettings): Promise<SqliteDatabase> {
  const { file, synchronous = 'FULL', onFatal, onNotice } = settings;
  await makePrivateFile(file).catch((error: unknown) => {
    throw openError(file, error);
  });
  const workerData: WorkerSettings = { file, synchronous };
  const worker = new Worker(workerUrl, { workerData, execArgv: [], name: 'sqlite-writer' });
  await writerReady(worker);
  const reader = await openReaderBeside(worker, file);
  const writer = createWriter(worker, {
    onFatal,
    onNotice,
    onSchemaChange: reader.forgetStatements,
    onHoldReads: reader.hold,
    // The reader leaves first: whoever closes a WAL database last cleans up after it, and needs to write for that.
    onDrained: reader.close,
  });
  return {
    engine: 'sqlite',
    query: sqliteQuery,
    read: async (query) => (await reader.read(compiled(query))) as never[],
    write: writeUnits(writer.write),
    counters: writer.counters,
    close: writer.close,
  };
}

async function openReaderBeside(worker: Worker, file: string): Promise<Reader> {
  try {
    return openReader(file);
  } catch (error) {
    await worker.terminate();
    throw error;
  }
}
