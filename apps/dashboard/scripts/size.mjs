/**
 * `npm run size -w apps/dashboard`: builds the dashboard and measures the JavaScript that each page imports at its first
 * load, compressed by Brotli as it is served. Exits with 1 if one is over the limit.
 * `bench/dashboard.mjs` measures all that a browser loads, on demand too.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { bundle } from './build.mjs';

/** The most that a page may import; what it then loads on demand, such as Markdown, comes on top. */
const MAX_BYTES = 180_000;

/** The dashboard has more pages than this. */
const MIN_PAGES = 15;

const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };

const folder = mkdtempSync(join(tmpdir(), 'parley-size-'));

/** @typedef {import('vite').Rolldown.OutputChunk} Chunk */

try {
  const chunks = new Map((await bundle(folder)).map((chunk) => [chunk.fileName, chunk]));
  const pages = [...chunks.values()].flatMap(({ moduleIds }) => moduleIds.filter((id) => id.endsWith('-page.tsx')));
  if (pages.length < MIN_PAGES) throw new Error(`Only ${pages.length} pages were found.`);
  const measured = pages.map((page) => measure(chunks, page)).sort((a, b) => b.bytes - a.bytes);
  for (const { page, files, bytes } of measured) {
    const isOver = bytes > MAX_BYTES;
    if (isOver) process.exitCode = 1;
    const verdict = isOver ? `OVER ${MAX_BYTES / 1000} kB` : 'ok';
    console.log(`${(bytes / 1000).toFixed(1).padStart(6)} kB in ${files} files  ${page}  ${verdict}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * The files of a page's first load: the entry, which has the shell, the page and their imports.
 * @param {Map<string, Chunk>} chunks
 * @param {string} page
 */
function measure(chunks, page) {
  /** @type {Set<string>} */
  const needed = new Set();
  const add = (/** @type {Chunk} */ { fileName, imports }) => {
    if (needed.has(fileName)) return;
    needed.add(fileName);
    for (const name of imports) {
      const imported = chunks.get(name);
      if (imported !== undefined) add(imported);
    }
  };
  for (const chunk of chunks.values()) if (chunk.isEntry || chunk.moduleIds.includes(page)) add(chunk);
  return {
    page: page.slice(page.indexOf('/features/') + 1),
    files: needed.size,
    bytes: [...needed].reduce((sum, file) => sum + compressed(join(folder, file)), 0),
  };
}

/** @param {string} file */
function compressed(file) {
  return brotliCompressSync(readFileSync(file), { params }).length;
}
