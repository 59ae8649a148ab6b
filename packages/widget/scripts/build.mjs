/**
 * Builds the widget into `packages/widget/dist`: `widget.js`, the script of host pages, and the chat that it shows in a
 * frame: `chat.html` and its files in `assets`, with gzip and Brotli copies. Fails if one is heavier than allowed.
 *
 *   node packages/widget/scripts/build.mjs
 */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build, transform } from 'esbuild';
import { minify } from 'vite';

const home = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(home, 'dist');

/** Max sizes of what a visitor loads, gzipped, in bytes. */
const limits = { loader: 6_000, chat: 60_000 };

/** Older browsers lack only syntax: the widget runs in those of the last three years. */
const target = ['es2022', 'chrome111', 'firefox113', 'safari16.4'];

/** Builds next to the old build and replaces it at the end. Rejects if the build fails; the old one then stays. */
export async function buildWidget() {
  const fresh = join(home, `.building-${process.pid}`);
  try {
    await mkdir(join(fresh, 'assets'), { recursive: true });
    const loader = await buildLoader(fresh);
    const { files, packages } = await buildChat(fresh);
    // A language is loaded by those who speak it.
    const chat = files.reduce((sum, { name, bytes }) => (name.startsWith('texts-') ? sum : sum + bytes), 0);
    const sizes = { loader, chat };
    for (const [name, bytes] of Object.entries(sizes)) check(name, bytes);
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

/**
 * Names of fields that only modules of `widget.js` use among themselves. No name of the DOM, of a message, a part or
 * `window.parley` is one of them.
 */
const ownFields =
  /^(tell|keep|leave|addFrame|dropFrame|setAccent|setTexts|setShift|setUnread|setLauncher|hasLauncher|refresh|write|remember|concerns|forget|age|isOpen|iframe|button)$/;

/** Parts of the loader that few pages need: each is an asset, which `import()` loads on those pages. */
const parts = { INLINE_PART: 'src/loader/inline.ts' };

/**
 * Builds the parts of the loader; returns their paths on the instance, by the names that stand for them in the source.
 * @param {string} folder
 */
async function buildParts(folder) {
  const entryPoints = Object.values(parts);
  const { metafile, outputFiles } = await bundle({
    entryPoints,
    outdir: 'assets',
    entryNames: '[name]-[hash]',
    format: 'esm',
    plugins: [minifiedStyles],
  });
  for (const { path, text } of outputFiles) await store(join(folder, 'assets', basename(path)), text);
  const outputs = Object.entries(metafile?.outputs ?? {});
  return Object.fromEntries(
    Object.entries(parts).map(([name, source]) => {
      const [path = ''] = outputs.find(([, { entryPoint }]) => entryPoint === source) ?? [];
      return [name, JSON.stringify(`/chat/assets/${basename(path)}`)];
    }),
  );
}

/**
 * The loader is minified twice: esbuild shortens fields, and Oxc the rest, 2 percent better than esbuild.
 * @param {string} folder
 */
async function buildLoader(folder) {
  const { outputFiles } = await bundle({
    define: await buildParts(folder),
    entryPoints: ['src/loader/main.ts'],
    format: 'iife',
    outfile: 'widget.js',
    minify: false,
    mangleProps: ownFields,
    plugins: [minifiedStyles],
  });
  const { code, errors } = await minify('widget.js', outputFiles[0]?.text ?? '', {
    compress: { target: 'es2022' },
    mangle: { toplevel: true },
    codegen: { removeWhitespace: true },
  });
  if (errors.length > 0) throw new AggregateError(errors, 'The loader could not be minified.');
  return store(join(folder, 'widget.js'), code);
}

/**
 * Minifies the styles in the loader's scripts: template literals that begin with a line break.
 * @type {import('esbuild').Plugin}
 */
const minifiedStyles = {
  name: 'minified-styles',
  setup: ({ onLoad }) => {
    onLoad({ filter: /src\/loader\/.*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const [literal, styles] = /`(\n[^`$]*\})\n?`/.exec(source) ?? [];
      if (literal === undefined || styles === undefined) return { contents: source, loader: 'ts' };
      const { code } = await transform(styles, { loader: 'css', minify: true, target });
      return { contents: source.replace(literal, () => JSON.stringify(code.trim())), loader: 'ts' };
    });
  },
};

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
 * @param {string} name
 * @param {number} bytes
 */
function check(name, bytes) {
  const limit = name === 'loader' ? limits.loader : limits.chat;
  console.error(`widget: ${name} ${(bytes / 1000).toFixed(2)} kB gzipped, at most ${limit / 1000} kB`);
  if (bytes > limit && !process.env['NOCAP'])
    throw new AggregateError([], `The ${name} of the widget has ${bytes} bytes, at most ${limit}.`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await buildWidget();
