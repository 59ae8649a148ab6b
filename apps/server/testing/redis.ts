import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { findProgram, freePort } from './programs.ts';
import { startProxy } from './tcp-proxy.ts';

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

/** A server that runs already, `redis://host:port`; else one is started from the installed program. */
const given = process.env['TEST_REDIS_URL'];

/** Whether a test can have a Redis here. */
export const hasRedis = given !== undefined || program !== undefined;

/** Gives a test a Redis that it may stop; whoever starts it closes it. Throws where there is none. */
export async function startRedis(): Promise<RedisServer> {
  if (given !== undefined) return throughProxy(given);
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

/** The same over a proxy, because a server that others use can't be stopped: its connections are. */
async function throughProxy(given: string): Promise<RedisServer> {
  const url = new URL(given);
  const proxy = await startProxy(Number(url.port || 6379), url.hostname);
  url.host = `127.0.0.1:${proxy.port}`;
  return {
    url: url.href,
    start: async () => proxy.mend(),
    stop: async () => proxy.cut(),
    freeze: proxy.silence,
    thaw: proxy.mend,
    close: proxy.close,
  };
}

/**
 * Repeats `act` until it ran while Redis answered every process in time. On a machine with much else to do Redis may be
 * silent for a quarter of a second: then a process counts by itself, as it should, and says so in its log.
 */
export async function whileRedisAnswers<Result>(
  logs: () => readonly string[],
  act: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const before = logs().map(timesLost);
    const result = await act();
    const after = logs();
    const heard = after.every((log, index) => timesLost(log) === before[index] && timesLost(log) === timesFound(log));
    if (heard) return result;
  }
}

const timesLost = (log: string) => log.split('Redis cannot be reached').length - 1;
const timesFound = (log: string) => log.split('Redis can be reached again').length - 1;

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
