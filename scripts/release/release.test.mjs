import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync, verify } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifiedSums } from './packages.mjs';
import { preAuthentication, provenanceOf, signed } from './provenance.mjs';
import { release } from './steps.mjs';
import { releasedChangelog, unreleasedEntries, versionedFiles, versionsIn } from './versions.mjs';

const repository = resolve(import.meta.dirname, '../..');
const root = mkdtempSync(join(tmpdir(), 'parley-release-'));
afterAll(() => rmSync(root, { recursive: true }));

/** The version of the sources, from which a release starts. */
const current = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')).version;
const [major] = current.split('.');
const next = `${major}.900.0`;

let home = '';
/** @param {string[]} args */
const git = (...args) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
    cwd: home,
    encoding: 'utf8',
  }).trim();
/** @param {string} file */
const read = (file) => readFileSync(join(home, file), 'utf8');
/** @type {string[]} */
let lines = [];

/** Packs small files in place of the real ones, which take a minute. @param {string} version @param {string} folder */
function pack(version, folder) {
  const names = ['-server', '-sdk', '-react'].map((name) => `parley${name}-${version}.tgz`);
  const sums = [...names, `parley-${version}-py3-none-any.whl`, `parley-${version}.tar.gz`].map((name) => {
    writeFileSync(join(folder, name), name);
    return `${createHash('sha256').update(name).digest('hex')}  ${name}\n`;
  });
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
}

/** @param {Partial<import('./steps.mjs').Release>} [options] */
const make = ({ version = next, ...options } = {}) =>
  release({
    ...{ home, version, isDry: false, key: undefined },
    now: () => new Date('2027-01-31T23:00:00Z'),
    log: (line) => lines.push(line),
    contents: () => ({ '@parley/sdk': 'h1', '@parley/react': 'h2', parley: 'h3' }),
    pack: (folder) => pack(version, folder),
    ...options,
  });

/** The text of a file that a release changes, without what is large in it and has no version. @param {string} file */
function shortened(file) {
  const text = readFileSync(join(repository, file), 'utf8');
  if (file === 'openapi.json') return text.slice(0, 1_000);
  if (file !== 'package-lock.json') return text;
  const lock = JSON.parse(text);
  const kept = Object.entries(lock.packages).filter(
    ([path]) => !path.includes('node_modules/') || /fastify$/.test(path),
  );
  return `${JSON.stringify({ ...lock, packages: Object.fromEntries(kept) }, null, 2)}\n`;
}

/** A repository with those files of this one that a release changes. */
const template = join(root, 'template');
beforeAll(() => {
  home = template;
  for (const file of versionedFiles(repository)) {
    mkdirSync(dirname(join(home, file)), { recursive: true });
    writeFileSync(join(home, file), shortened(file));
  }
  mkdirSync(join(home, 'scripts/release'), { recursive: true });
  writeFileSync(join(home, 'scripts/release/released.json'), '{ "version": null, "content": {} }\n');
  writeFileSync(join(home, 'CHANGELOG.md'), '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n');
  writeFileSync(join(home, '.gitignore'), '/release/\n');
  git('init', '--quiet', '--initial-branch', 'main', '--template', '');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.com');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Start');
});
beforeEach(() => {
  lines = [];
  home = mkdtempSync(join(root, 'clone-'));
  cpSync(template, home, { recursive: true });
});

