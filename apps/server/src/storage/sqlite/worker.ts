import { parentPort, workerData } from 'node:worker_threads';
import { createBatchRunner } from './batch.ts';
import { createCheckpoints } from './checkpoints.ts';
import { type Connection, openConnection } from './driver.ts';
import { failureKind, messageOf, openError } from './failures.ts';
import { configureWriter } from './pragmas.ts';
import { isFailure, type UnitRequest, type WorkerSettings, type WriterReply, type WriterRequest } from './protocol.ts';
import { createStatements } from './statements.ts';

/**
 * The writer thread: the one connection that changes the database. It runs each batch as one transaction and answers
 * when that is durable, so that waiting for the disk never stalls the event loop of the server.
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

function serve(connection: Connection): void {
  let schemaChanged = false;
  const runner = createBatchRunner(connection, createStatements(connection), () => {
    schemaChanged = true;
  });
  const checkpoints = createCheckpoints(connection);
  const counters = { commits: 0, units: 0, failedUnits: 0, checkpoints: 0 };

  function runBatch(units: readonly UnitRequest[]): void {
    schemaChanged = false;
    const { replies, commits } = runner.run(units);
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
      send({ type: 'notice', message: `The write-ahead log could not be emptied: ${messageOf(error)}.` });
    }
  }

  /** Ends the thread for good: after a failed fsync nobody knows what the disk holds, and a second try may lie. */
  function end(message: string): void {
    send({ type: 'fatal', message });
    port.close();
  }

  port.on('message', (request: WriterRequest) => {
    try {
      if (request.type === 'batch') return runBatch(request.units);
      checkpoint(checkpoints.runLast);
      connection.close();
      port.close();
    } catch (error) {
      end(messageOf(error));
    }
  });
}

const settings = workerData as WorkerSettings;
try {
  serve(open(settings));
  send({ type: 'ready' });
} catch (error) {
  send({ type: 'refused', message: openError(settings.file, error).message });
  port.close();
}
