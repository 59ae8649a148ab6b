import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Parley } from '@parley/sdk';

const command = resolve(import.meta.dirname, '../../../server/bin/parley.mjs');

/** Max duration of a start, including builds, in ms. */
const startTimeout = 90_000;

/** A real server with the built dashboard and its own data folder, started by the real command. */
export interface Server {
  readonly url: string;
  /** Its data folder. */
  readonly folder: string;
  /** The set-up link that it printed. */
  readonly setupLink: string;
  /** Stops it with SIGTERM; it can be restarted on the same port. */
  stop(): Promise<void>;
  /** Ends it with SIGKILL; it can be restarted on the same port. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Stops it and deletes its data. */
  close(): Promise<void>;
}

/** Starts a server. The caller must close it. */
export async function startServer(environment: Readonly<Record<string, string>> = {}): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-dashboard-'));
  const port = await freePort();
  let child = spawnServer(folder, environment, port);
  const { url, setupLink } = await announced(child);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((done) => child.once('exit', done));
    child.kill(signal);
    await ended;
  };
  const stop = () => end('SIGTERM');
  return {
    url,
    folder,
    setupLink,
    stop,
    kill: () => end('SIGKILL'),
    restart: async () => {
      child = spawnServer(folder, environment, port);
      await announced(child);
    },
    close: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A free port. The server's links carry its port, so the server can't choose one itself. */
function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

function spawnServer(folder: string, environment: Readonly<Record<string, string>>, port: number): ChildProcess {
  return spawn(process.execPath, [command, 'serve', '--data-dir', folder], {
    env: { ...process.env, LOG_LEVEL: 'error', PORT: String(port), ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

function announced(child: ChildProcess): Promise<{ url: string; setupLink: string }> {
  return new Promise((done, fail) => {
    let printed = '';
    const timer = setTimeout(() => {
      child.kill();
      fail(new Error(`The server did not start: ${printed}`));
    }, startTimeout);
    child.once('exit', () => fail(new Error(`The server ended: ${printed}`)));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const url = /is ready at (\S+)\n/.exec(printed)?.[1];
      if (url === undefined) return;
      const setupLink = /^ {2}(\S+\/setup#token=\S+)$/m.exec(printed)?.[1] ?? '';
      if (setupLink === '' && printed.includes('It has no owner yet')) return;
      clearTimeout(timer);
      done({ url, setupLink });
    });
  });
}

/** A signed-in client apart from the browser: another user, or the same one elsewhere. */
export async function signIn(url: string, email: string, password: string): Promise<Parley> {
  const client = sessionClient(url);
  await client.sessions.create({ email, password });
  return client;
}

/** A client that keeps cookies and sends the origin, as a browser does. */
export function sessionClient(url: string): Parley {
  let cookie = '';
  const withCookie = async (input: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    if (cookie !== '') headers.set('cookie', cookie);
    headers.set('origin', url);
    const response = await fetch(input, { ...init, headers });
    for (const line of response.headers.getSetCookie()) cookie = line.split(';', 1)[0] ?? '';
    return response;
  };
  return new Parley({ baseURL: url, session: true, fetch: withCookie, maxRetries: 0 });
}
