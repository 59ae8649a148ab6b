import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startRegistry } from './registry.ts';

const run = promisify(execFile);
const home = resolve(import.meta.dirname, '../../../..');

/** The native packages, which npm fetches; everything else is in the server's package. */
const native = ['@photostructure/sqlite', '@node-rs/argon2'];

/** The packed files and a machine without the repository: a home, a cache and a PATH of their own. */
export interface Machine {
  /** The paths of the packed files: the server's tarball, the client's, and the wheel if Python could build it. */
  readonly server: string;
  readonly sdk: string;
  readonly wheel: string | undefined;
  readonly environment: Readonly<Record<string, string>>;
  /** Creates an empty folder. */
  folder(name: string): string;
  /** Runs a program to its end, in a folder; returns its standard output. Rejects if it fails. */
  run(program: string, args: readonly string[], cwd: string): Promise<string>;
  close(): Promise<void>;
}

/** Packs the build into a folder, with SHA256SUMS. */
export async function packInto(folder: string): Promise<void> {
  await run(process.execPath, [join(home, 'scripts/pack.mjs'), '--stale', '--into', folder]);
}

/** Packs the build, and prepares a machine in a folder. The caller must close it. */
export async function prepareMachine(folder: string): Promise<Machine> {
  const [packages, tarballs] = [join(folder, 'packages'), join(folder, 'registry')];
  mkdirSync(tarballs);
  const [registry] = await Promise.all([startRegistry(native, tarballs), packInto(packages)]);
  const path = (pattern: RegExp) => {
    const name = readdirSync(packages).find((each) => pattern.test(each));
    return name === undefined ? undefined : join(packages, name);
  };
  const environment = {
    // Node, npm, and what the system has: nothing of the repository, and no NODE_PATH.
    PATH: [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
    HOME: folder,
    npm_config_registry: registry.url,
    npm_config_cache: join(folder, 'npm-cache'),
    npm_config_update_notifier: 'false',
    npm_config_yes: 'true',
  };
  return {
    server: path(/^parley-server-.*\.tgz$/) ?? '',
    sdk: path(/^parley-sdk-.*\.tgz$/) ?? '',
    wheel: path(/\.whl$/),
    environment,
    folder: (name) => {
      const made = join(folder, name);
      mkdirSync(made);
      return made;
    },
    run: async (program, args, cwd) => (await run(program, args, { cwd, env: environment })).stdout.trim(),
    close: registry.close,
  };
}

/** The output of `talk.mjs`. */
export interface Talked {
  readonly version: string;
  readonly email: string;
  readonly key: string;
  readonly reply: string;
  readonly streamed: string;
  /** The agents that a search found. */
  readonly total: number;
}

/** Signs up through the API as a new user would, then talks through the installed client. */
const talk = `import { Parley } from '@parley/sdk';
const [url, token, email] = process.argv.slice(2);
const post = async (path, body, cookie = '') => {
  const headers = { 'content-type': 'application/json', origin: url, cookie };
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
  return { data: (await response.json()).data, cookie: response.headers.getSetCookie()[0]?.split(';')[0] };
};
const { cookie } = await post('/api/setup', { token, email, name: 'Ada', password: 'correct horse battery staple' });
const made = await post('/api/api-keys', { name: 'test', scopes: ['workspace:admin'] }, cookie);
const key = made.data.key;
const client = new Parley({ apiKey: key, baseURL: url });
const agent = await client.agents.create({ name: 'Packed', model: 'fake/packed' });
const { reply } = await client.agents.chat(agent._id, { content: 'Hello' });
let streamed = '';
for await (const piece of client.agents.stream(agent._id, { content: 'Hello' }).text()) streamed += piece;
// A search runs in a process of its own.
const { total } = await client.agents.list({ q: 'pack', includeTotal: true });
const version = (await (await fetch(url + '/sdk/parley-sdk.json')).json()).data.version;
console.log(JSON.stringify({ version, email, key, reply: reply?.content, streamed, total }));
`;

/** Talks to a server from a folder in which the client is installed. `token` is that of the set-up link. */
export async function talkFrom(
  machine: Machine,
  { cwd, url, token }: { readonly cwd: string; readonly url: string; readonly token: string },
): Promise<Talked> {
  writeFileSync(join(cwd, 'talk.mjs'), talk);
  return JSON.parse(await machine.run(process.execPath, ['talk.mjs', url, token, 'ada@example.com'], cwd)) as Talked;
}
