/** The steps of a release. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';
import { verifiedSums } from './packages.mjs';
import { provenanceOf, signed } from './provenance.mjs';
import { releasedChangelog, unreleasedEntries, versionedFiles, versionsIn, withVersion } from './versions.mjs';

/**
 * @import { Released } from '../pack/version.mjs'
 * @typedef {object} Release
 * @property {string} home the repository
 * @property {string} version
 * @property {boolean} isDry true to print the steps and write nothing
 * @property {string | undefined} key an Ed25519 key as PEM, to sign the statement
 * @property {() => Date} now
 * @property {(line: string) => void} log
 * @property {() => Record<string, string>} contents builds the clients; returns the hashes of their content, by package
 * @property {(folder: string) => void} pack packs everything into a folder, with SHA256SUMS
 */

/** The release isn't possible; the message says why, one reason a line. Nothing was changed. */
export class RefusedRelease extends Error {}

const changelogFile = 'CHANGELOG.md';
const releasedFile = 'scripts/release/released.json';

/** The folder of the packed files, which git ignores. */
const into = 'release';

/**
 * Makes a release. Throws `RefusedRelease` if the checkout or the version doesn't allow it. If a build fails, the
 * changed files are restored. Commit and tag come last, so what ends the process before leaves the history as it was.
 * @param {Release} options
 */
export function release(options) {
  const { home, version, isDry, log } = options;
  const { current, problems } = inspect(options);
  if (problems.length > 0) throw new RefusedRelease(problems.join('\n'));
  const changed = [changelogFile, releasedFile, ...versionedFiles(home)];
  const texts = plan(options, current);
  if (isDry) return describe(options, changed);
  const git = gitIn(home);
  try {
    for (const [file, text] of texts) writeFileSync(join(home, file), text);
    // Each content is hashed with the version in it, so the builds come after it is written.
    write(home, releasedFile, { version, content: options.contents() });
    const folder = join(home, into);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    options.pack(folder);
    const sums = verifiedSums(folder, version);
    git('add', '--', ...changed);
    git('commit', '--quiet', '--message', `Release ${version}`);
    git('tag', '--annotate', `v${version}`, '--message', `Release ${version}`);
    state(options, sums);
  } catch (error) {
    if (git('log', '-1', '--format=%s') !== `Release ${version}`) git('checkout', '--quiet', 'HEAD', '--', ...changed);
    throw error;
  }
  log(`Released ${version} in ${into}/. Publish it with: git push origin main v${version}`);
}

/**
 * The version of the sources, and what speaks against the release.
 * @param {Release} options
 */
function inspect({ home, version }) {
  const git = gitIn(home);
  const current = String(JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')).version);
  const changelog = readFileSync(join(home, changelogFile), 'utf8');
  const { version: recorded } = /** @type {Released} */ (JSON.parse(readFileSync(join(home, releasedFile), 'utf8')));
  const tags = git('tag', '--list', 'v*').split('\n');
  const known = [...tags.map((tag) => tag.slice(1)), ...versionsIn(changelog), recorded ?? ''];
  const last = semver.rsort(known.filter((each) => semver.valid(each) !== null))[0];
  const branch = git('rev-parse', '--abbrev-ref', 'HEAD');
  const dirty = git('status', '--porcelain').split('\n').filter(Boolean);
  const isVersion = /^\d+\.\d+\.\d+$/.test(version) && semver.valid(version) !== null;
  const isUntagged = recorded === version && !tags.includes(`v${version}`);
  const problems = [
    branch !== 'main' && `A release is made on main, not on ${branch}.`,
    dirty.length > 0 &&
      `The checkout has changes: commit or remove ${dirty
        .map((line) => line.slice(2).trim())
        .slice(0, 5)
        .join(', ')}.`,
    !isVersion && `${version} is not a version such as 1.2.3.`,
    isUntagged && `${version} is committed without its tag: git tag --annotate v${version}`,
    isVersion &&
      !isUntagged &&
      last !== undefined &&
      semver.lte(version, last) &&
      `${version} is not above the last release, ${last}.`,
    isVersion && semver.lt(version, current) && `${version} is below the version of the sources, ${current}.`,
    unreleasedEntries(changelog).match(/^[-*] /m) === null && `${changelogFile} has no entry under [Unreleased].`,
  ];
  return { current, problems: problems.filter((each) => each !== false) };
}

/**
 * The new texts of the changelog and of the files with the version.
 * @param {Release} options
 * @param {string} current
 */
function plan({ home, version, now }, current) {
  const read = (/** @type {string} */ file) => readFileSync(join(home, file), 'utf8');
  const date = now().toISOString().slice(0, 10);
  return new Map([
    [changelogFile, releasedChangelog(read(changelogFile), { version, date })],
    ...versionedFiles(home).map(
      (file) => /** @type {[string, string]} */ ([file, withVersion(file, read(file), { current, version })]),
    ),
  ]);
}

/**
 * @param {Release} options
 * @param {readonly string[]} changed
 */
function describe({ home, version, key, log }, changed) {
  const entries = unreleasedEntries(readFileSync(join(home, changelogFile), 'utf8')).match(/^[-*] /gm)?.length;
  log(`Would move ${entries} entries of ${changelogFile} to ${version}, and change ${changed.length} files:`);
  for (const file of changed) log(`  ${file}`);
  log(
    `Would build and pack into ${into}/, with SHA256SUMS and provenance.json${key === undefined ? ', unsigned' : ', signed'}.`,
  );
  log(`Would commit "Release ${version}" and tag v${version}. Nothing was written.`);
}

/**
 * Writes the statement of provenance, which names the commit.
 * @param {Release} options
 * @param {ReadonlyMap<string, string>} sums
 */
function state({ home, version, key, now, log }, sums) {
  const git = gitIn(home);
  const commit = git('rev-parse', 'HEAD');
  const source = git('config', '--default', 'unknown', '--get', 'remote.origin.url');
  const statement = provenanceOf({ version, commit, source, sums, finished: now() });
  write(home, join(into, 'provenance.json'), statement);
  if (key === undefined)
    log('The statement of provenance is unsigned: it proves nothing without trust in who hands it over.');
  else write(home, join(into, 'provenance.dsse.json'), signed(statement, key));
}

/**
 * @param {string} home
 * @param {string} file
 * @param {object} content
 */
const write = (home, file, content) => writeFileSync(join(home, file), `${JSON.stringify(content, null, 2)}\n`);

/** @param {string} home */
const gitIn = (home) => {
  return (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: home, encoding: 'utf8' }).trim();
};
