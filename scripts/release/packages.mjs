/**
 * The files of a release.
 *
 *   node scripts/release/packages.mjs FOLDER VERSION
 *
 * fails unless FOLDER has every file of that version, and SHA256SUMS has their sums. A development version in the name
 * of a client means that its content isn't the released one.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** @param {string} version */
const filesOf = (version) => [
  `parley-server-${version}.tgz`,
  `parley-sdk-${version}.tgz`,
  `parley-react-${version}.tgz`,
  `parley-${version}-py3-none-any.whl`,
  `parley-${version}.tar.gz`,
];

/**
 * The sums of a release's files, by name. Throws one sentence for each file that is missing or has another sum.
 * @param {string} folder
 * @param {string} version
 * @returns {Map<string, string>}
 */
export function verifiedSums(folder, version) {
  const list = join(folder, 'SHA256SUMS');
  const lines = existsSync(list) ? readFileSync(list, 'utf8').trim().split('\n') : [];
  const sums = new Map(lines.map((line) => /** @type {[string, string]} */ (line.split('  ').reverse())));
  const problems = filesOf(version).flatMap((file) => {
    const path = join(folder, file);
    if (!existsSync(path)) return [`${file} is missing.`];
    const sum = createHash('sha256').update(readFileSync(path)).digest('hex');
    return sums.get(file) === sum ? [] : [`${file} has another sum than in SHA256SUMS.`];
  });
  problems.push(
    ...[...sums.keys()]
      .filter((name) => !filesOf(version).includes(name))
      .map((name) => `${name} belongs to no release ${version}.`),
  );
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return sums;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder = '', version = ''] = process.argv.slice(2);
  try {
    console.log(`${verifiedSums(folder, version).size} files of ${version} are complete`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
