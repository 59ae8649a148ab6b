/**
 * Builds the wheel that a server offers for installation into `python/dist`: `parley-<version>-py3-none-any.whl`, and
 * `parley-python.json`, which describes it. It needs no Python, so every server can offer it. The wheel of a release is
 * the same file; a test compares it with hatchling's.
 *
 *   node python/scripts/wheel.mjs
 */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { zipSync } from 'fflate';
import { parse } from 'smol-toml';
import { contentHash, packedVersion } from '../../scripts/pack/version.mjs';

const home = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(home, 'dist');

/** The name of the description, which is written last. */
const description = 'parley-python.json';

/** The time of each entry, so that the same sources make the same bytes; hatchling's default. */
const time = new Date('2020-02-02T00:00:00');

/** Builds the wheel into `python/dist`; the former one stays until it is complete. */
export async function buildWheel() {
  await mkdir(dist, { recursive: true });
  const fresh = await mkdtemp(join(home, '.building-'));
  try {
    const { file } = await packWheel(fresh);
    for (const name of [file, description]) await rename(join(fresh, name), join(dist, name));
    const stale = (await readdir(dist)).filter((name) => name.endsWith('.whl') && name !== file);
    await Promise.all(stale.map((name) => rm(join(dist, name))));
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/**
 * Packs the sources into a folder, with a version that names the content.
 * @param {string} into
 * @returns {Promise<{ name: string, version: string, file: string, integrity: string, content: string }>} as in the
 *   description; `content` is the hash that a release records
 */
export async function packWheel(into) {
  const { project } = /** @type {{ project: Project }} */ (
    /** @type {unknown} */ (parse(await readFile(join(home, 'pyproject.toml'), 'utf8')))
  );
  const { name } = project;
  const base = await readVersion();
  const content = contentHash(await zipOf(project, { base, version: base }));
  const version = packedVersion({ name, base, content }).pip;
  const bytes = await zipOf(project, { base, version });
  const file = `${name}-${version}-py3-none-any.whl`;
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  const facts = { name, version, file, integrity, content };
  await writeFile(join(into, file), bytes);
  await writeFile(join(into, description), `${JSON.stringify(facts)}\n`);
  return facts;
}

/**
 * The bytes of the wheel with a version.
 * @param {Project} project
 * @param {{ base: string, version: string }} versions `base` is the version in the sources
 */
async function zipOf(project, { base, version }) {
  const files = await readSources();
  const module = files.get(versionModule)?.toString() ?? '';
  files.set(versionModule, Buffer.from(withVersion(module, { base, version })));
  const info = `${project.name}-${version}.dist-info`;
  files.set(`${info}/METADATA`, Buffer.from(await metadataOf(project, version)));
  files.set(`${info}/WHEEL`, Buffer.from(wheel));
  files.set(`${info}/licenses/LICENSE`, await readFile(join(home, 'LICENSE')));
  files.set(`${info}/RECORD`, Buffer.from(recordOf(files, `${info}/RECORD`)));
  const entries = [...files].map(([path, bytes]) => [path, [bytes, { mtime: time, attrs: 0o644 << 16, os: 3 }]]);
  return zipSync(Object.fromEntries(entries), { level: 9 });
}

/** The module with the version, by its path in the package. */
export const versionModule = 'parley/_version.py';

/**
 * The text of the module with another version.
 * @param {string} text
 * @param {{ base: string, version: string }} versions
 */
export const withVersion = (text, { base, version }) => text.replace(`"${base}"`, `"${version}"`);

/** The binary distribution format, version 1.0 (packaging.python.org). */
const wheel = 'Wheel-Version: 1.0\nGenerator: parley\nRoot-Is-Purelib: true\nTag: py3-none-any\n';

/**
 * @typedef {{
 *   name: string, description: string, license: string, keywords: string[], classifiers: string[],
 *   dependencies: string[], 'requires-python': string,
 * }} Project the `[project]` table of `pyproject.toml` (PEP 621)
 */

/** The version in the sources. */
export async function readVersion() {
  const text = await readFile(join(home, 'src', versionModule), 'utf8');
  const [, version] = /"(\d[^"]*)"/.exec(text) ?? [];
  if (version === undefined) throw new AggregateError([], '_version.py has no version.');
  return version;
}

/** @returns {Promise<Map<string, Buffer>>} the modules by their path in the package, in the order of the paths */
async function readSources() {
  const folder = join(home, 'src');
  const found = await readdir(join(folder, 'parley'), { recursive: true, withFileTypes: true });
  const paths = found
    .filter((entry) => entry.isFile() && /\.py$|^py\.typed$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
  return new Map(
    await Promise.all(paths.map(async (path) => /** @type {const} */ ([path, await readFile(join(folder, path))]))),
  );
}

/**
 * Core metadata, version 2.4 (packaging.python.org), which has `License-Expression`, in hatchling's order.
 * @param {Project} project
 * @param {string} version
 */
async function metadataOf(project, version) {
  const readme = await readFile(join(home, 'README.md'), 'utf8');
  return [
    'Metadata-Version: 2.4',
    `Name: ${project.name}`,
    `Version: ${version}`,
    `Summary: ${project.description}`,
    `License-Expression: ${project.license}`,
    'License-File: LICENSE',
    `Keywords: ${[...project.keywords].sort().join(',')}`,
    ...[...project.classifiers].sort().map((classifier) => `Classifier: ${classifier}`),
    `Requires-Python: ${project['requires-python']}`,
    ...project.dependencies.map((dependency) => `Requires-Dist: ${dependency}`),
    'Description-Content-Type: text/markdown',
    '',
    readme,
  ].join('\n');
}

/**
 * The hash and size of each file (PEP 376, PEP 427); the record has none of itself.
 * @param {ReadonlyMap<string, Buffer>} files
 * @param {string} own
 */
function recordOf(files, own) {
  const hash = (/** @type {Buffer} */ bytes) => createHash('sha256').update(bytes).digest('base64url');
  const lines = [...files].map(([path, bytes]) => `${path},sha256=${hash(bytes)},${bytes.length}`);
  return `${[...lines, `${own},,`].join('\n')}\n`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await buildWheel();
