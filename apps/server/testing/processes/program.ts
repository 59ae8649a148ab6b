import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'vitest';

/** The built program, and the command that builds it if a source is newer. */
const builtProgram = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const command = fileURLToPath(new URL('../../bin/parley.mjs', import.meta.url));

let built: Promise<unknown> | undefined;

/** Builds the program if a source is newer, once per worker. */
const build = () => {
  built ??= promisify(execFile)(process.execPath, [command, '--version']);
  return built;
};

/** Max time until a server reports ready, in milliseconds. */
const startTimeout = 20_000;

/**
 * Environment settings. Besides them only PATH is passed on, so that the machine's own settings don't affect a test.
 */
export type Environment = Readonly<Record<string, string>>;

/** The result of a command. */
export interface Finished {
  /** The exit code; null if a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  /** Without lines of progress, whose number depends on the time that the work took. */
  readonly stderr: string;
}

/** A line of progress: `Copying: 3 of 4 rows`, `Checking references: 12 s`. */
const progressLine = /^[A-Z][a-z; ]+: (?:\d+ (?:s|min|h)\b|[\d.]+ of [\d.]+ ).*\n/gm;

interface CallOptions {
  readonly env?: Environment;
  readonly input?: string;
  /** Called with the process once it runs. */
  readonly started?: (child: ChildProcess) => unknown;
  readonly installed?: Installed;
}

/** An installed command instead of the built program. */
export interface Installed {
  readonly path: string;
  /** The folder that it runs in. */
  readonly cwd: string;
  /** Further arguments of `serve`. */
  readonly serveWith?: readonly string[];
}

/** Runs a command to its end: `parley(['key', 'list', '--data-dir', folder])`. `input` is its standard input. */
export async function parley(
  args: readonly string[],
  { env = {}, input = '', started, installed }: CallOptions = {},
): Promise<Finished> {
  if (installed === undefined) await build();
  const { path, cwd } = installed ?? { path: process.execPath, cwd: undefined };
  const words = installed === undefined ? [builtProgram, ...args] : args;
  const child = spawn(path, words, { env: environmentOf(env), cwd });
  children.add(child);
  void started?.(child);
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), ended(child)]);
  children.delete(child);
  return { code: child.exitCode, stdout, stderr: withoutProgress(stderr) };
}

/** Returns the standard error of a command, without lines of progress. */
export const withoutProgress = (stderr: string): string => stderr.replace(progressLine, '');

/** A server in its own process. */
export interface RunningServer {
  readonly url: string;
  readonly pid: number;
  /** Time from its start until `/readyz` returned 200, in milliseconds. */
  readonly readyAfter: number;
  /** Its standard error so far. */
  log(): string;
  signal(name: NodeJS.Signals): void;
  /** Resolves with its exit code when it ends; null if a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Kills it with SIGKILL; resolves when it has ended. */
  kill(): Promise<void>;
  /** Sends SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
}

/** Settings of a server's start. */
export interface ServerOptions {
  readonly env?: Environment;
  /** A program instead of the built one, with its arguments. */
  readonly program?: readonly string[];
  /** Words before the command: strace with its arguments. */
  readonly under?: readonly string[];
  readonly installed?: Installed;
}

/** The words that start a server on a data folder. */
const serveArguments = (dataDir: string) => ['serve', '--data-dir', dataDir];

/**
 * Starts a server on a free port and waits until it is ready. It ends with the test file. Rejects if it doesn't start.
 */
export async function startServer(dataDir: string, options: ServerOptions = {}): Promise<RunningServer> {
  if (options.installed === undefined) await build();
  const started = performance.now();
  const { child, log } = spawnServer(dataDir, options);
  const over = ended(child);
  const url = reachable(await announced(child, log), options.env);
  await ready(url);
  const readyAfter = performance.now() - started;
  const signal = (name: NodeJS.Signals) => sendSignal(child, name);
  const kill = async () => {
    signal('SIGKILL');
    await over;
  };
  const stop = () => {
    signal('SIGTERM');
    return over;
  };
  return { url, pid: child.pid ?? 0, readyAfter, log, signal, ended: over, kill, stop };
}

/** Starts a server that must fail to start; returns its result when it has ended. */
export async function failToStart(dataDir: string, options: ServerOptions = {}): Promise<Finished> {
  await build();
  const { child, log } = spawnServer(dataDir, options);
  const code = await ended(child);
  return { code, stdout: '', stderr: log() };
}

/** Starts a server and kills it after so many milliseconds. */
export async function killWhileStarting(dataDir: string, after: number, options: ServerOptions = {}): Promise<void> {
  await build();
  const { child } = spawnServer(dataDir, options);
  await sleep(after);
  sendSignal(child, 'SIGKILL');
  await ended(child);
}

function spawnServer(dataDir: string, { env = {}, program, under = [], installed }: ServerOptions) {
  const serve = serveArguments(dataDir);
  const words = installed
    ? [installed.path, ...serve, ...(installed.serveWith ?? [])]
    : [process.execPath, ...(program ?? [builtProgram, ...serve])];
  const [file = '', ...args] = [...under, ...words];
  const options = { env: environmentOf(env), cwd: installed?.cwd };
  // A separate process group, so that processes traced by strace end with it.
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'inherit', 'pipe'], detached: true });
  children.add(child);
  child.once('close', () => children.delete(child));
  let written = '';
  child.stderr?.setEncoding('utf8').on('data', (part: string) => {
    written += part;
  });
  return { child, log: () => written };
}

