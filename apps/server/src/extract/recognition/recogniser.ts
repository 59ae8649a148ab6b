import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import { isAbsolute } from 'node:path';
import { SourceFailure } from '../document.ts';
import type { RecognitionLimits } from '../limits.ts';
import { confineCommand, niceness } from '../process/sandbox.ts';
import { findProgram } from './find-program.ts';
import type { RecognitionSettings } from './settings.ts';

/** Recognises the text of pictures by the operator's command. */
export interface Recogniser {
  /**
   * Returns what the command prints for a picture. Throws a `SourceFailure`, or the reason of the signal; the command's
   * processes are gone then.
   */
  recognise(picture: Uint8Array, signal: AbortSignal): Promise<string>;
  /** Kills the processes. Resolves when they are gone. */
  close(): Promise<void>;
}

/** Bytes of the error output that are kept, and characters of its first line that are shown. */
const errors = { bytes: 4_096, shown: 160 };

/** Creates the recogniser. No process starts before there is a picture. */
export function createRecogniser(settings: RecognitionSettings, limits: RecognitionLimits): Recogniser {
  const running = new Set<{ readonly kill: () => void; readonly gone: Promise<unknown> }>();
  let isClosed = false;
  return {
    async recognise(picture, signal) {
      signal.throwIfAborted();
      if (isClosed) throw new Error('The recogniser is closed.');
      const child = start(settings, limits);
      const gone = new Promise<void>((resolve) => {
        child.once('exit', () => resolve());
        child.once('error', () => resolve());
      });
      const entry = { kill: () => killGroup(child), gone };
      running.add(entry);
      try {
        return await outputOf({ child, picture }, limits, signal);
      } finally {
        // Processes that it started may still run and write, also if it has ended well.
        killGroup(child);
        for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
        await gone;
        running.delete(entry);
      }
    },
    close: async () => {
      isClosed = true;
      for (const { kill } of running) kill();
      await Promise.all([...running].map(({ gone }) => gone));
    },
  };
}

type Child = ChildProcess & {
  readonly stdin: NonNullable<ChildProcess['stdin']>;
  readonly stdout: NonNullable<ChildProcess['stdout']>;
  readonly stderr: NonNullable<ChildProcess['stderr']>;
};

function start({ command, path, languageFolder }: RecognitionSettings, limits: RecognitionLimits): Child {
  const [name, ...args] = command;
  const program = findProgram(name, path);
  if (program === undefined) throw notStarted(`${name} isn't there or can't be executed`);
  // The paths that the operator names, and no others.
  const named = [program.found, program.real, ...args.filter(isAbsolute), languageFolder ?? ''];
  const readable = named.filter((file) => file !== '' && file !== '/' && existsSync(file));
  const { file, args: rest } = confineCommand([program.found, ...args], readable, {
    memoryMiB: limits.memoryMiB,
    lifeMs: limits.ms,
  });
  const child = spawn(file, rest, {
    // No secret of the environment. One thread: pictures of several accounts share the processors.
    env: {
      ...{ PATH: path, LANG: 'C.UTF-8', OMP_THREAD_LIMIT: '1' },
      ...(languageFolder !== undefined && { TESSDATA_PREFIX: languageFolder }),
    },
    // Not the folder of the service, which may hold its data.
    cwd: '/',
    stdio: ['pipe', 'pipe', 'pipe'],
    // A process group of its own, so that what it starts is killed with it.
    detached: true,
  });
  try {
    if (child.pid !== undefined) setPriority(child.pid, niceness);
  } catch {
    // It has ended already, or some sandbox refuses it.
  }
  return child;
}

/** Kills the processes of the command's group. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of them are gone.
  }
}

/** Passes the picture to the command, and returns what it prints. Throws if it fails, or at the first exceeded limit. */
async function outputOf(
  { child, picture }: { readonly child: Child; readonly picture: Uint8Array },
  limits: RecognitionLimits,
  signal: AbortSignal,
): Promise<string> {
  const output: Buffer[] = [];
  let length = 0;
  let said = '';
  let onAbort = () => {};
  let timer: NodeJS.Timeout | undefined;
  const ended = new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
    child.once('close', (code, by) => resolve(by ?? code));
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort);
    timer = setTimeout(() => reject(tooSlow(limits.ms)), limits.ms);
    child.on('error', ({ message }) => reject(notStarted(message)));
    child.stdout.on('data', (part: Buffer) => {
      length += part.length;
      if (length > limits.text) reject(tooMuch(limits.text));
      else output.push(part);
    });
  });
  child.stderr.on('data', (part: Buffer) => {
    if (said.length < errors.bytes) said += part.toString('latin1', 0, errors.bytes);
  });
  // A command may end before it has read all; its exit code says whether that is an error.
  child.stdin.on('error', () => {});
  child.stdin.end(picture);
  try {
    const code = await ended;
    if (code === 0) return new TextDecoder().decode(Buffer.concat(output));
    if (code === 'SIGXCPU') throw tooSlow(limits.ms);
    throw failed(code, Buffer.from(said, 'latin1').toString());
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

const operator = 'Tell the operator of the service: the command of PARLEY_OCR_COMMAND failed.';

const notStarted = (detail: string) =>
  new SourceFailure('internal_error', {
    message: 'The text recognition (OCR) of the service can’t be started.',
    hint: operator,
    detail,
  });

const tooSlow = (ms: number) =>
  new SourceFailure('parse_timeout', {
    message: `Text recognition (OCR) of a picture took longer than ${ms / 1_000} s.`,
    hint: 'Use a smaller picture, or one with less text.',
  });

const tooMuch = (bytes: number) =>
  new SourceFailure('parse_crashed', {
    message: `Text recognition (OCR) printed more than ${bytes.toLocaleString('en')} bytes for a picture.`,
    hint: operator,
    retry: false,
  });

function failed(code: number | NodeJS.Signals | null, said: string): SourceFailure {
  const line = said.split(/[\r\n]+/).find((each) => each.trim() !== '') ?? '';
  const shown = line
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, errors.shown)
    .trimEnd()
    .toWellFormed();
  const how = typeof code === 'string' ? `ended by ${code}` : `exit code ${code}`;
  return new SourceFailure('parse_crashed', {
    message: `Text recognition (OCR) failed: ${how}${shown === '' ? '' : ` (${shown})`}.`,
    hint: 'Save the picture in another format, such as PNG. If it fails again, tell the operator of the service.',
    retry: false,
  });
}
