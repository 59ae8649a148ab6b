import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The built server in a process of its own. */
export interface SoakServer {
  readonly url: string;
  readonly pid: number;
  /** The file of its log. */
  readonly log: string;
  /** Undefined while it runs; then its exit code or the signal that ended it. */
  readonly ended: () => number | string | undefined;
  /** Its memory after garbage collection, in bytes; undefined if it has ended. */
  memory(): Promise<{ heapUsed: number; external: number } | undefined>;
  /** Sends SIGTERM; resolves with its exit code, or the signal that ended it: SIGKILL if it didn't end by itself. */
  stop(): Promise<number | string>;
  kill(): void;
}

const command = fileURLToPath(new URL('../../apps/server/bin/parley.mjs', import.meta.url));
const program = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));
const probe = new URL('./probe.mjs', import.meta.url).href;

/** Max time until the server is ready, and for an answer of the probe, in ms. */
const startTimeout = 60_000;
const probeTimeout = 60_000;
/** Max time of a shutdown, in ms; the server itself gives up after 35 s. */
const stopTimeout = 60_000;

/** Builds the server if a source is newer. */
export function build(): void {
  execFileSync(process.execPath, [command, '--version'], { stdio: 'ignore' });
}

/** Starts the built server on a data folder. The caller must stop or kill it. */
export async function startServer(
  dataDir: string,
  { env, log }: { env: Readonly<Record<string, string>>; log: string },
): Promise<SoakServer> {
  const file = openSync(log, 'a');
  const args = ['--expose-gc', '--import', probe, program, 'serve', '--data-dir', dataDir];
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...env },
    stdio: ['ignore', file, file, 'ipc'],
  });
  const ended = () => child.exitCode ?? child.signalCode ?? undefined;
  const url = await announced(log, ended);
  return {
    url,
    log,
    ended,
    pid: child.pid ?? 0,
    memory: askerOf(child),
    stop: async () => {
      if (ended() === undefined) {
        child.kill('SIGTERM');
        const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeout);
        await once(child, 'exit');
        clearTimeout(timer);
      }
      return ended() ?? 0;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

async function announced(log: string, ended: () => unknown): Promise<string> {
  const deadline = performance.now() + startTimeout;
  for (;;) {
    const text = readFileSync(log, 'utf8');
    const [, url] = /is ready at (\S+)/.exec(text) ?? [];
    if (url !== undefined) return url;
    if (ended() !== undefined || performance.now() > deadline) throw new Error(`The server did not start:\n${text}`);
    await sleep(10);
  }
}

/** Returns a function that asks the probe. A server whose event loop is held answers late, or not at all. */
function askerOf(child: ChildProcess): SoakServer['memory'] {
  let answer: (memory?: NodeJS.MemoryUsage) => void = () => {};
  child.on('message', (memory: NodeJS.MemoryUsage) => answer(memory));
  child.once('exit', () => answer());
  return () =>
    new Promise((resolve) => {
      const timer = setTimeout(() => answer(), probeTimeout);
      answer = (memory) => {
        clearTimeout(timer);
        resolve(memory);
      };
      if (child.connected) child.send('sample', () => {});
      else answer();
    });
}