async function announced(child: ChildProcess, log: () => string): Promise<string> {
  const deadline = performance.now() + startTimeout;
  for (;;) {
    const [, url] = /is ready at (\S+)/.exec(log()) ?? [];
    if (url !== undefined) return url;
    if (child.exitCode !== null || child.signalCode !== null || performance.now() > deadline) {
      throw new Error(`The server did not start; it wrote:\n${log()}`);
    }
    await sleep(5);
  }
}

/** Returns the address of a server on this machine: one with a public address must be given its port. */
const reachable = (url: string, { PUBLIC_URL, PORT }: Environment = {}): string =>
  PUBLIC_URL === undefined ? url : `http://127.0.0.1:${PORT}`;

async function ready(url: string): Promise<void> {
  const response = await fetch(`${url}/readyz`, { headers: { connection: 'close' } });
  if (response.status !== 200) throw new Error(`/readyz answered ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}

const children = new Set<ChildProcess>();

/** Ends processes that a test file has started and not ended, after its tests. */
export async function endChildren(): Promise<void> {
  for (const child of children) {
    sendSignal(child, 'SIGKILL');
    await ended(child);
  }
}

/**
 * Duration of a lease of these processes, in seconds: on PostgreSQL, what a killed one had waits so long. A process
 * never takes its own turns or jobs for those of a dead one, however late it renews them. So a short lease harms no
 * test in which one process runs at a time. The services of `harness.ts` run side by side and have the usual one: a
 * worker that stands still for 3 s would lose their turns.
 */
const leaseSeconds = 3;

/**
 * Max time until what a killed process had is taken over and done, in ms: some leases and retries, on a busy machine.
 */
export const takenOver = 40 * leaseSeconds * 1000;

/** The whole environment of a program with these settings. */
export function environmentOf(settings: Environment): Record<string, string> {
  const usual = {
    ...{ PORT: '0', LOG_LEVEL: 'warn' },
    ...{ PARLEY_CONNECTIONS_PER_ADDRESS: '10000', PARLEY_LEASE_SECONDS: String(leaseSeconds) },
  };
  return { PATH: process.env['PATH'] ?? '', ...usual, ...settings };
}

/** To the process, or to its group if it leads one. */
function sendSignal(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  if (child.stdin === null) process.kill(-child.pid, name);
  else child.kill(name);
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

/** Expects that a command refused in one sentence, with its usage after a wrong call, and did nothing else. */
export function expectRefused({ code, stdout, stderr }: Finished, says: string | RegExp, exitCode: 1 | 2 = 1): void {
  expect(stdout).toBe('');
  expect(stderr).toMatch(says);
  expect(stderr).not.toMatch(/\n\s+at /);
  const lines = stderr
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('(Did you mean '));
  expect(lines).toHaveLength(exitCode === 2 ? 3 : 1);
  if (exitCode === 2) expect(stderr).toMatch(/\nUsage: parley [^\n]*\nCall it with --help to see how\.\n$/);
  expect(code).toBe(exitCode);
}
