/**
 * Bundles the server into `apps/server/dist`: `main.js`, `sqlite-worker.js`, `sqlite-scanner.js`,
 * `knowledge-extractor.js` and `vectors-worker.js`, with source maps and lists of the bundled packages, and beside them
 * the script of the API page, the character maps of PDF.js and the launcher of the extractor. `npm start` and the
 * package that `npm run pack` makes share this build.
 *
 *   node apps/server/scripts/build.mjs [--minify] [--only sqlite-worker,sqlite-scanner]
 */
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const serverFolder = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(serverFolder, 'dist');

/**
 * Each bundle's entry. The programs of other threads and processes stand alone, so that building just them never
 * touches a chunk of `main`.
 * @type {Record<string, string>}
 */
const entries = {
  'sqlite-worker': 'src/storage/sqlite/writer/worker.ts',
  'sqlite-scanner': 'src/storage/sqlite/readers/scanner-process.ts',
  'vectors-worker': 'src/retrieval/vectors/worker.ts',
  'knowledge-extractor': 'src/extract/extractor-process.ts',
  main: 'src/main.ts',
};

/** Packages with native parts find their binary beside their own files, so they stay in node_modules. */
export const native = ['@photostructure/sqlite', '@node-rs/argon2'];

/** What `http/pages/api-page.ts` reads of the package with its script, under the same names in `dist/scalar`. */
const scalarFiles = ['package.json', 'LICENSE', 'dist/js/standalone.js'];

/** CommonJS packages inside the bundle call `require`, which an ES module does not have. */
export const banner =
  "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);";

/**
 * Builds the entries that `only` names (all of them by default; one whose source does not exist yet is left out)
 * and gives their names. Rejects where one does not compile; what was built before then stays as it was.
 */
export async function buildServer({ minify = false, only = Object.keys(entries) } = {}) {
  const names = only.filter((name) => existsSync(join(serverFolder, sourceOf(name))));
  await mkdir(dist, { recursive: true });
  for (const name of names) {
    const fresh = await mkdtemp(join(dist, '.building-'));
    try {
      // First, so that the entry, which says that the build is fresh, comes last.
      if (name === 'main') await copyScalar();
      if (name === 'knowledge-extractor') await copyBesideExtractor();
      await bundle(name, fresh, minify);
      await publish(name, fresh);
    } finally {
      await rm(fresh, { recursive: true, force: true });
    }
  }
  return names;
}

/**
 * @param {string} name
 * @returns {string} its entry's source, relative to the server's folder
 */
function sourceOf(name) {
  const source = entries[name];
  if (source === undefined)
    throw new Error(`There is no bundle ${name}; there are: ${Object.keys(entries).join(', ')}.`);
  return source;
}

/**
 * Bundles an entry into a folder. Paths in the output are relative to `dist` and the repository, so the same sources
 * make the same bytes wherever they are.
 * @param {string} name
 * @param {string} folder
 * @param {boolean} minify
 */
async function bundle(name, folder, minify) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: dirname(dirname(serverFolder)),
    entryPoints: { [name]: join(serverFolder, sourceOf(name)) },
    outdir: dist,
    write: false,
    metafile: true,
    chunkNames: `${name}-[hash]`,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // pg loads pg-native only if it is asked for it.
    external: [...native, 'pg-native'],
    banner: { js: banner },
    sourcemap: 'linked',
    sourcesContent: false,
    ...(minify ? { minify } : { minifyWhitespace: true, minifySyntax: true, lineLimit: 200 }),
    logLevel: 'warning',
  });
  await Promise.all(
    outputFiles.map((file) =>
      writeFile(join(folder, basename(file.path)), file.path.endsWith('.js') ? inAscii(file.text) : file.contents),
    ),
  );
  await writeFile(join(folder, `${name}.packages.json`), `${JSON.stringify(packagesIn(metafile), null, 1)}\n`);
}

/**
 * Escapes the other characters of a script than ASCII, which esbuild leaves in regular expressions only. V8 keeps a text
 * that has one beyond Latin-1 in two bytes for each of its characters: 3 MB more of the server's largest chunk.
 * @param {string} script
 */
const inAscii = (script) =>
  script.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * The folders of the packages whose code is in a bundle, relative to the repository.
 * @param {import('esbuild').Metafile} metafile
 */
function packagesIn({ outputs }) {
  const inputs = Object.values(outputs).flatMap((output) =>
    Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  const folders = inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  return [...new Set(folders)].sort();
}

/** Copies the API page's script from its package. */
async function copyScalar() {
  const require = createRequire(import.meta.url);
  const from = dirname(dirname(require.resolve('@scalar/fastify-api-reference')));
  for (const file of scalarFiles) await cp(join(from, file), join(dist, 'scalar', file));
}

/**
 * Copies the launcher of the extraction process, and the character maps of PDF.js, with their licence: PDFs with
 * predefined CJK encodings need them. The process reads them from `dist/cmaps`.
 */
async function copyBesideExtractor() {
  const require = createRequire(import.meta.url);
  const from = join(dirname(require.resolve('pdfjs-dist/package.json')), 'cmaps');
  await cp(from, join(dist, 'cmaps'), { recursive: true });
  const launcher = 'src/extract/process/sandbox.pl';
  await cp(join(serverFolder, launcher), join(dist, 'knowledge-sandbox.pl'));
}

/**
 * Moves a finished bundle into `dist`, the entry last: whoever loads the entry finds its chunks, whose names carry
 * their hash, and never half a build. Then the chunks of earlier builds go, and what Node has compiled of them.
 * @param {string} name
 * @param {string} folder
 */
async function publish(name, folder) {
  const files = await readdir(folder);
  const entry = `${name}.js`;
  for (const file of [...files.filter((file) => file !== entry), entry]) {
    await rename(join(folder, file), join(dist, file));
  }
  const stale = (await readdir(dist)).filter((file) => file.startsWith(`${name}-`) && !files.includes(file));
  await Promise.all(stale.map((file) => rm(join(dist, file), { force: true })));
  if (name === 'main') await rm(join(dist, '.compile-cache'), { recursive: true, force: true });
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const wanted = process.argv.indexOf('--only');
  await buildServer({
    minify: process.argv.includes('--minify'),
    ...(wanted === -1 ? {} : { only: (process.argv[wanted + 1] ?? '').split(',') }),
  });
}
