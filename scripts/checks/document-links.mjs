/**
 * Checks the links of the Markdown files: each relative link leads to a file or folder, and to a heading there if it
 * has a fragment; each path of a source file, such as `text/words.ts`, is the end of a real one. The list in docs/decisions/README.md names each decision by its heading, in order.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listedFiles } from './listed-files.mjs';

const DECISIONS = 'docs/decisions';

/** Targets that exist only in a package, beside its README. */
const packed = new Set(['apps/server/THIRD-PARTY-NOTICES']);

const pages = listedFiles('*.md');

/**
 * Reads a page without its blocks of code, whose lines stay as empty ones.
 * @param {string} page
 */
const proseOf = (page) =>
  readFileSync(page, 'utf8').replaceAll(/^ *(```|~~~)[\s\S]*?^ *\1.*$/gm, (text) => text.replaceAll(/[^\n]/g, ''));

/**
 * The fragments of a page: its headings as GitHub writes them, and the names of its anchors.
 * @param {string} page
 */
function fragmentsOf(page) {
  const prose = proseOf(page);
  /** @type {Map<string, number>} */
  const counts = new Map();
  const headings = [...prose.matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading = '']) => {
    const text = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .trim()
      .toLowerCase();
    const slug = text.replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-');
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
  const anchors = [...prose.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, name = '']) => name);
  return new Set([...headings, ...anchors]);
}

/**
 * The relative links of a page with their lines.
 * @param {string} page
 */
const linksOf = (page) =>
  proseOf(page)
    .split('\n')
    .flatMap((line, index) =>
      [...line.replaceAll(/`[^`]*`/g, '').matchAll(/\]\((?<target>[^)\s]+)\)/g)]
        .map(({ groups }) => ({ line: index + 1, target: groups?.['target'] ?? '' }))
        .filter(({ target }) => !/^(?:[a-z]+:|\/)/.test(target)),
    );

/**
 * Describes why a link of a page is broken; undefined if it isn't.
 * @param {string} page
 * @param {string} target
 */
function problemOf(page, target) {
  const [path = '', fragment] = target.split('#');
  const file = path === '' ? page : join(dirname(page), path);
  if (!existsSync(file) && !packed.has(file)) return `${target} leads to no file`;
  if (fragment === undefined || !file.endsWith('.md')) return undefined;
  return fragmentsOf(file).has(fragment) ? undefined : `${target} leads to no heading`;
}

const ends = new Set(
  listedFiles().flatMap((file) => {
    const names = file.split('/');
    return names.map((_, index) => names.slice(index).join('/'));
  }),
);

/**
 * The paths of source files in the prose of a page that are the end of no path.
 * @param {string} page
 */
const staleOf = (page) =>
  proseOf(page)
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:tsx?|mjs|pl))`/g)]
        .map(([, path = '']) => path)
        .filter((path) => !ends.has(path) && !path.includes('NNNN'))
        .map((path) => `${page}:${index + 1}: ${path} is the end of no path`),
    );

/** The rows that the list of decisions must have. */
function expectedRows() {
  const names = existsSync(DECISIONS) ? readdirSync(DECISIONS).filter((name) => /^\d{4}-.*\.md$/.test(name)) : [];
  return names.sort().map((name) => {
    const heading = readFileSync(join(DECISIONS, name), 'utf8').split('\n', 1)[0] ?? '';
    const { number = name.slice(0, 4), title = `(no heading "# ${name.slice(0, 4)}. Title")` } =
      /^# (?<number>\d{4})\. (?<title>.+)$/.exec(heading)?.groups ?? {};
    return `| [${number}](${name}) | ${title} |`;
  });
}

const list = join(DECISIONS, 'README.md');
const rows = existsSync(list)
  ? readFileSync(list, 'utf8')
      .split('\n')
      .filter((line) => /^\| \[\d/.test(line))
  : [];
const expected = expectedRows();
const links = pages.flatMap((page) => linksOf(page).map((link) => ({ page, ...link })));
const problems = [
  ...links.flatMap(({ page, line, target }) => {
    const problem = problemOf(page, target);
    return problem === undefined ? [] : [`${page}:${line}: ${problem}`];
  }),
  ...pages.flatMap(staleOf),
  ...expected.filter((row) => !rows.includes(row)).map((row) => `${list} lacks ${row}`),
  ...rows.filter((row) => !expected.includes(row)).map((row) => `${list} has a row without a decision: ${row}`),
];
if (problems.length === 0 && rows.join('\n') !== expected.join('\n')) problems.push(`${list} is not in order`);
for (const problem of problems) console.error(problem);
console.log(`${links.length} links and ${expected.length} decisions compared, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
