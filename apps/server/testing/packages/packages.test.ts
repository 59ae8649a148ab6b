// @module-tag nightly
// @module-tag sql
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../databases/engines.ts';
import { hasRedis, startRedis } from '../databases/redis.ts';
import { emptyDatabase } from '../databases/temp-postgres.ts';
import { type Installed, parley, type RunningServer, startServer } from '../processes/program.ts';
import { type FakeProvider, startFakeProvider } from '../servers/fake-provider.ts';
import { type Machine, packInto, prepareMachine, type Talked, talkFrom } from './installation.ts';
import { interpreter, python } from './python.ts';

const run = promisify(execFile);

/** Max duration of packing and installing, in ms: npm alone may take minutes on a busy machine. */
const patience = 600_000;

const root = mkdtempSync(join(tmpdir(), 'parley-packages-'));
let machine: Machine;
let provider: FakeProvider;
let installed: Installed;
beforeAll(async () => {
  provider = await startFakeProvider();
  machine = await prepareMachine(root);
  const cwd = machine.folder('app');
  writeFileSync(join(cwd, 'package.json'), '{ "type": "module" }');
  await machine.run('npm', ['install', machine.server, machine.sdk], cwd);
  installed = { path: join(cwd, 'node_modules/.bin/parley'), cwd };
}, patience);
afterAll(async () => {
  await machine?.close();
  await provider?.close();
  rmSync(root, { recursive: true, force: true });
});

const tokenIn = (log: string) => /\/setup#token=(\S+)/.exec(log)?.[1] ?? '';

const startPacked = (dataDir: string, env: Readonly<Record<string, string>> = {}, serveWith: string[] = []) =>
  startServer(dataDir, {
    installed: { ...installed, serveWith },
    env: { ...machine.environment, ...provider.environment, ...env },
  });

const call = (args: readonly string[], input = '') =>
  parley(args, { installed, input, env: { ...machine.environment } });

/** The paths of all files that a tarball has. */
const filesIn = async (tarball: string) => (await run('tar', ['tzf', tarball])).stdout.trim().split('\n');

