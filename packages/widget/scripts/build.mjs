/**
 * Builds the widget into `packages/widget/dist`: `widget.js`, the script of host pages, `launcher.js`, the module of
 * a channel's launcher, and the chat in a frame: `chat.html` and its files in `assets`, with gzip and Brotli copies. Fails if one is heavier than allowed.
 *
 *   node packages/widget/scripts/build.mjs
 */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const home = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(home, 'dist');

/** Max sizes of what a visitor loads, gzipped, in bytes. */
const limits = { loader: 6_000, launcher: 1_000, more: 4_500, chat: 60_000 };

/** Older browsers lack only syntax: the widget runs in those of the last three years. */
const target = ['es2022', 'chrome111', 'firefox113', 'safari16.4'];

/** Builds next to the old build and replaces it at the end. Rejects if the build fails; the old one then stays. */
export async function buildWidget() {
  const fresh = join(home, `.building-${process.pid}`);
  try {
    await mkdir(join(fresh, 'assets'), { recursive: true });
    const loader = await buildLoader(fresh);
    const { launcher, more } = await buildLauncher(fresh);
    const { files, packages } = await buildChat(fresh);
    // A language is loaded by those who speak it.
    const chat = files.reduce((sum, { name, bytes }) => (name.startsWith('texts-') ? sum : sum + bytes), 0);
    const sizes = { loader, launcher, more, chat };
    for (const [name, bytes] of Object.entries(sizes)) check(/** @type {keyof typeof limits} */ (name), bytes);
    await writeFile(join(fresh, 'widget.packages.json'), `${JSON.stringify(packages, null, 1)}\n`);
    await rm(dist, { recursive: true, force: true });
    await rename(fresh, dist);
    return sizes;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** @param {import('esbuild').BuildOptions} options */
async function bundle(options) {
  const { outputFiles = [], metafile } = await build({
    absWorkingDir: home,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    target,
    legalComments: 'none',
    logLevel: 'warning',
    charset: 'utf8',
    ...options,
  });
  return { outputFiles, metafile };
}

/** @param {string} folder */
async function buildLoader(folder) {
  const { outputFiles } = await bundle({ entryPoints: ['src/loader/main.ts'], format: 'iife', outfile: 'widget.js' });
  return store(join(folder, 'widget.js'), outputFiles[0]?.text ?? '');
}

/** The module of a channel's launcher names the one for its rare parts. @param {string} folder */
async function buildLauncher(folder) {
  const { outputFiles } = await bundle({
    entryPoints: { launcher: 'src/loader/launcher/more.ts' },
    outdir: 'assets',
    entryNames: '[name]-[hash]',
    format: 'esm',
  });
  const [{ path, text } = { path: '', text: '' }] = outputFiles;
  const more = await store(join(folder, 'assets', basename(path)), text);
  const built = await bundle({
    entryPoints: ['src/loader/launcher/main.ts'],
    format: 'esm',
    outfile: 'launcher.js',
    define: { __MORE__: JSON.stringify(`/chat/assets/${basename(path)}`) },
    external: ['/chat/assets/*'],
  });
  const module = built.outputFiles[0]?.text ?? '';
  // The server fills in the settings, so there are no compressed copies.
  await writeFile(join(folder, 'launcher.js'), module);
  return { launcher: gzipSync(module, { level: 9 }).length, more };
}

/** @param {string} folder */
async function buildChat(folder) {
  const { outputFiles, metafile } = await bundle({
    entryPoints: { chat: 'src/frame/main.tsx', style: 'src/frame/chat.css' },
    outdir: 'assets',
    entryNames: 'chat-[hash]',
    chunkNames: 'texts-[name]-[hash]',
    splitting: true,
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
  });
  const files = await Promise.all(
    outputFiles.map(async ({ path, text }) => {
      const name = basename(path);
      return { name, bytes: await store(join(folder, 'assets', name), text) };
    }),
  );
  const named = (/** @type {string} */ end) =>
    files.find(({ name }) => name.startsWith('chat-') && name.endsWith(end))?.name ?? '';
  const page = (await readFile(join(home, 'src/chat.html'), 'utf8'))
    .replace('__SCRIPT__', `/chat/assets/${named('.js')}`)
    .replace('__STYLE__', `/chat/assets/${named('.css')}`);
  await writeFile(join(folder, 'chat.html'), page);
  return { files, packages: packagesIn(Object.keys(metafile?.inputs ?? {})) };
}

/**
 * Writes a file and its compressed copies.
 * @param {string} path
 * @param {string} text
 * @returns {Promise<number>} the size of the gzip copy, in bytes
 */
async function store(path, text) {
  const packed = gzipSync(text, { level: 9 });
  await writeFile(path, text);
  await writeFile(`${path}.gz`, packed);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await writeFile(`${path}.br`, brotliCompressSync(text, { params }));
  return packed.length;
}

/**
 * The folders of the packages whose code is in the chat, relative to the repository, for the notices.
 * @param {string[]} inputs
 */
function packagesIn(inputs) {
  const folders = inputs.flatMap((path) => /node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  return [...new Set(folders)].sort();
}

/**
 * @param {keyof typeof limits} name
 * @param {number} bytes
 */
function check(name, bytes) {
  const limit = limits[name];
  console.error(`widget: ${name} ${(bytes / 1000).toFixed(1)} kB gzipped, at most ${limit / 1000} kB`);
  if (bytes > limit) throw new AggregateError([], `The ${name} of the widget has ${bytes} bytes, at most ${limit}.`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await buildWidget();
