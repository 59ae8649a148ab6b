import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type Server, start } from './processes.ts';

/** Path of a build: this checkout, unless another one is measured beside it. */
const here = '.';

/** A data folder with one person and a key. */
export interface Installed {
  readonly dataDir: string;
  readonly key: string;
  readonly workspace: string;
  /** The agents that were created. */
  readonly ids: string[];
}

/** Settings of a server, and the checkout whose build it runs. */
export interface BuildOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly checkout?: string;
  /** The cores of the server; the first one unless set. */
  readonly cores?: string;
}

/** Creates a person and a key with the scopes through the command line. */
export function install(dataDir: string, scopes: string, { env = {}, checkout = here }: BuildOptions = {}): Installed {
  const options = { encoding: 'utf8', env: { ...process.env, ...env } } as const;
  const parley = join(checkout, 'apps/server/bin/parley.mjs');
  const run = (...args: string[]) => execFileSync(process.execPath, [parley, ...args, '--data-dir', dataDir], options);
  const email = 'bench@example.com';
  const made = JSON.parse(run('user', 'create', '--email', email, '--json')) as { workspace: { _id: string } };
  const key = run('key', 'create', '--email', email, '--name', 'bench', '--scopes', scopes).trim();
  return { dataDir, key, workspace: made.workspace._id, ids: [] };
}

/** Plans that never limit. */
export const unlimited = {
  PARLEY_PLAN_LIMITS: 'free=9000000,pro=9000000,business=9000000',
  PARLEY_PLAN_CONCURRENCY: 'replies:free=1000000;streams:free=1000000;exports:free=1000000',
} as const;

/** Starts the built server on a data folder, with plans that never limit. */
export const startParley = (
  dataDir: string,
  { env = {}, checkout = here, cores }: BuildOptions = {},
): Promise<Server> =>
  start('parley', {
    ...(cores !== undefined && { cores }),
    args: [join(checkout, 'apps/server/dist/main.js'), 'serve', '--data-dir', dataDir],
    env: {
      ...unlimited,
      LOG_LEVEL: 'error',
      ...env,
    },
    path: '/readyz',
  });
