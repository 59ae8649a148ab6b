import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { findProgram, freePort } from '../processes/programs.ts';
import { startProxy } from '../servers/tcp-proxy.ts';

/** Max time until the server answers, in milliseconds. */
const startTimeout = 10_000;

/** A temporary local Redis (or Valkey) on the loopback; its data is lost when it stops. */
export interface RedisServer {
  readonly url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Pauses it without closing its connections, and resumes it. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

const program = findProgram(['redis-server', 'valkey-server']);

/** A running server, `redis://host:port`; otherwise the installed program is started. */
const given = process.env['TEST_REDIS_URL'];

/** True if tests can have a Redis here. */
export const hasRedis = given !== undefined || program !== undefined;

/** Starts a Redis that a test may stop; the caller must close it. Throws if Redis isn't available. */
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

/** Uses a proxy, because a shared server can't be stopped: its connections are cut instead. */
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
 * Repeats `act` until Redis answered every process in time. On a busy machine Redis may be silent for 250 ms; then a
 * process correctly counts alone and logs that.
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
