/**
 * `npm run size -w apps/dashboard`: builds the dashboard and measures the JavaScript of each page's first load,
 * gzipped. Exits with 1 if one is over the limit, or if the chart is loaded before it is shown.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundle } from './build.mjs';

const MAX_BYTES = 225_000;

/** The pages before sign-in have no shell. */
const outside = /features\/(setup|join|sign-in)\//;

const folder = mkdtempSync(join(tmpdir(), 'parley-size-'));

/** @typedef {{ file: string, isEntry?: boolean, isDynamicEntry?: boolean, imports?: string[] }} Chunk */

try {
  await bundle(folder);
  /** @type {Record<string, Chunk>} */
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));
  const pages = Object.keys(manifest).filter((name) => name.endsWith('-page.tsx'));
  for (const { page, bytes, hasChart } of pages
    .map((page) => measure(manifest, page))
    .sort((a, b) => b.bytes - a.bytes)) {
    const isOver = bytes > MAX_BYTES || hasChart;
    if (isOver) process.exitCode = 1;
    const verdict = hasChart ? 'LOADS THE CHART' : isOver ? `OVER ${MAX_BYTES / 1000} kB` : 'ok';
    console.log(`${(bytes / 1000).toFixed(1).padStart(6)} kB  ${page}  ${verdict}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * The files of a page's first load: the entry, the shell, the page and their imports.
 * @param {Record<string, Chunk>} manifest
 * @param {string} page
 */
function measure(manifest, page) {
  const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry === true);
  /** @type {Set<string>} */
  const needed = new Set();
  const add = (/** @type {string | undefined} */ name) => {
    if (name === undefined || needed.has(name)) return;
    needed.add(name);
    manifest[name]?.imports?.forEach(add);
  };
  add(entry);
  add(page);
  if (!outside.test(page)) add('src/features/shell/shell.tsx');
  const files = [...needed].map((name) => manifest[name]?.file ?? '').filter((file) => file.endsWith('.js'));
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0);
  return { page, bytes, hasChart: [...needed].some((name) => /(usage|activity)-chart|BarChart/.test(name)) };
}
