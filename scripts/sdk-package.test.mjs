import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { buildSdk, packSdk } from '../packages/sdk/scripts/build.mjs';

const run = promisify(execFile);
const dist = resolve(import.meta.dirname, '../packages/sdk/dist');

it('the client is packed to the same bytes each time, and without an earlier package', async () => {
  if (!existsSync(join(dist, 'parley-sdk.json'))) await buildSdk();
  const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'parley-pack-')));
  try {
    const facts = await Promise.all(folders.map((folder) => packSdk(folder)));
    expect(facts[0]).toEqual(facts[1]);
    expect(facts[0]?.integrity).toMatch(/^sha512-[\w+/]{86}==$/);
    const [bytes, others] = folders.map((folder) => readFileSync(join(folder, facts[0]?.file ?? '')));
    expect(bytes?.equals(others ?? Buffer.of())).toBe(true);
    const { stdout } = await run('tar', ['tzf', join(folders[0] ?? '', facts[0]?.file ?? '')]);
    expect(stdout).toContain('package/dist/index.js\n');
    expect(stdout).not.toMatch(/\.tgz|parley-sdk/);
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true });
  }
});
