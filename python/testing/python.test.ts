import { execFileSync, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conducted, refuses, says, startFakeProvider } from '../../apps/server/testing/fake-provider.ts';
// The harness gets PostgreSQL from there; these tests do not need it.
import type {} from '../../apps/server/testing/global-setup.ts';
import { type Service, startService } from '../../apps/server/testing/harness.ts';
import { findPython, testModules } from '../../scripts/python-interpreter.mjs';

const python = findPython(testModules);
const folder = fileURLToPath(new URL('..', import.meta.url));
const build = fileURLToPath(new URL('../../apps/server/scripts/build.mjs', import.meta.url));
const files = readdirSync(`${folder}testing`).filter((name) => /^test_.*\.py$/.test(name));

/** The files that check the types of what they read, which takes as long as all others together. */
const slow = ['test_readme.py'];
const fast = files.filter((name) => !slow.includes(name));

/** Runs Python in its folder; returns its output, and throws with it if it fails. */
function run(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(python ?? '', args, {
      cwd: folder,
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`python3 ${args.join(' ')} ended with ${code}:\n${output}`));
    });
  });
}

describe.skipIf(python === undefined)('the Python client', { timeout: 300_000 }, () => {
  let provider: Awaited<ReturnType<typeof startFakeProvider>>;
  let service: Service;
  let environment: Record<string, string>;

  beforeAll(async () => {
    execFileSync(process.execPath, [build, '--only', 'sqlite-worker,sqlite-scanner,vectors-worker'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    provider = await startFakeProvider();
    service = await startService('sqlite', { environment: provider.environment });
    environment = { PARLEY_TEST_BASE_URL: service.url, PARLEY_TEST_API_KEY: await (await service.person()).key() };
    for (const kind of ['sync', 'async']) playFor(kind);
  });
  afterAll(async () => {
    await service?.close();
    await provider?.close();
  });

  /** The models of test_real_server.py; each of the two clients has its own. */
  function playFor(kind: string) {
    provider.play(`lost-${kind}`, says(...'Fine, thänk you 👍.'));
    provider.play(`failing-${kind}`, refuses(400), says('Better.'));
    provider.play(`again-${kind}`, refuses(400), says('Better.'));
    // The test ends these replies when it is ready, by asking another model.
    for (const name of ['slow', 'left']) {
      const { play, begun, say, end } = conducted();
      provider.play(`${name}-${kind}`, play);
      void begun.then(() => say('Fine, '));
      provider.play(`end-${name}-${kind}`, (response, asked) => {
        say('thanks.');
        end();
        return says('Ended.')(response, asked);
      });
    }
  }

  /** Runs files of tests in one process; each of them must have tests, and none may be skipped. */
  async function expectPassing(names: readonly string[]): Promise<void> {
    const output = await run(['-m', 'pytest', ...names.map((name) => `testing/${name}`)], environment);
    for (const name of names) expect(output, name).toMatch(new RegExp(`^testing/${name} \\.+`, 'm'));
    // What is skipped there would be missed here.
    expect(output).toMatch(/\d+ passed/);
    expect(output).not.toMatch(/\d+ (skipped|xfailed|deselected)/);
  }

  it('does what its tests expect', () => expectPassing(fast));

  it('has examples that are right', { tags: 'nightly' }, () => expectPassing(slow));

  it('has types without a gap', { tags: 'nightly' }, async () => {
    expect(await run(['-m', 'mypy', '--no-incremental', '--cache-dir=/dev/null'])).toContain('Success');
  });
});
