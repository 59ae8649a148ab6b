import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { findProgram, freePort } from './programs.ts';

/** How long the server may take to answer, in milliseconds. */
const startTimeout = 10_000;

/** A temporary Redis (or Valkey) on this machine: on the loopback, and it forgets everything when it ends. */
export interface RedisServer {
  readonly url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Stops it in the middle of whatever it does, without an end to its connections, and lets it go on. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

const program = findProgram(['redis-server', 'valkey-server']);

/** Whether a test can have a Redis of its own here. */
export const hasRedis = program !== undefined;

/** Starts one on a free port; whoever starts it closes it. Throws where none is installed. */
export async function startRedis(): Promise<RedisServer> {
  if (program === undefined) throw new Error('There is no Redis on this machine.');
  const folder = await mkdtemp(join(tmpdir(), 'parley-redis-'));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  let child: ChildProcess | undefined;
  const server: RedisServer = {
    url,
    start: async () => {
      child = spawn(program, args, { stdio: 'ignore' });
      await answering(url);
    },
    stop: async () => {
      if (child === undefined) return;
      const ended = once(child, 'close');
      child.kill('SIGKILL');
      await ended;
      child = undefined;
    },
    freeze: () => child?.kill('SIGSTOP'),
    thaw: () => child?.kill('SIGCONT'),
    close: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

async function answering(url: string): Promise<void> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => {});
  const deadline = performance.now() + startTimeout;
  for (;;) {
    try {
      await redis.connect();
      await redis.ping();
      redis.disconnect();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw new Error('Redis did not start.', { cause: error });
      await sleep(20);
    }
  }
}
