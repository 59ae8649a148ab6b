import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { connect } from '../../src/storage/postgres/driver.ts';
import { freePort } from '../processes/programs.ts';
import { postgresOwner, postgresPrograms } from './postgres-programs.ts';

/** Max time until the server accepts connections, in milliseconds. */
const startTimeout = 30_000;

/** The password of one of the cluster's users. */
export const guarded = { user: 'guarded', password: 'a password that is right' } as const;

/** The signal that stops a server: SIGINT closes every connection and shuts down cleanly, SIGQUIT crashes it. */
export type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGQUIT';

/** A temporary local PostgreSQL cluster on the loopback, with fsync on and its data in a temporary folder. */
export interface Cluster {
  /** The URL of a database on it, as its owner, who needs no password; user `guarded` needs one. */
  url(database: string): string;
  start(): Promise<void>;
  stop(signal?: StopSignal): Promise<void>;
  /** Stops it and removes its data. */
  close(): Promise<void>;
}

/** Creates and starts a cluster, with settings such as `fsync=off`; undefined if PostgreSQL isn't installed. */
export async function startCluster(settings: readonly string[] = []): Promise<Cluster | undefined> {
  const programs = postgresPrograms();
  if (programs === undefined) return undefined;
  const owner = postgresOwner();
  const folder = await mkdtemp(join(tmpdir(), 'parley-postgres-'));
  if (owner !== undefined) await chown(folder, owner.uid, owner.gid);
  await chmod(folder, 0o700);
  const data = join(folder, 'data');
  const flags = ['--username=parley', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  await promisify(execFile)(join(programs, 'initdb'), ['-D', data, ...flags], { ...owner, cwd: folder });
  const access = [`host all ${guarded.user} all scram-sha-256`, 'host all all 127.0.0.1/32 trust', ''];
  await writeFile(join(data, 'pg_hba.conf'), access.join('\n'));
  const port = await freePort();
  const options = [
    ...['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${folder}`],
    ...['max_connections=300', 'shared_buffers=64MB', ...settings],
  ].flatMap((setting) => ['-c', setting]);
  const url = (database: string) => `postgres://parley@127.0.0.1:${port}/${database}`;
  let server: ChildProcess | undefined;
  const cluster: Cluster = {
    url,
    start: async () => {
      const log = await open(join(folder, 'log'), 'a');
      // The shell stops the server however this process ends, because its standard input closes then.
      const command = ['-c', watched, 'sh', join(programs, 'postgres'), '-D', data, ...options];
      server = spawn('/bin/sh', command, { ...owner, cwd: folder, stdio: ['pipe', log.fd, log.fd] });
      await log.close();
      await accepting(url('postgres'), server, join(folder, 'log'));
    },
    stop: async (signal = 'SIGINT') => {
      if (server === undefined) return;
      const ended = once(server, 'close');
      const pid = Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n', 1)[0]);
      process.kill(pid, signal);
      await ended;
      server = undefined;
    },
    close: async () => {
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await cluster.start();
  const admin = await connectTo(url('postgres'));
  await admin.command(`create user ${guarded.user} password '${guarded.password}'`);
  await admin.close();
  return cluster;
}

/** Runs a program, and interrupts it when standard input ends. */
const watched = `
exec 3<&0
"$@" 3<&- </dev/null &
server=$!
(cat <&3 >/dev/null; kill -INT "$server") 2>/dev/null &
wait "$server"
status=$?
kill $! 2>/dev/null
exit "$status"`;

/** A connection for a test's own statements; the caller must close it. */
export const connectTo = (url: string) =>
  connect({ url, connectTimeout: 3_000, statementTimeout: 60_000, idleInTransactionTimeout: 60_000 }, () => {});

/** Creates a database on a server, as a copy of `template` if given. */
export async function makeDatabase(admin: string, template?: string): Promise<TestDatabase> {
  const name = `parley_test_${randomBytes(6).toString('hex')}`;
  const url = new URL(admin);
  url.pathname = `/${name}`;
  const source = template === undefined ? 'template0' : template;
  await run(admin, `create database ${name} template ${source} encoding 'UTF8'`);
  return { url: url.href, name, drop: () => run(admin, `drop database ${name} with (force)`) };
}

/** A database for one test. */
export interface TestDatabase {
  readonly url: string;
  readonly name: string;
  drop(): Promise<void>;
}

async function run(url: string, sql: string): Promise<void> {
  const connection = await connectTo(url);
  await connection.command(sql).finally(connection.close);
}

async function accepting(url: string, server: ChildProcess, log: string): Promise<void> {
  const deadline = performance.now() + startTimeout;
  for (;;) {
    try {
      const connection = await connectTo(url);
      return await connection.close();
    } catch (error) {
      if (server.exitCode !== null || performance.now() > deadline) {
        throw new Error(`PostgreSQL did not start: ${await readFile(log, 'utf8')}`, { cause: error });
      }
      await sleep(20);
    }
  }
}