describe('the packed server', () => {
  it('has no sources, no tests and no path of this machine', async () => {
    const files = await filesIn(machine.server);
    expect(files.filter((file) => /\.tsx?$|\btest|\/src\/|\/scripts\/|\.packages\.json$|\.vite/.test(file))).toEqual(
      [],
    );
    expect(files).toEqual(expect.arrayContaining(['package/LICENSE', 'package/README.md', 'package/package.json']));
    const unpacked = machine.folder('unpacked');
    await run('tar', ['xzf', machine.server, '-C', unpacked]);
    const home = join(import.meta.dirname, '../../../..');
    // grep ends with 1 if it finds nothing.
    const args = ['-rlF', '-e', home, '-e', '"sourcesContent"', '-e', '.building-', join(unpacked, 'package')];
    await expect(run('grep', args)).rejects.toMatchObject({ code: 1, stdout: '' });
  });

  it(
    'has the same bytes when it is packed again',
    async () => {
      const again = join(root, 'again');
      const [sums] = await Promise.all([sumsIn(dirname(machine.server)), packInto(again)]);
      expect(sums.length).toBeGreaterThan(1);
      expect(await sumsIn(again)).toEqual(sums);
    },
    patience,
  );

  it('is installed with the native packages alone, and with the licences of all others', async () => {
    const modules = join(installed.cwd, 'node_modules');
    const names = readdirSync(modules).filter((name) => !name.startsWith('.'));
    expect(names.sort()).toEqual(['@node-rs', '@parley', '@photostructure', 'node-addon-api', 'node-gyp-build']);
    const notices = await machine.run('cat', [join(modules, '@parley/server/THIRD-PARTY-NOTICES')], installed.cwd);
    for (const name of [
      'fastify',
      'pg',
      'ioredis',
      'react',
      '@scalar/fastify-api-reference',
      '@fontsource-variable/inter',
    ]) {
      expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'));
    }
  });

  describe('serves', () => {
    let server: RunningServer;
    let talked: Talked;
    const dataDir = join(root, 'data');
    beforeAll(async () => {
      server = await startPacked(dataDir);
      talked = await talkFrom(machine, { cwd: installed.cwd, url: server.url, token: tokenIn(server.log()) });
    });

    it('a new user, who talks to an agent through the packed client', () => {
      expect(server.log()).toContain('Without a browser: parley user create');
      expect(talked).toMatchObject({ reply: 'Hello from packed.', streamed: 'Hello from packed.', total: 1 });
      expect(basename(machine.sdk)).toBe(`parley-sdk-${talked.version}.tgz`);
    });

    it('the dashboard with all its assets', async () => {
      const page = await (await fetch(`${server.url}/agents`)).text();
      const assets = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
      expect(assets.length).toBeGreaterThan(1);
      for (const path of assets) {
        const { status, headers } = await fetch(server.url + path);
        expect([path, status, headers.get('content-type')]).toEqual([
          path,
          200,
          expect.stringMatching(/javascript|css|svg|font\/woff2/),
        ]);
      }
    });

    it('the API page with its script, and the client byte for byte as it is packed', async () => {
      const page = await (await fetch(`${server.url}/docs`)).text();
      const script = await fetch(server.url + (/src="([^"]+)"/.exec(page)?.[1] ?? ''));
      expect(script.status).toBe(200);
      expect((await script.text()).length).toBeGreaterThan(1e6);
      const { stdout } = await run('cmp', [machine.sdk, await download(`${server.url}/sdk/parley-sdk.tgz`)]);
      expect(stdout).toBe('');
    });

    it.skipIf(interpreter === undefined)(
      'the packed Python client (with Python, venv and httpx)',
      async ({ skip }) => {
        const { wheel } = machine;
        if (wheel === undefined) return skip('the wheel could not be built here');
        const printed = await python({ machine, wheel, url: server.url, key: talked.key });
        expect(printed).toEqual({ reply: 'Hello from packed.', streamed: 'Hello from packed.' });
      },
      patience,
    );

    it('beside the commands of the operator, and stops by SIGTERM', async () => {
      const folder = ['--data-dir', dataDir];
      expect(await call(['backup', 'whole.backup', ...folder])).toMatchObject({ code: 0 });
      expect(existsSync(join(installed.cwd, 'whole.backup'))).toBe(true);
      expect(await call(['doctor', ...folder])).toMatchObject({ code: 0 });
      const listed = await call(['user', 'list', '--json', ...folder]);
      expect(listed.stdout).toContain(talked.email);
      expect(await server.stop()).toBe(0);
      expect(await call(['restore', 'whole.backup', ...folder])).toMatchObject({ code: 0 });
    });
  });

  it('fills a new instance with the example', async () => {
    const dataDir = join(root, 'demo');
    expect(await call(['demo', '--password-stdin', '--data-dir', dataDir], 'correct horse battery')).toMatchObject({
      code: 0,
    });
  });

  it.skipIf(!engines.includes('postgres') || !hasRedis)('runs two workers on PostgreSQL with Redis', async () => {
    const database = await emptyDatabase();
    const redis = await startRedis();
    try {
      const env = { DATABASE_URL: database.url, REDIS_URL: redis.url };
      const dataDir = join(root, 'shared');
      const server = await startPacked(dataDir, env, ['--workers', '2']);
      expect(await (await fetch(`${server.url}/readyz`)).json()).toMatchObject({ success: true });
      const token = tokenIn(server.log());
      const talked = await talkFrom(machine, { cwd: installed.cwd, url: server.url, token });
      expect(talked.streamed).toBe('Hello from packed.');
      expect(await server.stop()).toBe(0);
    } finally {
      await redis.close();
      await database.drop();
    }
  });

  it(
    'runs from the file by npx, and installed globally',
    async () => {
      const cwd = machine.folder('elsewhere');
      const version = /parley-server-(.*)\.tgz/.exec(machine.server)?.[1];
      expect(await machine.run('npx', [relative(cwd, machine.server), '--version'], cwd)).toBe(version);
      const prefix = machine.folder('global');
      await machine.run('npm', ['install', '--global', '--prefix', prefix, machine.server], cwd);
      expect(await machine.run(join(prefix, 'bin/parley'), ['--version'], cwd)).toBe(version);
    },
    patience,
  );
});

/** The lines of SHA256SUMS. */
const sumsIn = async (folder: string) => (await readFile(join(folder, 'SHA256SUMS'), 'utf8')).trim().split('\n');

/** Downloads a file; returns where it is. */
async function download(url: string): Promise<string> {
  const file = join(root, 'downloaded');
  writeFileSync(file, Buffer.from(await (await fetch(url)).arrayBuffer()));
  return file;
}
