/**
 * Builds the widget into `packages/widget/dist`: `widget.js`, the script of host pages, `launcher.js`, the module of
 * a channel's launcher, and the chat in a frame: `chat.html` and its files in `assets`, with gzip and Brotli copies.
 * Fails if one is heavier than allowed.
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
const limits = {
  ...{ loader: 6_000, launcher: 1_000, more: 4_500, words: 1_000, chat: 60_000 },
  ...{ people: 2_000, rate: 4_000, mail: 3_000 },
};

/** Older browsers lack only syntax: the widget runs in those of the last three years. */
const target = ['es2022', 'chrome111', 'firefox113', 'safari16.4'];

/** Builds next to the old build and replaces it at the end. Rejects if the build fails; the old one then stays. */
export async function buildWidget() {
  const fresh = join(home, `.building-${process.pid}`);
  try {
    await mkdir(join(fresh, 'assets'), { recursive: true });
    const { define, sizes: built } = await buildParts(fresh);
    const loader = await buildLoader(fresh, define);
    const launcher = await buildLauncher(fresh, define);
    const { files, packages } = await buildChat(fresh);
    const chat = files.reduce((sum, { name, bytes }) => (isRare.test(name) ? sum : sum + bytes), 0);
    const people = files.find(({ name }) => name.startsWith('texts-people-'))?.bytes ?? 0;
    const rate = files.find(({ name }) => name.startsWith('texts-rate-'))?.bytes ?? 0;
    const mail = files.find(({ name }) => name.startsWith('texts-mail-'))?.bytes ?? 0;
    const sizes = {
      loader,
      launcher,
      more: built['launcher'] ?? 0,
      words: built['words'] ?? 0,
      chat,
      people,
      rate,
      mail,
    };
    for (const [name, bytes] of Object.entries(sizes)) check(/** @type {keyof typeof limits} */ (name), bytes);
    await writeFile(join(fresh, 'widget.packages.json'), `${JSON.stringify(packages, null, 1)}\n`);
    await rm(dist, { recursive: true, force: true });
    await rename(fresh, dist);
    return sizes;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** Files of the chat that few load: a language by those who speak it, both sides of a pop-out by those who use it, how to get a person, and how satisfied a visitor is. */
const isRare = /^texts-(..|opener|own-window|people|rate|mail)-/;

/** @param {import('esbuild').BuildOptions} options */
async function bundle(options) {
  const {
    outputFiles = [],
    metafile,
    mangleCache,
  } = await build({
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
  return { outputFiles, metafile, mangleCache };
}

/**
 * Names of fields that only modules of `widget.js` use among themselves. No name of the DOM, of a message, a part or
 * `window.parley` is one of them.
 */
const ownFields =
  /^(tell|keep|leave|addFrame|dropFrame|setShift|setLauncher|hasLauncher|refresh|write|remember|concerns|forget|isOpen|age|read)$/;

/** Parts that few pages need: each is an asset, which `import()` loads on those pages. */
const parts = {
  inline: 'src/loader/inline.ts',
  launcher: 'src/loader/launcher/more.ts',
  words: 'src/loader/launcher/words.ts',
};

/**
 * Bundles modules that get objects of the loader, whose fields have other names there if they are its own.
 * @param {import('esbuild').BuildOptions} options
 */
async function bundlePart(options) {
  const built = await bundle({ ...options, mangleProps: ownFields, mangleCache: {} });
  const names = Object.keys(built.mangleCache ?? {});
  if (names.length > 0) throw new AggregateError([], `No part of the widget may use ${names.join(', ')}.`);
  return built;
}

/**
 * Builds the parts. Returns their paths on the instance, as definitions of the names that stand for them in the source,
 * and the size of each.
 * @param {string} folder
 */
async function buildParts(folder) {
  const { metafile, outputFiles } = await bundlePart({
    ...{ entryPoints: parts, outdir: 'assets', entryNames: '[name]-[hash]', format: 'esm', plugins: [minifiedStyles] },
  });
  const outputs = Object.entries(metafile?.outputs ?? {});
  /** @type {Record<string, string>} */
  const define = {};
  /** @type {Record<string, number>} */
  const sizes = {};
  for (const [name, source] of Object.entries(parts)) {
    const [path = ''] = outputs.find(([, { entryPoint }]) => entryPoint === source) ?? [];
    const file = basename(path);
    const { text = '' } = outputFiles.find((each) => basename(each.path) === file) ?? {};
    define[`${name.toUpperCase()}_PART`] = JSON.stringify(`/chat/assets/${file}`);
    sizes[name] = await store(join(folder, 'assets', file), text);
  }
  return { define, sizes };
}

/**
 * The module of a channel's launcher names the one for its rare parts.
 * @param {string} folder
 * @param {Record<string, string>} define
 */
async function buildLauncher(folder, define) {
  const { outputFiles } = await bundlePart({
    ...{ entryPoints: ['src/loader/launcher/main.ts'], format: 'esm', outfile: 'launcher.js', define },
    external: ['/chat/assets/*'],
  });
  const module = outputFiles[0]?.text ?? '';
  // The server fills in the settings, so there are no compressed copies.
  await writeFile(join(folder, 'launcher.js'), module);
  return gzipSync(module, { level: 9 }).length;
}

/**
 * The loader is minified twice: esbuild shortens fields, and Oxc the rest, 2 percent better than esbuild.
 * @param {string} folder
 * @param {Record<string, string>} define
 */
async function buildLoader(folder, define) {
  const { outputFiles } = await bundle({
    define,
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
 * @param {keyof typeof limits} name
 * @param {number} bytes
 */
function check(name, bytes) {
  const limit = limits[name];
  console.error(`widget: ${name} ${bytes} B gzipped, at most ${limit}`);
  if (bytes > limit) throw new AggregateError([], `The ${name} of the widget has ${bytes} bytes, at most ${limit}.`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await buildWidget();
