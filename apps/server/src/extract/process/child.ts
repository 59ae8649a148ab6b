import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { SourceFailure, sourceErrorCodes } from '../document.ts';
import type { ProcessLimits } from '../limits.ts';
import { type Clock, startClock } from './clock.ts';
import { type ProcessUsage, usageOf } from './process-usage.ts';
import type { FromProcess, Piece, Task, TaskFailure, ToProcess } from './protocol.ts';
import {
  createRecognitionTurns,
  type PictureMessage,
  type Recognition,
  type RecognitionTurns,
} from './recognition-turns.ts';
import { confine, niceness } from './sandbox.ts';

/** The bundled program: the build writes it beside the server's own bundle, and tests run it from there, too. */
export const bundledProgram = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts') ? '../../../dist/knowledge-extractor.js' : './knowledge-extractor.js',
    import.meta.url,
  ),
);

/** A task with its input, and what takes its result. */
export interface Work {
  readonly task: Task;
  readonly input: Iterable<Piece>;
  /** Bytes or characters of the input. */
  readonly size: number;
  /** Judges a piece of the result. If it throws, the process is killed. */
  readonly take: (piece: Piece) => void;
  /** Recognises the text of pictures that the process sends; without it, a process that sends one is killed. */
  readonly recognition?: Recognition | undefined;
  readonly signal: AbortSignal;
}

/** An extraction process. It does one piece of work at a time. */
export interface ExtractionProcess {
  /**
   * Throws a `SourceFailure`, or the signal's reason. Unless the process itself reported the failure, it is killed,
   * and gone when this throws: it may still be computing, or its memory is full.
   */
  work(work: Work): Promise<void>;
  /** True if it has grown or computed so much that the next document should get a new process. */
  isWorn(): boolean;
  /** Kills the process, even while it works. Resolves when it is gone. */
  close(): Promise<void>;
}

/** Outcome of a piece of work. */
type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'reported'; readonly failure: SourceFailure }
  | { readonly kind: 'broken'; readonly reason: unknown };

interface Current {
  readonly take: (piece: Piece) => void;
  readonly pictures: RecognitionTurns | undefined;
  /** Time of the work, without that of the recognition. */
  readonly clock: Clock;
  readonly settle: (outcome: Outcome) => void;
}

/** Interval in ms between two checks of a process. Its memory may exceed the cap by what it allocates in between. */
const interval = 50;

/** Starts a process. Calls `onExit` when it is gone, for whatever reason. */
export function startProcess(program: string, limits: ProcessLimits, onExit: () => void): ExtractionProcess {
  const child = startChild(program, limits);
  let current: Current | undefined;
  let gone: SourceFailure | undefined;
  /** The CPU time that the process may reach by its start, its piece of work or afterwards, in ms. */
  let cpuEnd = limits.cpu.any;

  const look = (): ProcessUsage | undefined => (child.pid === undefined || gone ? undefined : usageOf(child.pid));
  /** The process itself isn't asked: it may be in a loop, or lie. */
  const watch = setInterval(() => {
    const failure = excessOf(look(), { cpuMs: cpuEnd, residentMiB: limits.residentMiB });
    if (failure === undefined) return;
    current?.settle({ kind: 'broken', reason: failure });
    child.kill('SIGKILL');
  }, interval).unref();

  const exited = new Promise<void>((resolve) => {
    const end = (code: number | null, signal: NodeJS.Signals | null) => {
      if (gone !== undefined) return;
      gone = failureOfExit(code, signal);
      clearInterval(watch);
      onExit();
      current?.settle({ kind: 'broken', reason: gone });
      resolve();
    };
    child.once('exit', end);
    child.on('error', () => {
      // Without an ID it never started. Otherwise the connection to it is broken.
      if (child.pid === undefined) end(null, null);
      else child.kill('SIGKILL');
    });
  });

  child.on('message', (message: FromProcess) => {
    try {
      if ('piece' in message) return current?.take(message.piece);
      if ('picture' in message || 'recognise' in message) return void takePicture(message);
      if ('done' in message) current?.settle({ kind: 'done' });
      else current?.settle({ kind: 'reported', failure: failureFrom(message.failed) });
    } catch (error) {
      breakOff(error);
    }
  });

  const breakOff = (error: unknown): void => {
    const reason =
      error instanceof SourceFailure ? error : new SourceFailure('parse_crashed', { detail: String(error) });
    current?.settle({ kind: 'broken', reason });
  };

  const takePicture = async (message: PictureMessage): Promise<void> => {
    const { pictures, clock } = current ?? {};
    try {
      if (pictures === undefined) throw new SourceFailure('parse_crashed', { detail: 'a picture' });
      if ('recognise' in message) {
        clock?.pause();
        cpuEnd += pictures.cpuMs;
      }
      await pictures.take(message);
      clock?.resume();
    } catch (error) {
      // After its end, the work has its outcome already; and the process may have other work.
      if (current?.pictures === pictures) breakOff(error);
    }
  };

  /** Resolves when the operating system took the message. A pipe holds little, so this is the back-pressure. */
  const send = (message: ToProcess): Promise<void> =>
    new Promise((resolve, reject) => {
      if (gone !== undefined) reject(gone);
      else child.send(message, (error) => (error ? reject(error) : resolve()));
    });

  const kill = async (): Promise<void> => {
    // A caller may wait only for its end, so it must keep this process alive.
    child.ref();
    child.kill('SIGKILL');
    await exited;
  };

  return {
    async work({ task, input, size, take, recognition, signal }) {
      const outcome = await new Promise<Outcome>((settle) => {
        if (gone !== undefined) return settle({ kind: 'broken', reason: gone });
        const pictures = recognition && createRecognitionTurns(recognition, send);
        const end = (outcome: Outcome) => {
          clock.stop();
          pictures?.close();
          signal.removeEventListener('abort', onAbort);
          settle(outcome);
        };
        const clock = startClock(limits.ms, () => end({ kind: 'broken', reason: new SourceFailure('parse_timeout') }));
        const onAbort = () => end({ kind: 'broken', reason: signal.reason });
        signal.addEventListener('abort', onAbort);
        current = { take, pictures, clock, settle: end };
        // Only while it is busy does the process keep the server alive.
        child.channel?.ref();
        cpuEnd = (look()?.cpuMs ?? 0) + limits.cpu.any + (limits.cpu.perMiB * size) / 2 ** 20;
        // If the process ended, its exit says why. A broken pipe says less.
        sendAll({ task }, input, send).catch(() => child.kill('SIGKILL'));
      });
      current = undefined;
      cpuEnd = (look()?.cpuMs ?? 0) + limits.cpu.any;
      child.channel?.unref();
      if (outcome.kind === 'done') return;
      if (outcome.kind === 'reported') throw outcome.failure;
      await kill();
      throw outcome.reason;
    },
    isWorn: () => excessOf(look(), { cpuMs: limits.lifeMs / 2, residentMiB: limits.residentMiB / 4 }) !== undefined,
    close: kill,
  };
}

