/**
 * Builds a package for other people's code, such as packages/sdk, with the tarball that a server offers for
 * installation: `parley-sdk-<version>.tgz`, and `parley-sdk.json`, which describes it.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { gzipSync } from 'fflate';
import { mapTar } from './tar.mjs';
import { contentHash, packedVersion } from './version.mjs';

const run = promisify(execFile);

/**
 * Compiles a package by its `tsconfig.build.json` into its `dist`, and packs it. Rejects if it doesn't compile; the
 * former tarball then stays.
 * @param {string} home the folder of the package
 */
export async function buildPackage(home) {
  const dist = join(home, 'dist');
  const { id, manifest } = await readManifest(home);
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  await forgetCompiled(dist, id);
  // Types are checked by `npm run check`: a server must start from a checkout without that.
  await run(process.execPath, [compiler, '--noCheck', '-p', join(home, 'tsconfig.build.json')]).catch((error) => {
    // The compiler prints its errors on standard output.
    console.error(error.stdout);
    throw new AggregateError([error], `${manifest.name} does not compile.`);
  });
  await nameCompiledTypes(dist);
  if ('require' in manifest.exports['.']) await addCommonJs(dist);
  const fresh = await mkdtemp(join(home, '.packing-'));
  try {
    const { file } = await packPackage(home, fresh);
    for (const name of [file, `${id}.json`]) await rename(join(fresh, name), join(dist, name));
    const stale = (await readdir(dist)).filter((name) => name.endsWith('.tgz') && name !== file);
    await Promise.all(stale.map((name) => rm(join(dist, name))));
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/**
 * Removes the former output: files of a deleted source would stay in the package.
 * @param {string} dist
 * @param {string} id
 */
async function forgetCompiled(dist, id) {
  if (!existsSync(dist)) return;
  const names = (await readdir(dist)).filter((name) => !name.startsWith(id));
  await Promise.all(names.map((name) => rm(join(dist, name), { recursive: true, force: true })));
}

/**
 * Makes declarations import each other as `./x.js`. The compiler rewrites the extensions of scripts only, and older
 * compilers and other tools don't find `./x.ts` in a package.
 * @param {string} dist
 */
async function nameCompiledTypes(dist) {
  const names = await readdir(dist, { recursive: true });
  for (const name of names.filter((each) => each.endsWith('.d.ts'))) {
    const text = await readFile(join(dist, name), 'utf8');
    await writeFile(join(dist, name), text.replaceAll(/((?:from |import\()(['"])\.[^'"]+)\.ts\2/g, '$1.js$2'));
  }
}

/**
 * Writes the same modules for `require` into `cjs`. The generated types are large, so they are there alone: ES modules may
 * import types from CommonJS, and not the other way round.
 * @param {string} dist
 */
async function addCommonJs(dist) {
  const { default: ts } = await import('typescript');
  const { ModuleKind, ScriptTarget } = ts;
  const compilerOptions = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2023 };
  const names = (await readdir(dist, { recursive: true })).filter((name) => /\.(?:js|d\.ts)$/.test(name));
  await mkdir(join(dist, 'cjs'));
  await writeFile(join(dist, 'cjs', 'package.json'), '{ "type": "commonjs" }\n');
  for (const name of names) {
    const text = await readFile(join(dist, name), 'utf8');
    const target = join(dist, 'cjs', name);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, name.endsWith('.js') ? ts.transpileModule(text, { compilerOptions }).outputText : text);
    if (!name.endsWith('.gen.d.ts') || text.length < 100_000) continue;
    const types = [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, type]) => type);
    const file = `./cjs/${name.replace('.d.ts', '.js')}`;
    await writeFile(join(dist, name), `export type { ${types.join(', ')} } from '${file}';\n`);
  }
}

/**
 * Packs what is compiled into a folder, with a version that names the content. The same files make the same bytes: npm
 * sets all times, and the compression is not that of Node.js, which changes with its version.
 * @param {string} home the folder of the package
 * @param {string} into
 * @returns {Promise<Facts>} as in the description
 */
export async function packPackage(home, into) {
  const { id, manifest } = await readManifest(home);
  const { scripts: _, devDependencies: __, exports, ...kept } = manifest;
  const { 'parley-source': ___, ...entry } = exports['.'];
  const { name, version: base } = manifest;
  const stage = await mkdtemp(join(tmpdir(), 'parley-pack-'));
  try {
    for (const part of [...manifest.files.filter(isIncluded), 'LICENSE', 'README.md']) {
      await cp(join(home, part), join(stage, part), { recursive: true });
    }
    // The sources stay here, and so does the condition that leads to them.
    const packed = { ...kept, exports: { ...exports, '.': entry } };
    await writeFile(join(stage, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`);
    await setModes(stage);
    const tar = await tarOf(stage);
    const content = contentHash(tar);
    const version = packedVersion({ name, base, content }).npm;
    const file = `${id}-${version}.tgz`;
    const bytes = gzipSync(mapTar(tar, withVersion(base, version)), { level: 9, mtime: 0 });
    const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
    const facts = { name, version, file, integrity, content };
    await writeFile(join(into, file), bytes);
    await writeFile(join(into, `${id}.json`), `${JSON.stringify(facts)}\n`);
    return facts;
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

/**
 * Gives the files of a folder the usual modes: npm packs them as they are, and the umask of a checkout decided them.
 * @param {string} folder
 */
async function setModes(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
}

/**
 * A packed client.
 * @typedef {object} Facts
 * @property {string} name
 * @property {string} version
 * @property {string} file its name, with the version
 * @property {string} integrity as in `package-lock.json`: `sha512-…`
 * @property {string} content the hash of its content, which a release records
 */

/**
 * The archive that npm makes of a folder, without compression.
 * @param {string} folder
 */
async function tarOf(folder) {
  const into = await mkdtemp(join(tmpdir(), 'parley-tar-'));
  try {
    const packing = ['pack', '--ignore-scripts', '--silent', '--pack-destination', into];
    // On Windows npm is a script, which needs a shell.
    await run('npm', packing, { cwd: folder, shell: process.platform === 'win32' });
    const [file = ''] = await readdir(into);
    return gunzipSync(await readFile(join(into, file)));
  } finally {
    await rm(into, { recursive: true, force: true });
  }
}

/**
 * Returns a function that puts another version into a file: into package.json and into the constant `VERSION` of the
 * compiled modules.
 * @param {string} base
 * @param {string} version
 * @returns {(name: string, text: string) => string}
 */
function withVersion(base, version) {
  const constant = new RegExp(`(\\bVERSION ?= ?)(['"])${base.replaceAll('.', '\\.')}\\2`, 'g');
  return (name, text) => {
    if (/\.(?:d\.)?[cm]?[jt]s$/.test(name)) return text.replaceAll(constant, `$1$2${version}$2`);
    if (name !== 'package/package.json') return text;
    const { name: own, version: _, ...rest } = JSON.parse(text);
    return `${JSON.stringify({ name: own, version, ...rest }, null, 2)}\n`;
  };
}

/**
 * The package.json in a folder, and the package's name in the names of files: `parley-sdk` of `@parley/sdk`.
 * @param {string} home
 */
async function readManifest(home) {
  const manifest = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
  return { manifest, id: manifest.name.replace('@', '').replace('/', '-') };
}

/** @param {string} pattern of `files` in package.json */
const isIncluded = (pattern) => !pattern.startsWith('!');
