/** Times of each test file from the latest `npm test -- --profile`: `test-times.json`, by folder and file. */
import { readFileSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';

const file = new URL('test-times.json', import.meta.url);

/** @typedef {{ start: number, hooks: number, tests: number }} Times seconds */

/**
 * The times of each file, by its path from the root of the repository.
 * @returns {Map<string, Times>}
 */
export function readTimes() {
  /** @type {Record<string, Record<string, Times>>} */
  const folders = JSON.parse(readFileSync(file, 'utf8'));
  return new Map(
    Object.entries(folders).flatMap(([folder, files]) =>
      Object.entries(files).map(([name, times]) => /** @type {const} */ ([`${folder}/${name}`, times])),
    ),
  );
}

/**
 * Writes the times of files that have run; keeps those of the others that still exist.
 * @param {Iterable<readonly [string, Times]>} measured
 * @param {(path: string) => boolean} exists
 */
export function writeTimes(measured, exists) {
  const all = [...new Map([...readTimes(), ...measured])].filter(([path]) => exists(path)).sort();
  /** @type {Map<string, string[]>} */
  const folders = new Map();
  for (const [path, times] of all) {
    const folder = posix.dirname(path);
    const numbers = Object.entries(times).map(([what, seconds]) => `"${what}": ${Number(seconds.toFixed(1))}`);
    const line = `    ${JSON.stringify(posix.basename(path))}: { ${numbers.join(', ')} }`;
    folders.set(folder, [...(folders.get(folder) ?? []), line]);
  }
  const blocks = [...folders].map(([folder, lines]) => `  ${JSON.stringify(folder)}: {\n${lines.join(',\n')}\n  }`);
  writeFileSync(file, `{\n${blocks.join(',\n')}\n}\n`);
}
