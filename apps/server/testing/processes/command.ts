import { Readable } from 'node:stream';
import { runCommand } from '../../src/commands/program.ts';
import { isComplete } from '../memory/level.ts';
import { type Environment, environmentOf, type Finished, parley, withoutProgress } from './program.ts';

interface CommandOptions {
  readonly env?: Environment;
  readonly input?: string;
}

/** The end of the command that runs: the streams and the environment are the process's, so there is one at a time. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command to its end, like `parley`, for tests of its effects and its output. In `npm test` it runs in this
 * process, since a start of the program takes most of a second; in `npm run test:all` the built program runs.
 */
export function command(args: readonly string[], options: CommandOptions = {}): Promise<Finished> {
  if (isComplete) return parley(args, options);
  const finished = last.then(() => runHere(args, options));
  last = finished.catch(() => undefined);
  return finished;
}

/** Runs a command in this process with an environment and streams of its own. */
async function runHere(args: readonly string[], { env = {}, input = '' }: CommandOptions): Promise<Finished> {
  const { env: formerEnvironment, exitCode: formerCode } = process;
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin');
  const [stdout, stderr] = [capture(process.stdout), capture(process.stderr)];
  process.env = environmentOf(env);
  process.exitCode = undefined;
  Object.defineProperty(process, 'stdin', { value: Readable.from([input]), configurable: true, enumerable: true });
  try {
    const failed = await runCommand(args);
    const code = failed ?? Number(process.exitCode ?? 0);
    return { code, stdout: stdout.text(), stderr: withoutProgress(stderr.text()) };
  } finally {
    for (const stream of [stdout, stderr]) stream.restore();
    if (stdin !== undefined) Object.defineProperty(process, 'stdin', stdin);
    process.env = formerEnvironment;
    process.exitCode = formerCode;
  }
}

/** Captures the output to a stream from now on, instead of writing it. */
function capture(stream: NodeJS.WriteStream) {
  let written = '';
  const { write } = stream;
  stream.write = (part: string | Uint8Array, ...rest: unknown[]) => {
    written += typeof part === 'string' ? part : Buffer.from(part).toString();
    const done = rest.find((each) => typeof each === 'function');
    done?.();
    return true;
  };
  return {
    text: () => written,
    restore: () => {
      stream.write = write;
    },
  };
}
