import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism } from 'node:os';

/** A server under test, in a process of its own. */
export interface Server {
  readonly name: string;
  readonly port: number;
  /** The ID of the process that was started. */
  readonly pid: number;
  /** Milliseconds from the start of the process to its first response. */
  readonly ready: number;
  /** Resident memory in MiB. */
  memory(): number;
  /** CPU time of all its threads so far, in milliseconds. */
  cpu(): number;
  stop(): Promise<void>;
}

const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;

/** Pins this process, which generates the load, to another core than the servers', if the machine has two. */
export function pinLoad(): void {
  if (canPin) spawnSync('taskset', ['-cp', '1', String(process.pid)]);
}

/** Lets this process and those that it starts use all cores, for a scenario without servers. */
export function useAllCores(): void {
  if (canPin) spawnSync('taskset', ['-acp', `0-${availableParallelism() - 1}`, String(process.pid)]);
}

/** One line on the machine and the versions of a result. */
export function machine(): string {
  const cpu = /model name\s*:\s*(.*)/.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1] ?? 'unknown CPU';
  const pinned = canPin ? 'servers on core 0, load on core 1' : 'not pinned';
  return `${cpu}, ${availableParallelism()} cores, Node ${process.versions.node}, ${pinned}`;
}

/** Settings of a server's start. */
export interface StartOptions {
  readonly args: readonly string[];
  readonly env?: Record<string, string>;
  /** The path that is polled for its first response. */
  readonly path?: string;
  /** The cores that it may use, in the syntax of taskset, if processes are pinned. */
  readonly cores?: string;
}

/** Starts a server and waits for its first response at `path`. */
export async function start(name: string, { args, env = {}, path = '/', cores = '0' }: StartOptions): Promise<Server> {
  const port = await freePort();
  const started = performance.now();
  const command = [process.execPath, ...args];
  const [program = '', ...rest] = canPin ? ['taskset', '-c', cores, ...command] : command;
  const child = spawn(program, rest, {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    log = `${log}${chunk.toString()}`.slice(-4000);
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${name} ended before it was ready: ${log}`);
    const answered = await fetch(`http://127.0.0.1:${port}${path}`).then(
      (reply) => reply.ok,
      () => false,
    );
    if (answered) break;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const ready = performance.now() - started;
  return {
    name,
    port,
    pid: child.pid ?? 0,
    ready,
    memory: () => residentMiB(child),
    cpu: () => cpuTime(child),
    stop: () => stop(child),
  };
}

function residentMiB({ pid }: ChildProcess): number {
  const path = `/proc/${pid}/status`;
  if (!existsSync(path)) return Number.NaN;
  return Number(/VmRSS:\s*(\d+)/.exec(readFileSync(path, 'utf8'))?.[1]) / 1024;
}

/** Linux counts CPU time in hundredths of a second, user and system apart (proc_pid_stat(5), fields 14 and 15). */
function cpuTime({ pid }: ChildProcess): number {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return Number.NaN;
  const [, fields = ''] = readFileSync(path, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return ((user ?? Number.NaN) + (system ?? Number.NaN)) * 10;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
