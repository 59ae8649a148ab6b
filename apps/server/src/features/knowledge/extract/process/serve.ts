import { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { SourceFailure } from '../document.ts';
import type { FromProcess, Piece, Task, TaskFailure, ToProcess } from './protocol.ts';
import { perform } from './tasks.ts';
import { cpuTime, type Watched } from './watchdog.ts';

/** On a busy core, the process gets a tenth of what the server gets. */
const niceness = 10;
/** The memory of the watchdog's thread, in MiB. */
const watchdogMiB = 16;

/** Serves the parent: one task at a time, its input and result in pieces. `program` also runs the watchdog. */
export function serve(program: URL): void {
  // A document has no say in what is connected to: no parser needs the network.
  Socket.prototype.connect = () => {
    throw new Error('The extraction process has no network.');
  };
  const end = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  startWatchdog(program, end);
  // A terminal sends the server's signals to this process, too. The server still needs it to finish its work.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
  process.on('disconnect', () => process.exit());
  // Parsers leave promises behind that fail when a document is closed. Their own result counts.
  process.on('unhandledRejection', () => {});
  try {
    setPriority(niceness);
  } catch {
    // Some sandboxes refuse it; parsers then compete with the server.
  }

  let begun: { readonly task: Task; readonly cpuMs: number } | undefined;
  let input: Piece[] = [];
  process.on('message', (message: ToProcess) => {
    if ('task' in message) begun = message;
    else if ('piece' in message) input.push(message.piece);
    else if (begun !== undefined) {
      Atomics.store(end, 0, cpuTime() + begun.cpuMs);
      void run(begun.task, input).finally(() => Atomics.store(end, 0, 0));
      begun = undefined;
      input = [];
    }
  });
}

function startWatchdog(program: URL, end: Int32Array): void {
  const watched: Watched = {
    ...{ parent: Number(process.argv[2]), residentBytes: Number(process.argv[3]) * 2 ** 20, end },
  };
  const watchdog = new Worker(program, {
    workerData: watched,
    resourceLimits: { maxOldGenerationSizeMb: watchdogMiB },
  });
  watchdog.unref();
  // Without its watchdog, the process might outlive its parent.
  watchdog.on('error', () => process.exit(1));
}

async function run(task: Task, input: Piece[]): Promise<void> {
  try {
    for await (const piece of perform(task, input)) await send({ piece });
    await send({ done: true, resident: process.memoryUsage.rss() });
  } catch (error) {
    await send({ failed: reportOf(error), resident: process.memoryUsage.rss() });
  }
}

/** Resolves when the operating system took the message, so that results wait here and not in the parent. */
function send(message: FromProcess): Promise<void> {
  return new Promise((resolve) => {
    // The parent is gone if it fails, and this process then ends.
    process.send?.(message, undefined, undefined, () => resolve());
  });
}

function reportOf(error: unknown): TaskFailure {
  if (error instanceof SourceFailure) {
    return { code: error.code, message: error.message, hint: error.hint, detail: error.detail };
  }
  const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  // A full stack, an array or string beyond V8's bounds.
  return { code: error instanceof RangeError ? 'too_complex' : 'parse_crashed', detail };
}
