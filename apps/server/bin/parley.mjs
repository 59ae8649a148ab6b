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
  await build();
}
await import(pathToFileURL(built).href);

/** Builds, or ends the process with a sentence where the sources do not compile or the tools are not installed. */
async function build() {
  try {
    const { buildServer } = await import('../scripts/build.mjs');
    await buildServer();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const lacksTools = 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
    // The compiler has printed what it found; its own error carries the same once more.
    if (!lacksTools && !('errors' in error)) throw error;
    console.error(
      lacksTools ? `The build needs the development dependencies: run npm ci. ${error.message}` : 'The build failed.',
    );
    process.exit(1);
  }
}

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
