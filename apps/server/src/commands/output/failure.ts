import { CommanderError } from 'commander';
import { ConfigError } from '../../config/config.ts';
import { AppError, type ErrorDetail } from '../../errors.ts';
import { FileExistsError } from '../../storage/files.ts';
import { plain } from './plain-line.ts';

/** Failure of a command as `--json` prints it. The codes of the API keep their meaning here. */
interface Failure {
  readonly success: false;
  /** One sentence for a person. */
  readonly error: string;
  readonly code: string;
  /** One sentence that says what to do. */
  readonly hint?: string;
  readonly details?: readonly ErrorDetail[];
}

/** Exit codes: of a failure, and of a wrong call. A signal's is 128 and its number. */
const exitCodes = { failure: 1, wrongCall: 2 } as const;

/** An error of a command with a code of its own. */
export class CommandError extends Error {
  readonly code: string;
  readonly hint: string | undefined;

  /** `code` is one of the commands' own, or of the API's for what a server has refused. */
  constructor(code: string, message: string, hint?: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

/** True if a command line asks for JSON; works even if the command line is invalid otherwise. */
export function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? undefined : end).includes('--json');
}

/**
 * Prints what a command failed with and returns its exit code: as JSON on standard output, where the answer would be,
 * or as one sentence on standard error. Commander has printed a wrong call itself, unless JSON is wanted.
 */
export function printFailure(error: unknown, json: boolean): number {
  const called = error instanceof CommanderError;
  // Help and the version end as errors, too.
  if (called && error.exitCode === 0) return 0;
  const failure = describeFailure(error);
  if (json) process.stdout.write(`${JSON.stringify(failure)}\n`);
  else if (!called) process.stderr.write(`${textOf(error, failure)}\n`);
  return called ? exitCodes.wrongCall : exitCodes.failure;
}

function textOf(error: unknown, { error: sentence, hint }: Failure): string {
  // One wrong setting a line.
  if (error instanceof ConfigError) return error.message;
  return plain(hint === undefined ? sentence : `${sentence} ${hint}`);
}

function describeFailure(error: unknown): Failure {
  if (error instanceof CommanderError) return wrongCall(error);
  if (error instanceof ConfigError) return wrongSettings(error);
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof AppError) {
    const { hint, details } = error.extras;
    return {
      success: false,
      error: message,
      code: error.code,
      ...(hint !== undefined && { hint }),
      ...(details !== undefined && { details }),
    };
  }
  if (error instanceof FileExistsError) {
    const hint = 'Name another file, or replace it with --force.';
    return { success: false, error: message, code: 'file_exists', hint };
  }
  if (error instanceof CommandError) {
    const { code, hint } = error;
    return { success: false, error: message, code, ...(hint !== undefined && { hint }) };
  }
  return { success: false, error: message, code: 'command_failed' };
}

function wrongCall({ code, message }: CommanderError): Failure {
  // The help that commander prints if a command is missing has no sentence of its own.
  const sentence = code === 'commander.help' ? 'name a command' : message.replace(/^error: /, '');
  return {
    success: false,
    error: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1).replace(/\.$/, '')}.`,
    code: 'wrong_usage',
    hint: 'Call it with --help to see how.',
  };
}

function wrongSettings({ message }: ConfigError): Failure {
  const problems = message.split('\n').slice(1);
  const details = problems.map((problem) => {
    const [, path = '', says = ''] = /^\s*(\w+): (.*)$/.exec(problem) ?? ['', '', problem.trim()];
    return { path, message: says };
  });
  const error = `Wrong settings: ${details.map((each) => `${each.path} ${each.message}`).join('; ')}.`;
  return { success: false, error, code: 'settings_invalid', details };
}
