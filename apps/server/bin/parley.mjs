#!/usr/bin/env node
/**
 * The `parley` command. In a checkout it builds first where the build is missing or older than the sources;
 * an installed package has no sources and starts at once.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const home = fileURLToPath(new URL('..', import.meta.url));
const built = join(home, 'dist/main.js');
const sources = ['src', 'scripts/build.mjs', 'package.json'].map((name) => join(home, name));

if (existsSync(join(home, 'src')) && isStale()) {
  console.error('Building…');
  const { buildServer } = await import('../scripts/build.mjs');
  await buildServer();
}
await import(pathToFileURL(built).href);

/** Whether a source changed after the build was written. */
function isStale() {
  if (!existsSync(built)) return true;
  const at = statSync(built).mtimeMs;
  return sources.some((source) => newest(source) > at);
}

/**
 * When anything at or under a path last changed, in milliseconds. Folders count too: a deleted file shows only there.
 * @param {string} path
 * @returns {number}
 */
function newest(path) {
  const entry = statSync(path);
  if (!entry.isDirectory()) return entry.mtimeMs;
  return Math.max(entry.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}
