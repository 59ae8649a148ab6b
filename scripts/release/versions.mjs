/** The places of the version in the sources, and the changelog, as texts. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders of packages that have one version. */
const groups = ['apps', 'packages'];

/** Other files with the version, and the text around it. @type {ReadonlyMap<string, (version: string) => string>} */
const constants = new Map([
  ['apps/server/src/version.ts', (version) => `export const version = '${version}';`],
  ['packages/sdk/src/version.ts', (version) => `export const VERSION = '${version}';`],
  ['python/src/parley/_version.py', (version) => `VERSION = "${version}"`],
  ['openapi.json', (version) => `    "title": "Parley",\n    "version": "${version}",`],
]);

/**
 * The files that have the version, relative to the repository.
 * @param {string} home the repository
 */
export function versionedFiles(home) {
  const packages = groups.flatMap((group) =>
    readdirSync(join(home, group))
      .sort()
      .map((name) => `${group}/${name}/package.json`),
  );
  return ['package.json', 'package-lock.json', ...packages, ...constants.keys()];
}

/**
 * The text of a file with another version. Throws if the file doesn't have the current one where it is expected.
 * @param {string} file one of `versionedFiles`
 * @param {string} text
 * @param {{ current: string, version: string }} versions
 */
export function withVersion(file, text, { current, version }) {
  const constant = constants.get(file);
  if (constant !== undefined) {
    if (text.split(constant(current)).length !== 2)
      throw new Error(`${file} doesn't have the version ${current} once.`);
    return text.replace(constant(current), constant(version));
  }
  const content = JSON.parse(text);
  const parts = file === 'package-lock.json' ? [content, ...ownPackages(content.packages)] : [content];
  for (const part of parts) setVersion(part, { file, current, version });
  return `${JSON.stringify(content, null, 2)}\n`;
}

/**
 * The entries of a lock file for the packages of this repository: the others are in node_modules.
 * @param {Record<string, Manifest>} packages
 */
const ownPackages = (packages) =>
  Object.entries(packages).flatMap(([path, entry]) => (/(^|\/)node_modules\//.test(path) ? [] : [entry]));

/**
 * @typedef {object} Manifest the parts of a package.json that name versions
 * @property {string} [version]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [peerDependencies]
 */

/**
 * Changes the version of a package and those of the repository's packages that it needs.
 * @param {Manifest} part
 * @param {{ file: string, current: string, version: string }} change
 */
function setVersion(part, { file, current, version }) {
  if (part.version !== current) throw new Error(`${file} has the version ${part.version} in place of ${current}.`);
  part.version = version;
  for (const needs of [part.dependencies, part.devDependencies, part.peerDependencies]) {
    for (const name of Object.keys(needs ?? {}).filter((each) => each.startsWith('@parley/'))) {
      if (needs !== undefined) needs[name] = version;
    }
  }
}

const unreleased = '## [Unreleased]';

/**
 * The entries of a changelog that aren't released yet, as Markdown.
 * @param {string} changelog
 */
export function unreleasedEntries(changelog) {
  const [, rest = ''] = changelog.split(`\n${unreleased}\n`);
  return (rest.split(/^## /m)[0] ?? '').trim();
}

/**
 * The versions that a changelog has, newest first.
 * @param {string} changelog
 */
export const versionsIn = (changelog) =>
  [...changelog.matchAll(/^## \[(\d[^\]]*)\]/gm)].map(([, version = '']) => version);

/**
 * Moves the unreleased entries under a version.
 * @param {string} changelog
 * @param {{ version: string, date: string }} release `date` as YYYY-MM-DD
 */
export const releasedChangelog = (changelog, { version, date }) =>
  changelog.replace(`\n${unreleased}\n`, () => `\n${unreleased}\n\n## [${version}] - ${date}\n`);
