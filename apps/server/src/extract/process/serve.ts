import { Socket } from 'node:net';
import { SourceFailure } from '../document.ts';
import type { FromProcess, Piece, Task, TaskFailure, ToProcess } from './protocol.ts';
import { perform } from './tasks.ts';

/** Serves the parent: one task at a time, its input and result in pieces. */
export function serve(): void {
  // If the kernel doesn't enforce it (`sandbox.ts`), only this keeps a parser from connecting to a server.
  Socket.prototype.connect = () => {
    throw new Error('The extraction process has no network.');
  };
  // A terminal sends the server's signals to this process, too. The server still needs it to finish its work.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
  process.on('disconnect', () => process.exit());
  // Parsers leave promises behind that fail when a document is closed. Their own result counts.
  process.on('unhandledRejection', () => {});

  let begun: Task | undefined;
  let input: Piece[] = [];
  process.on('message', (message: ToProcess) => {
    if ('task' in message) begun = message.task;
    else if ('piece' in message) input.push(message.piece);
    else if (begun !== undefined) {
      void run(begun, input);
      begun = undefined;
      input = [];
    }
  });
}

async function run(task: Task, input: Piece[]): Promise<void> {
  try {
    for await (const piece of perform(task, input)) await send({ piece });
    await send({ done: true });
  } catch (error) {
    await send({ failed: reportOf(error) });
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