async function sendAll(
  begin: ToProcess,
  input: Iterable<Piece>,
  send: (message: ToProcess) => Promise<void>,
): Promise<void> {
  await send(begin);
  for (const piece of input) await send({ piece });
  await send({ run: true });
}

function startChild(program: string, limits: ProcessLimits): ChildProcess {
  const child = fork(program, [], {
    // It needs neither the secrets of the environment nor the options of this process.
    env: {},
    ...confine(program, limits),
    serialization: 'advanced',
    // The output of V8 for a full heap would fill the log for each such document.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  try {
    if (child.pid !== undefined) setPriority(child.pid, niceness);
  } catch {
    // It has ended already, or some sandbox refuses it; parsers then compete with the server.
  }
  return child;
}

/** Returns the failure of a process that has used too much; undefined if it may continue. */
function excessOf(taken: ProcessUsage | undefined, most: ProcessUsage): SourceFailure | undefined {
  if (taken === undefined) return undefined;
  if (taken.residentMiB > most.residentMiB) return new SourceFailure('too_complex', { detail: 'resident memory' });
  if (taken.cpuMs > most.cpuMs) return new SourceFailure('parse_timeout', { detail: 'CPU time' });
  return undefined;
}

/**
 * The kernel sends SIGXCPU if the CPU time of the whole life is over, and SIGKILL if the machine has no memory left:
 * this process settles its work before it kills. V8 aborts if its heap is full. Any other signal means that the
 * document broke the process.
 */
function failureOfExit(code: number | null, signal: NodeJS.Signals | null): SourceFailure {
  const detail = `exit ${signal ?? code}`;
  if (signal === 'SIGXCPU') return new SourceFailure('parse_timeout', { detail });
  if (signal === 'SIGABRT' || signal === 'SIGKILL' || code === 134) return new SourceFailure('too_complex', { detail });
  return new SourceFailure('parse_crashed', { detail, ...(signal !== null && final) });
}

/** A parser that fails at some bytes fails at them again. */
const final = { retry: false, hint: 'Save the content in another format, such as plain text.' };

/** Max length of a sentence that a process reports. */
const maxSentence = 500;

function failureFrom({ code, message, hint, detail }: TaskFailure): SourceFailure {
  if (!sourceErrorCodes.includes(code)) return new SourceFailure('parse_crashed');
  return new SourceFailure(code, {
    ...(code === 'parse_crashed' && final),
    ...(typeof message === 'string' && { message: message.slice(0, maxSentence) }),
    ...(typeof hint === 'string' && { hint: hint.slice(0, maxSentence) }),
    ...(typeof detail === 'string' && { detail: detail.slice(0, maxSentence) }),
  });
}