describe('a release', () => {
  it('has its version everywhere, its changelog, its files with sums and provenance, a commit and a tag', () => {
    make();
    expect(read('CHANGELOG.md')).toBe(
      `# Changelog\n\n## [Unreleased]\n\n## [${next}] - 2027-01-31\n\n### Added\n\n- A thing.\n`,
    );
    for (const file of versionedFiles(home))
      expect([file, read(file).includes(`"${next}"`) || read(file).includes(`'${next}'`)]).toEqual([file, true]);
    const lock = JSON.parse(read('package-lock.json'));
    const own = Object.entries(lock.packages).filter(([path]) => !path.includes('node_modules/'));
    expect(own.filter(([, { version }]) => version !== next)).toEqual([]);
    expect(lock.packages['apps/dashboard'].dependencies['@parley/sdk']).toBe(next);
    expect(lock.packages['node_modules/fastify'].version).not.toBe(next);
    expect(JSON.parse(read('scripts/release/released.json'))).toMatchObject({
      version: next,
      content: { parley: 'h3' },
    });
    expect([git('status', '--porcelain'), git('log', '-1', '--format=%s'), git('tag', '--points-at', 'HEAD')]).toEqual([
      '',
      `Release ${next}`,
      `v${next}`,
    ]);
    const statement = JSON.parse(read('release/provenance.json'));
    const sums = verifiedSums(join(home, 'release'), next);
    expect(statement.subject.map((/** @type {any} */ each) => [each.name, each.digest.sha256])).toEqual([...sums]);
    expect(statement.predicate.buildDefinition.resolvedDependencies[0].digest.gitCommit).toBe(git('rev-parse', 'HEAD'));
    expect(existsSync(join(home, 'release/provenance.dsse.json'))).toBe(false);
    expect(lines.join('\n')).toContain('The statement of provenance is unsigned');
  });

  it('is made once; the next one needs entries and a higher version', () => {
    make();
    git('tag', '--delete', `v${next}`);
    expect(() => make()).toThrow(`${next} is committed without its tag: git tag --annotate v${next}`);
    git('tag', `v${next}`);
    expect(() => make()).toThrow(
      `${next} is not above the last release, ${next}.\nCHANGELOG.md has no entry under [Unreleased].`,
    );
    writeFileSync(
      join(home, 'CHANGELOG.md'),
      read('CHANGELOG.md').replace('[Unreleased]\n', '[Unreleased]\n\n- More.\n'),
    );
    git('commit', '--quiet', '--all', '--message', 'More');
    make({ version: `${major}.900.1` });
    expect(versionsIn(read('CHANGELOG.md'))).toEqual([`${major}.900.1`, next]);
    expect(git('tag', '--list').split('\n')).toHaveLength(2);
  });

  it('is refused without a version above the last one', () => {
    git('tag', `v${major}.901.0`);
    expect(() => make({ version: '0.0.9' })).toThrow(`0.0.9 is below the version of the sources, ${current}.`);
    expect(() => make()).toThrow(`${next} is not above the last release, ${major}.901.0.`);
    for (const version of ['1.02.3', '2.0.0-rc.1']) {
      expect(() => make({ version })).toThrow(`${version} is not a version such as 1.2.3.`);
    }
    expect([git('status', '--porcelain'), git('log', '--format=%s')]).toEqual(['', 'Start']);
  });

  it('is refused on a branch, with changes, and without entries, with every reason', () => {
    git('switch', '--quiet', '--create', 'topic');
    writeFileSync(join(home, 'CHANGELOG.md'), '# Changelog\n\n## [Unreleased]\n\n### Added\n');
    writeFileSync(join(home, 'new.txt'), '');
    expect(() => make()).toThrow(
      'A release is made on main, not on topic.\n' +
        'The checkout has changes: commit or remove CHANGELOG.md, new.txt.\n' +
        'CHANGELOG.md has no entry under [Unreleased].',
    );
    expect([git('log', '--format=%s'), git('tag')]).toEqual(['Start', '']);
    expect(read('package.json')).toContain(`"${current}"`);
  });

  it('leaves the checkout as it was if a build fails', () => {
    const fail = () => {
      throw new Error('does not compile');
    };
    expect(() => make({ contents: fail })).toThrow('does not compile');
    expect(() => make({ pack: fail })).toThrow('does not compile');
    expect(() => make({ pack: (folder) => pack(`${current}-dev.h1`, folder) })).toThrow(
      `parley-sdk-${next}.tgz is missing.`,
    );
    expect([git('status', '--porcelain'), git('log', '--format=%s'), git('tag')]).toEqual(['', 'Start', '']);
    make();
    expect(git('tag')).toBe(`v${next}`);
  });

  it('says all of it and writes nothing as a dry run', () => {
    make({ isDry: true, pack: () => expect.unreachable(), contents: () => expect.unreachable() });
    expect([git('status', '--porcelain', '--ignored'), git('log', '--format=%s'), git('tag')]).toEqual([
      '',
      'Start',
      '',
    ]);
    expect(lines[0]).toBe(
      `Would move 1 entries of CHANGELOG.md to ${next}, and change ${versionedFiles(home).length + 2} files:`,
    );
    expect(lines.slice(1, -2).map((line) => line.trim())).toEqual([
      'CHANGELOG.md',
      'scripts/release/released.json',
      ...versionedFiles(home),
    ]);
  });
});

it('the changelog of this repository has a place for a release', () => {
  const changelog = readFileSync(join(repository, 'CHANGELOG.md'), 'utf8');
  const moved = releasedChangelog(changelog, { version: next, date: '2027-01-31' });
  expect(versionsIn(moved)).toEqual([next, ...versionsIn(changelog)]);
  expect(unreleasedEntries(moved)).toBe('');
});

it('a statement of provenance is signed with a key, as DSSE', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const sums = new Map([['parley-1.0.0.tar.gz', 'ab'.repeat(32)]]);
  const build = { version: '1.0.0', commit: 'cd'.repeat(20), source: 'https://example.com/parley', sums };
  const statement = provenanceOf({ ...build, finished: new Date(0) });
  const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const { payload, signatures } = signed(statement, pem);
  const bytes = Buffer.from(payload, 'base64');
  expect(verify(null, preAuthentication(bytes), publicKey, Buffer.from(signatures[0]?.sig ?? '', 'base64'))).toBe(true);
  expect(JSON.parse(String(bytes))).toEqual(statement);
  const { privateKey: other } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  expect(() => signed(statement, String(other.export({ type: 'pkcs8', format: 'pem' })))).toThrow(
    'The key is ec, not ed25519.',
  );
});
