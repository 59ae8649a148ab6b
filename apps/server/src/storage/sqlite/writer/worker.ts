import { parentPort, workerData } from 'node:worker_threads';
import { type Connection, openConnection } from '../driver.ts';
import { failureKind, messageOf, openError } from '../failures.ts';
import { configureWriter } from '../pragmas.ts';
import { createReplacedFileCheck } from '../replaced-file.ts';
import { resultCodes } from '../result-codes.ts';
import { createNumberedStatements } from '../statements.ts';
import { type BatchResult, createBatchRunner } from './batch.ts';
import { createCheckpoints } from './checkpoints.ts';
import type { PackedBatch, PackedUnit } from './packing.ts';
import { isFailure, type UnitFailure, type WorkerSettings, type WriterReply, type WriterRequest } from './protocol.ts';

/**
 * The writer thread: the only connection that changes the database. It runs each batch as one transaction and answers
 * once that is durable. So waiting for the disk never blocks the server's event loop.
 */
if (parentPort === null) throw new Error('The writer runs only as a worker thread.');
const port = parentPort;
const send = (reply: WriterReply) => port.postMessage(reply);

function open({ file, synchronous }: WorkerSettings): Connection {
  const connection = openConnection({ file });
  try {
    configureWriter(connection, synchronous);
  } catch (error) {
    connection.close();
    throw error;
  }
  return connection;
}

/** The failure of units while the database files aren't at their paths. */
const misplaced: UnitFailure = {
  failed: 'unavailable',
  index: 0,
  message: 'its file was moved, replaced or deleted',
  code: resultCodes.readOnlyMoved,
};

function serve(connection: Connection, file: string): void {
  let schemaChanged = false;
  const isInPlace = createReplacedFileCheck(file);
  let wasInPlace = true;
  const statements = createNumberedStatements(connection);
  const runner = createBatchRunner(connection, statements, () => {
    schemaChanged = true;
  });
  const checkpoints = createCheckpoints(connection, (hold, blocked = false) =>
    send({ type: 'hold-reads', hold, blocked }),
  );
  const counters = { commits: 0, units: 0, failedUnits: 0, checkpoints: 0 };

  function run(units: readonly PackedUnit[]): BatchResult {
    const inPlace = isInPlace();
    if (inPlace !== wasInPlace) send({ type: 'notice', message: placeNotice(file, inPlace) });
    wasInPlace = inPlace;
    return inPlace ? runner.run(units) : { replies: units.map(() => misplaced), commits: 0 };
  }

  function restartLog(): void {
    checkpoints.restart();
    counters.checkpoints += 1;
  }

  function runBatch({ units, texts }: PackedBatch): void {
    schemaChanged = false;
    statements.number(texts);
    const { replies, commits } = run(units);
    const failed = replies.filter(isFailure).length;
    counters.commits += commits;
    counters.failedUnits += failed;
    counters.units += replies.length - failed;
    send({ type: 'answer', replies, schemaChanged, counters });
    checkpoint(() => {
      if (checkpoints.runIfDue()) counters.checkpoints += 1;
    });
  }

  function checkpoint(run: () => void): void {
    try {
      run();
    } catch (error) {
      if (failureKind(error) === 'fatal') throw error;
      send({ type: 'notice', message: `The checkpoint of the write-ahead log failed: ${messageOf(error)}.` });
    }
  }

  /** Ends the thread: after a failed fsync the state on disk is unknown, and a retry may report false success. */
  function end(message: string): void {
    send({ type: 'fatal', message });
    port.close();
  }

  port.on('message', (request: WriterRequest) => {
    try {
      if (request.type === 'batch') return runBatch(request);
      if (request.type === 'restart-log') return checkpoint(restartLog);
      checkpoint(checkpoints.runLast);
      connection.close();
      port.close();
    } catch (error) {
      end(messageOf(error));
    }
  });
}

const placeNotice = (file: string, inPlace: boolean) =>
  inPlace
    ? `The database ${file} is back at its path.`
    : `The database ${file}, or the log beside it, was moved, replaced or deleted while open: writes are refused ` +
      'until it is back.';

const settings = workerData as WorkerSettings;
try {
  serve(open(settings), settings.file);
  send({ type: 'ready' });
} catch (error) {
  send({ type: 'refused', message: openError(settings.file, error).message });
  port.close();
}
