import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const server = resolve(import.meta.dirname, '../apps/server');

/** A build that writes a program which prints its arguments. */
const build = `import { mkdirSync, writeFileSync } from 'node:fs';
export async function buildServer() {
  const dist = new URL('../dist/', import.meta.url);
  mkdirSync(dist, { recursive: true });
  writeFileSync(new URL('main.js', dist), "console.log('ran ' + process.argv.slice(2).join(' '))");
}`;

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'parley-bin-'));
  for (const folder of ['bin', 'src/features', 'scripts']) mkdirSync(join(home, folder), { recursive: true });
  for (const file of ['bin/parley.mjs', 'scripts/build-stale.mjs']) cpSync(join(server, file), join(home, file));
  writeFileSync(join(home, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(home, 'scripts/build.mjs'), build);
  writeFileSync(join(home, 'src/features/agents.ts'), '');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const parley = () => run(process.execPath, [join(home, 'bin/parley.mjs'), 'serve', '--json']);

/**
 * Moves the time of a file or folder to some seconds from now.
 * @param {string} path
 * @param {number} seconds
 */
function touch(path, seconds) {
  const time = Date.now() / 1000 + seconds;
  utimesSync(join(home, path), time, time);
}

describe('the parley command', () => {
  it('builds if there is no build, says so on standard error only, and runs with the arguments', async () => {
    expect(await parley()).toEqual({ stdout: 'ran serve --json\n', stderr: 'Building…\n' });
  });

  it('does not build again if no source is newer', async () => {
    await parley();
    touch('dist/main.js', 10);
    expect(await parley()).toEqual({ stdout: 'ran serve --json\n', stderr: '' });
  });

  it.each([
    ['a source changed', 'src/features/agents.ts'],
    ['a source was deleted from a folder', 'src/features'],
    ['the build itself changed', 'scripts/build.mjs'],
    ['a dependency changed', 'package.json'],
  ])('builds again if %s', async (_what, path) => {
    await parley();
    touch('dist/main.js', 10);
    touch(path, 20);
    expect((await parley()).stderr).toBe('Building…\n');
  });

  it('prints one line after the errors of a source that does not compile', async () => {
    const failing = "export async function buildServer() { throw Object.assign(new Error('x'), { errors: [] }); }";
    writeFileSync(join(home, 'scripts/build.mjs'), failing);
    await expect(parley()).rejects.toMatchObject({ code: 1, stderr: 'Building…\nThe build failed.\n' });
  });

  it('says what to install if the tools are missing', async () => {
    writeFileSync(join(home, 'scripts/build.mjs'), "import 'esbuild-that-is-not-there';");
    await expect(parley()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('run npm ci') });
  });

  it('says who has to build if the installation is read-only', async () => {
    await parley();
    touch('src/features/agents.ts', 20);
    // For every user, whatever the umask says.
    for (const { name, parentPath } of readdirSync(home, { recursive: true, withFileTypes: true }))
      chmodSync(join(parentPath, name), 0o555);
    chmodSync(home, 0o555);
    // The superuser may write everywhere.
    const unprivileged = process.getuid?.() === 0 ? { uid: 65534 } : {};
    const refused = run(process.execPath, [join(home, 'bin/parley.mjs'), 'serve'], unprivileged);
    const stderr = expect.stringMatching(
      /^The build \S+ is missing or older .* run npm run build as the owner[^\n]*\n$/,
    );
    await expect(refused).rejects.toMatchObject({ code: 1, stderr });
    for (const folder of ['bin', 'src/features', 'src', 'scripts', 'dist', '']) chmodSync(join(home, folder), 0o755);
  });

  it('never builds if it is installed without sources', async () => {
    await parley();
    rmSync(join(home, 'src'), { recursive: true });
    rmSync(join(home, 'scripts'), { recursive: true });
    expect(await parley()).toEqual({ stdout: 'ran serve --json\n', stderr: '' });
  });
});
