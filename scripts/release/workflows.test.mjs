// @module-tag pure
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';

const home = resolve(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));

/**
 * Reads a YAML file of the repository. A repeated key or a wrong indentation fails the test.
 * @param {string} file
 */
function read(file) {
  const document = parseDocument(readFileSync(join(home, file), 'utf8'), { strict: true, uniqueKeys: true });
  expect([file, ...document.errors, ...document.warnings]).toEqual([file]);
  return document.toJS();
}

/** Names in a command line that must exist here: npm's scripts, Node's files and own programs. @param {string} line */
const namedIn = (line) => [
  ...[...line.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => ({ name, exists: name in scripts })),
  ...[...line.matchAll(/\bnode (\S+\.mjs)/g)].map(([, name = '']) => ({ name, exists: existsSync(join(home, name)) })),
  ...[...line.matchAll(/^(\.\S+)/gm)].map(([name]) => ({ name, exists: isProgram(name) })),
];

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(join(home, file), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

describe.each(readdirSync(join(home, '.github/workflows')))('the workflow %s', (name) => {
  const { jobs, permissions } = read(`.github/workflows/${name}`);
  /** @type {any[]} */
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  it('runs what exists', () => {
    const named = steps.flatMap(({ run = '' }) => namedIn(run));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(({ exists }) => !exists)).toEqual([]);
  });

  it('pins each action by a commit, with its version beside it', () => {
    const text = readFileSync(join(home, '.github/workflows', name), 'utf8');
    const lines = text.split('\n').filter((line) => /\buses:/.test(line));
    expect(lines.length).toBe(steps.filter(({ uses }) => uses !== undefined).length);
    expect(lines.filter((line) => !/uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
    const pins = new Set(lines.map((line) => line.replace(/.*uses: /, '')));
    expect(new Set([...pins].map((pin) => pin.split('@')[0])).size).toBe(pins.size);
  });

  it('has few rights, an end, and known needs', () => {
    expect(permissions).toEqual({ contents: 'read' });
    for (const [id, job] of Object.entries(jobs)) {
      expect([id, job['timeout-minutes']]).toEqual([id, expect.any(Number)]);
      for (const need of [job.needs ?? []].flat()) expect(Object.keys(jobs)).toContain(need);
    }
  });

  it('puts nothing of an event into a command', () => {
    expect(steps.filter(({ run = '' }) => run.includes('${{'))).toEqual([]);
  });
});

describe('the files in deploy', () => {
  it.each(['compose.yaml', 'compose.single.yaml'])('%s builds the package, and defines what it uses', (name) => {
    const { services, volumes, secrets = {} } = read(`deploy/${name}`);
    const { build, cap_drop: dropped } = services.parley;
    expect([existsSync(join(home, build.dockerfile)), build.context, dropped]).toEqual([true, '..', ['ALL']]);
    for (const service of Object.values(services)) {
      const named = (service.volumes ?? []).map((/** @type {string} */ each) => each.split(':')[0]);
      for (const each of named.filter((/** @type {string} */ volume) => !volume.startsWith('.'))) {
        expect(Object.keys(volumes)).toContain(each);
      }
      for (const secret of service.secrets ?? []) expect(Object.keys(secrets)).toContain(secret);
    }
  });

  it('the unit starts the command that the package installs', () => {
    const unit = readFileSync(join(home, 'deploy/parley.service'), 'utf8');
    const { bin } = JSON.parse(readFileSync(join(home, 'apps/server/package.json'), 'utf8'));
    const [, prefix, command = ''] = /^ExecStart=(\S+)\/bin\/(\S+) serve$/m.exec(unit) ?? [];
    expect(Object.keys(bin)).toContain(command);
    expect(unit).toContain(`npm install --global --prefix ${prefix} `);
    expect(unit).not.toMatch(/npm ci|npm run build|\.mjs/);
  });
});
