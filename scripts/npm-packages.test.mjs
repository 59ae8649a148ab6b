// @module-tag nightly
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packPackage } from './pack/package.mjs';

const run = promisify(execFile);
const programs = resolve(import.meta.dirname, 'checks/node_modules/.bin');

describe.each([
  { which: 'sdk', least: 50, packages: [], ignored: [] },
  // It has no CommonJS: `require` of the supported versions of Node.js loads ES modules.
  { which: 'react', least: 10, packages: ['react'], ignored: ['--ignore-rules', 'cjs-resolves-to-esm'] },
])('the packed $which', ({ which, least, packages, ignored }) => {
  const home = resolve(import.meta.dirname, '../packages', which);
  const folder = mkdtempSync(join(tmpdir(), 'parley-pack-'));
  /** @type {Awaited<ReturnType<typeof packPackage>>} */
  let facts;
  let tarball = '';
  beforeAll(async () => {
    facts = await packPackage(home, folder);
    tarball = join(folder, facts.file);
    await run('tar', ['xzf', tarball, '-C', folder]);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('has the same bytes each time, and no earlier package', async () => {
    const again = mkdtempSync(join(tmpdir(), 'parley-pack-'));
    try {
      expect(await packPackage(home, again)).toEqual(facts);
      expect(readFileSync(join(again, facts.file)).equals(readFileSync(tarball))).toBe(true);
    } finally {
      rmSync(again, { recursive: true });
    }
    expect(facts.integrity).toMatch(/^sha512-[\w+/]{86}==$/);
    const { stdout } = await run('tar', ['tzf', tarball]);
    expect(stdout).toContain('package/dist/index.js\n');
    expect(stdout).not.toMatch(/\.tgz|parley-(?:sdk|react)/);
  });

  it('is well formed for bundlers and Node, by publint', async () => {
    expect((await run(join(programs, 'publint'), [tarball, '--strict'])).stdout).toContain('All good!');
  });

  it('has types in every way of resolution, also that of node10, by attw', async () => {
    const { stdout } = await run(join(programs, 'attw'), [
      tarball,
      '--format',
      'json',
      '--profile',
      'strict',
      ...ignored,
    ]);
    expect(JSON.parse(stdout).analysis.types).toEqual({ kind: 'included' });
  });

  it('imports its own files by their whole names, as Deno and browsers need it, and only its peers besides', () => {
    const files = readdirSync(join(folder, 'package/dist'), { recursive: true, encoding: 'utf8' });
    const modules = files.filter((file) => /\.(js|d\.ts)$/.test(file));
    expect(modules.length).toBeGreaterThanOrEqual(least);
    const others = modules.flatMap((file) => {
      const text = readFileSync(join(folder, 'package/dist', file), 'utf8');
      const { importedFiles, typeReferenceDirectives } = ts.preProcessFile(text, true, true);
      return [...importedFiles, ...typeReferenceDirectives].flatMap(({ fileName }) =>
        /^\.\.?\/.*\.js$/.test(fileName) || packages.includes(fileName) ? [] : [`${file} imports ${fileName}`],
      );
    });
    expect(others).toEqual([]);
  });
});
