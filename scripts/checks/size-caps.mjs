/**
 * Keeps the house small, and exits with 1 if something is over its cap:
 * - A folder of product code has at most 20 files, tests and styles included.
 * - A feature of the server has at most 9,000 lines, without tests.
 * - A function has at most 70 lines of its own. Functions inside it are measured by themselves, so a factory may hold
 *   many short ones. A function that only lists things (`(agents) => [endpoint({ … }), …]`) has no cap, nor has a
 *   `describe(…)`. Biome's `noExcessiveLinesPerFunction` counts inner functions, too; Biome caps files and parameters
 *   (`biome.json`).
 *
 * Exceptions of functions are in size-exceptions.json, if any, with their reason. An exception that is no longer needed
 * fails too.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import ts from 'typescript';
import { listedFiles } from './listed-files.mjs';

const MAX_FUNCTION_LINES = 70;

const MAX_FOLDER_FILES = 20;
const MAX_FEATURE_LINES = 9_000;

const EXCEPTIONS = 'scripts/checks/size-exceptions.json';

/**
 * The exceptions: path → the file's own cap, and the reason.
 * @type {Map<string, { functionLines: number, reason: string }>}
 */
const exceptions = new Map(existsSync(EXCEPTIONS) ? Object.entries(JSON.parse(readFileSync(EXCEPTIONS, 'utf8'))) : []);

/** The folders of product code. */
const folders = ['apps/*/src/*', 'packages/*/src/*', 'python/src/*'];

const generated = /\.gen\.ts$/;

const files = listedFiles('*.ts', '*.tsx', '*.mjs').filter((file) => !generated.test(file));

const problems = [...files.flatMap(inspect), ...tooFull(), ...tooLarge()];
for (const [file, { reason }] of exceptions) {
  if (!files.includes(file)) problems.push(`${file}: has an exception but does not exist`);
  if (!reason) problems.push(`${file}: has an exception without a reason`);
}
for (const problem of problems) console.error(problem);
console.log(`${files.length} files measured, ${problems.length} over a cap`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** The folders of product code with too many files, which include tests and styles. */
function tooFull() {
  return counted(listedFiles(...folders), dirname, () => 1).flatMap(([folder, count]) =>
    count > MAX_FOLDER_FILES ? [`${folder}: ${count} files, at most ${MAX_FOLDER_FILES}`] : [],
  );
}

/** The features of the server with too many lines. */
function tooLarge() {
  const feature = /^apps\/server\/src\/features\/[^/]+(?=\/)/;
  const product = files.filter((file) => feature.test(file) && !/\.test\.ts$|\/testing\//.test(file));
  const linesOf = (/** @type {string} */ file) => readFileSync(file, 'utf8').split('\n').length - 1;
  return counted(product, (file) => feature.exec(file)?.[0] ?? '', linesOf).flatMap(([name, lines]) =>
    lines > MAX_FEATURE_LINES ? [`${name}: ${lines} lines, at most ${MAX_FEATURE_LINES}`] : [],
  );
}

/**
 * Sums sizes by name.
 * @param {readonly string[]} paths
 * @param {(path: string) => string} nameOf
 * @param {(path: string) => number} sizeOf
 */
function counted(paths, nameOf, sizeOf) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const path of paths) sums.set(nameOf(path), (sums.get(nameOf(path)) ?? 0) + sizeOf(path));
  return [...sums];
}

/**
 * The problems of one file, as lines of `path:line: what`.
 * @param {string} file
 */
function inspect(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  /** @type {string[]} */
  const problems = [];
  const cap = exceptions.get(file)?.functionLines ?? MAX_FUNCTION_LINES;
  let longest = 0;
  const line = (/** @type {number} */ position) => source.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (/** @type {ts.Node} */ node) => {
    if (isFunction(node)) {
      const place = `${file}:${line(node.getStart())}`;
      const lines = ownLines(node, line);
      const isMeasured = !isTestGroup(node) && !isList(node);
      if (isMeasured) longest = Math.max(longest, lines);
      if (isMeasured && lines > cap) problems.push(`${place}: a function of ${lines} lines of its own, at most ${cap}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  if (cap > MAX_FUNCTION_LINES && longest <= MAX_FUNCTION_LINES) {
    problems.push(`${file}: no longer needs its exception (${longest} lines)`);
  }
  return problems;
}

/**
 * @param {ts.Node} node
 * @returns {node is ts.FunctionLikeDeclaration}
 */
function isFunction(node) {
  return ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;
}

/**
 * Counts the lines of a function without the functions inside it; the first line of each inner function counts.
 * @param {ts.Node} node
 * @param {(position: number) => number} line
 */
function ownLines(node, line) {
  const length = (/** @type {ts.Node} */ part) => line(part.end) - line(part.getStart()) + 1;
  let inner = 0;
  const visit = (/** @type {ts.Node} */ child) => {
    if (isFunction(child)) inner += length(child) - 1;
    else ts.forEachChild(child, visit);
  };
  ts.forEachChild(node, visit);
  return length(node) - inner;
}

/**
 * True if a function only returns a list.
 * @param {ts.FunctionLikeDeclaration} node
 */
function isList(node) {
  return node.body !== undefined && ts.isArrayLiteralExpression(node.body);
}

/**
 * True if this is the body of a `describe(…)`: it holds tests like a file, so the file's cap applies.
 * @param {ts.Node} node
 */
function isTestGroup(node) {
  return ts.isCallExpression(node.parent) && /^describe\b/.test(node.parent.expression.getText());
}
