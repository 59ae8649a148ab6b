/** The licences of the packages whose code is in the server's package. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * @typedef {object} Notice
 * @property {string} name
 * @property {string} version
 * @property {string | undefined} identifier the SPDX expression of the package
 * @property {string | null} [text] the text of its licence, if the package has one
 */

/** The dashboard's font: the list of its build has only packages with code. */
const font = 'node_modules/@fontsource-variable/inter';

const introduction = `Parley contains code of these packages. A package without a licence text is under the licence that it names.
`;

/**
 * The text of THIRD-PARTY-NOTICES, the same for the same packages. Rejects if one of them names no licence.
 * @param {{ home: string, server: string, dashboard: string, widget: string }} folders the repository, the server's, and
 *   the built dashboard's and widget's
 */
export async function noticesOf({ home, server, dashboard, widget }) {
  const dist = join(server, 'dist');
  const lists = (await readdir(dist)).filter((name) => name.endsWith('.packages.json')).map((name) => join(dist, name));
  /** @type {string[][]} */
  const folders = await Promise.all([...lists, join(widget, 'widget.packages.json')].map(readJson));
  const bundled = [...new Set(folders.flat())].map((folder) => readNotice(join(home, folder)));
  /** @type {Notice[]} */
  const notices = [
    ...(await Promise.all([...bundled, readNotice(join(dist, 'scalar')), readNotice(join(home, font))])),
    ...(await readJson(join(dashboard, '.vite/license.json'))),
  ];
  // A package that is in several bundles has one entry.
  const entries = new Map(notices.map((notice) => [`${notice.name} ${notice.version}`, entry(notice)]));
  return [introduction, ...[...entries.values()].sort()].join('\n');
}

/** @param {Notice} notice */
function entry({ name, version, identifier, text }) {
  if (!identifier) throw new Error(`${name} ${version} names no licence: look whether it may be packed.`);
  return `${'-'.repeat(80)}\n${name} ${version} (${identifier})\n\n${text ? `${text.trim()}\n` : ''}`;
}

/**
 * @param {string} folder a package's
 * @returns {Promise<Notice>}
 */
async function readNotice(folder) {
  const { name, version, license } = await readJson(join(folder, 'package.json'));
  const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return { name, version, identifier: license, text: texts.join('\n') };
}

/** @param {string} file */
async function readJson(file) {
  return JSON.parse(await readFile(file, 'utf8'));
}
