import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { vi } from 'vitest';
import { openRuntime, type Runtime } from '../../src/commands/runtime.ts';
import { createApp } from '../../src/serving.ts';
import type { Engine } from '../../src/storage/database.ts';
import { watchReplies } from '../conversations/watched-replies.ts';
import { emptyDatabase } from '../databases/temp-postgres.ts';

/** An installation: a data folder (or a database on a server) that programs use as the command line does. */
export interface Installation {
  readonly dataDir: string;
  /** Opens everything as a command does, runs the work and closes it; a server may run meanwhile. */
  command<Result>(work: (runtime: Runtime) => Promise<Result>): Promise<Result>;
  /** Starts the server; the caller must close it. */
  serve(): Promise<Program>;
  remove(): Promise<void>;
}

/** A server on an installation. */
export interface Program {
  readonly url: string;
  readonly runtime: Runtime;
  /** Its log so far, at the most verbose level. */
  log(): string;
  /** Stops it; a second call does nothing. */
  close(): Promise<void>;
}

const manyAtOnce = 'replies:free=1000000;streams:free=1000000;exports:free=1000000';

/** Creates an installation with these settings in the environment of this process. */
export async function install(engine: Engine, settings: Readonly<Record<string, string>> = {}): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-test-'));
  const database = engine === 'postgres' ? await emptyDatabase() : undefined;
  const usual = { PARLEY_LOG_REQUESTS: 'all', PARLEY_PLAN_LIMITS: 'free=1000000', PARLEY_PLAN_CONCURRENCY: manyAtOnce };
  const environment = { ...usual, ...(database && { DATABASE_URL: database.url }), ...settings };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  return {
    dataDir,
    command: async (work) => {
      const runtime = await openRuntime({ dataDir }, pino({ level: 'silent' }));
      try {
        return await work(runtime);
      } finally {
        await runtime.close();
      }
    },
    serve: () => serve(dataDir),
    remove: async () => {
      vi.unstubAllEnvs();
      await database?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function serve(dataDir: string): Promise<Program> {
  const lines: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const runtime = await openRuntime({ dataDir }, logger);
  const app = await createApp(runtime, runtime.features);
  watchReplies(app.server);
  await app.listen({ host: '127.0.0.1', port: 0 });
  let closed: Promise<void> | undefined;
  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    runtime,
    log: () => lines.join(''),
    close: () => {
      closed ??= app.close().then(runtime.close);
      return closed;
    },
  };
}
