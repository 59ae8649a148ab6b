/**
 * Compares docs/architecture.md with the tree of files:
 * - Each path in the map, the first block of code, exists. Each folder directly under apps/server/src is in the map. If
 *   one sub-folder of a folder is in the map, all of them are.
 * - A table with the head "Folder" belongs to the last folder that the paragraph above it names. Each folder in its
 *   first column exists. Together the tables name each feature and each sub-folder of a feature.
 * - Each file and folder that the text names in code is the end of a path.
 */
import { readFileSync } from 'node:fs';
import { listedFiles } from './listed-files.mjs';

const PAGE = 'docs/architecture.md';
const SOURCES = 'apps/server/src/';
const FEATURES = `${SOURCES}features/`;

const files = listedFiles();
const folders = new Set(
  files.flatMap((file) => [...file.matchAll(/\//g)].map(({ index }) => file.slice(0, index + 1))),
);
const paths = new Set([...files, ...folders]);

/**
 * The folders directly in a folder, from the repository's root.
 * @param {string} folder
 */
const foldersIn = (folder) =>
  [...folders].filter(
    (path) => path !== folder && path.startsWith(folder) && /^[^/]+\/$/.test(path.slice(folder.length)),
  );

/**
 * The paths of the map, from the repository's root. A line begins with one or more paths, and belongs to the last line
 * above it with a smaller indentation.
 * @param {string} map
 */
function pathsOf(map) {
  /** @type {{ indentation: number, folder: string }[]} */
  const above = [];
  return map.split('\n').flatMap((line) => {
    const { indent = '', list = '' } =
      /^(?<indent> *)(?<list>[\w./-]*(?:\/|\.\w+)(?:,? [\w./-]*(?:\/|\.\w+)(?=,? ))*)/.exec(line)?.groups ?? {};
    while ((above.at(-1)?.indentation ?? -1) >= indent.length) above.pop();
    const base = above.at(-1)?.folder ?? '';
    const named = list
      .split(/,? /)
      .filter((name) => name !== '')
      .map((name) => `${base}${name}`);
    if (named[0] !== undefined) above.push({ indentation: indent.length, folder: named[0] });
    return named;
  });
}

/**
 * The folders in the first column of the tables with the head "Folder".
 * @param {string} markdown
 */
const foldersOfTables = (markdown) =>
  [...markdown.matchAll(/^(?<before>.+)\n\n\| Folder \|.*\n\|[-| ]+\n(?<rows>(?:\|.*\n)+)/gm)].flatMap(
    ({ groups = {} }) => {
      const base = [...(groups['before'] ?? '').matchAll(/`([\w./-]+\/)`/g)].at(-1)?.[1] ?? '';
      const cells = (groups['rows'] ?? '').split('\n').map((row) => row.split('|')[1] ?? '');
      return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+\/)`/g)].map((match) => `${SOURCES}${base}${match[1]}`));
    },
  );

const markdown = readFileSync(PAGE, 'utf8');
const [before = '', map = '', ...after] = markdown.split(/^```.*\n/m);
const inMap = pathsOf(map);
const inTables = foldersOfTables(markdown);
const inText = [
  ...`${before}${after.join('')}`.matchAll(/`((?:[\w.-]+\/)*(?:[\w-][\w.-]*\.(?:ts|mjs)|[\w.-]+\/))`/g),
].map((match) => match[1] ?? '');

/** The folders whose sub-folders must be in the map. */
const complete = [
  SOURCES,
  ...foldersIn(SOURCES).filter(
    (folder) => folder !== FEATURES && foldersIn(folder).some((path) => inMap.includes(path)),
  ),
];
const features = foldersIn(FEATURES).flatMap((feature) => [feature, ...foldersIn(feature)]);

const problems = [
  ...[...inMap, ...inTables].filter((path) => !paths.has(path)).map((path) => `names ${path}, which does not exist`),
  ...complete
    .flatMap(foldersIn)
    .filter((path) => !inMap.includes(path))
    .map((path) => `the map lacks ${path}`),
  ...features.filter((path) => !inTables.includes(path)).map((path) => `the tables of folders lack ${path}`),
  ...[...new Set(inText)]
    .filter((name) => ![...paths].some((path) => path === name || path.endsWith(`/${name}`)))
    .map((name) => `the text names ${name}, which is the end of no path`),
];
for (const problem of problems) console.error(`${PAGE}: ${problem}`);
console.log(`${inMap.length + inTables.length + inText.length} paths compared, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
