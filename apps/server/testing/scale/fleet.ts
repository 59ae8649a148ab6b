import { join } from 'node:path';
import { password } from '../harness.ts';
import { type Environment, parley, type RunningServer, startServer } from '../processes/program.ts';
import { jsonOf, openWire, type Wire } from '../processes/wire.ts';
import { signIn } from '../request.ts';

/** Processes that share one database and nothing else on this machine, not even a folder. */
export interface Fleet {
  readonly servers: readonly RunningServer[];
  /** A connection to each server, in order. */
  readonly wires: readonly Wire[];
  /** Creates a person with an account, and a key with every scope. */
  own(email?: string): Promise<Owned>;
  close(): void;
}

/** The objects of a person. */
export interface Owned {
  /** The header that carries a key with every scope. */
  readonly headers: { readonly authorization: string };
  /** Creates another key, as the dashboard does. */
  makeKey(): Promise<{ readonly id: string; readonly headers: { readonly authorization: string } }>;
}

/** The options of a fleet. */
export interface FleetSettings {
  readonly databaseUrl: string;
  /** A separate folder for a test file. */
  readonly folder: string;
  readonly count: number;
  readonly env?: Environment;
}

/**
 * Starts several servers at the same time on a database, which may be empty; the caller must close their connections.
 */
export async function startFleet({ databaseUrl, folder, count, env: more = {} }: FleetSettings): Promise<Fleet> {
  const env = {
    DATABASE_URL: databaseUrl,
    PARLEY_KEY_PEPPER: 'a pepper that all of the processes share',
    // Limits that no test reaches unless it sets others.
    PARLEY_PLAN_LIMITS: 'free=9999999',
    PARLEY_DATABASE_CONNECTIONS: '6',
    LOG_LEVEL: 'info',
    ...more,
  };
  const starting = Array.from({ length: count }, (_, number) => startServer(join(folder, `server-${number}`), { env }));
  const servers = await Promise.all(starting);
  const wires = servers.map(({ url }) => openWire(url));
  const [first] = servers;
  if (first === undefined) throw new Error('A fleet has at least one server.');
  const own = async (email = 'owner@example.com'): Promise<Owned> => {
    const call = async (...args: readonly string[]) => {
      const words = [...args, '--data-dir', join(folder, 'commands')];
      const { code, stdout, stderr } = await parley(words, { env, input: `${password}\n` });
      if (code !== 0) throw new Error(`parley ${words.join(' ')} ended with ${code}: ${stderr}`);
      return stdout.trim();
    };
    await call('user', 'create', '--email', email, '--password-stdin');
    const key = await call('key', 'create', '--email', email, '--name', 'test', '--scopes', 'workspace:admin');
    const session = await signIn(first.url, email);
    const makeKey = async () => {
      const body = { name: 'test', scopes: ['agents:read'] };
      const reply = await wires[0]?.send({ method: 'POST', path: '/api/api-keys', headers: session, body });
      if (reply?.status !== 201) throw new Error(`A key could not be made: ${reply?.text}`);
      const made = jsonOf(reply)['data'] as { readonly _id: string; readonly key: string };
      return { id: made._id, headers: { authorization: `Bearer ${made.key}` } };
    };
    return { headers: { authorization: `Bearer ${key}` }, makeKey };
  };
  const close = () => {
    for (const wire of wires) wire.close();
  };
  return { servers, wires, own, close };
}

/** True if a process has ended; `RunningServer.ended` can only be awaited. */
export const isOver = ({ ended }: RunningServer): Promise<boolean> =>
  Promise.race([ended.then(() => true), new Promise<false>((resolve) => setTimeout(resolve, 0, false))]);
