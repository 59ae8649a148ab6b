import { Socket } from 'node:net';
import { type Recognise, SourceFailure } from '../document.ts';
import { bytePieces } from './pieces.ts';
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

  const recognition = createRecognition();
  let begun: Task | undefined;
  let input: Piece[] = [];
  process.on('message', (message: ToProcess) => {
    if ('task' in message) begun = message.task;
    else if ('piece' in message) input.push(message.piece);
    else if ('recognised' in message || 'recognisedAll' in message) recognition.take(message);
    else if (begun !== undefined) {
      void run(begun, input, recognition.recognise);
      begun = undefined;
      input = [];
    }
  });
}

async function run(task: Task, input: Piece[], recognise: Recognise): Promise<void> {
  try {
    for await (const piece of perform(task, input, recognise)) await send({ piece });
    await send({ done: true });
  } catch (error) {
    await send({ failed: reportOf(error) });
  }
}

interface Recognition {
  /** Sends a picture to the parent, and waits for its text. */
  readonly recognise: Recognise;
  take(message: Extract<ToProcess, { recognised: string } | { recognisedAll: true }>): void;
}

function createRecognition(): Recognition {
  let text = '';
  let settle: ((failure: TaskFailure | undefined) => void) | undefined;
  return {
    async recognise(picture) {
      text = '';
      const answered = new Promise<TaskFailure | undefined>((resolve) => {
        settle = resolve;
      });
      for (const { bytes } of bytePieces(picture)) await send({ picture: bytes });
      await send({ recognise: true });
      const failure = await answered;
      if (failure !== undefined) throw new SourceFailure(failure.code, wordsOf(failure));
      return text;
    },
    take(message) {
      if ('recognised' in message) text += message.recognised;
      else settle?.(message.failure);
    },
  };
}

const wordsOf = ({ message, hint, detail }: TaskFailure) => ({
  ...(message !== undefined && { message }),
  ...(hint !== undefined && { hint }),
  detail,
});

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
