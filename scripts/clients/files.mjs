/** Writes generated files, or checks that the committed ones are up to date. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes the files, and removes others from the folders that hold nothing else. With `check`, only compares.
 * @param {Map<string, string>} files by their paths from the root
 * @param {{ root: URL, check: boolean, folders?: string[], keeps?: string[] }} options `keeps`: names of files by hand
 * @returns {number} the exit code: 1 if the check found a difference
 */
export function applyFiles(files, { root, check, folders = [], keeps = [] }) {
  const stale = [...files].filter(([path, text]) => textOf(new URL(path, root)) !== text).map(([path]) => path);
  const isKept = (/** @type {string} */ path) => keeps.includes(path.split('/').at(-1) ?? '');
  const extra = folders.flatMap((folder) => filesIn(folder, root)).filter((path) => !files.has(path) && !isKept(path));
  if (check) {
    for (const path of stale) console.error(`${path} is not what openapi.json says. Write it with: npm run clients`);
    for (const path of extra) console.error(`${path} is no longer generated. Remove it with: npm run clients`);
    return stale.length + extra.length === 0 ? 0 : 1;
  }
  for (const path of stale) {
    const url = new URL(path, root);
    mkdirSync(dirname(url.pathname), { recursive: true });
    writeFileSync(url, files.get(path) ?? '');
  }
  for (const path of extra) rmSync(new URL(path, root));
  console.log(`${files.size} files, ${stale.length} written, ${extra.length} removed`);
  return 0;
}

/** @param {URL} url */
const textOf = (url) => (existsSync(url) ? readFileSync(url, 'utf8') : undefined);

/**
 * The sources in a folder and in those inside it, by their paths from the root.
 * @param {string} folder
 * @param {URL} root
 * @returns {string[]}
 */
export function filesIn(folder, root) {
  const url = new URL(folder, root);
  if (!existsSync(url)) return [];
  return readdirSync(url, { withFileTypes: true })
    .filter(({ name }) => name !== '__pycache__')
    .flatMap((entry) => (entry.isDirectory() ? filesIn(`${folder}/${entry.name}`, root) : [`${folder}/${entry.name}`]))
    .filter((path) => path.endsWith('.py'));
}
