/**
 * Keeps files, functions and parameter lists small: prints each that is over its cap and exits with 1.
 * What is larger on purpose is listed below with its reason; an exception that is no longer needed fails too.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';

const MAX_FILE_LINES = 250;
const MAX_TEST_FILE_LINES = 400;
const MAX_FUNCTION_LINES = 70;
const MAX_PARAMETERS = 3;

/**
 * Files that may be longer: path → its own cap in lines, and why.
 * @type {Map<string, { lines: number, reason: string }>}
 */
const exceptions = new Map([]);

const generated = /\.gen\.ts$/;
const test = /\.test\.(ts|tsx|mjs)$/;

const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '--', '*.ts', '*.tsx', '*.mjs'];
const files = execFileSync('git', listed, { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !generated.test(file) && existsSync(file));

const problems = files.flatMap(inspect);
for (const file of exceptions.keys()) {
  if (!files.includes(file)) problems.push(`${file}: has an exception but does not exist`);
}
for (const problem of problems) console.error(problem);
console.log(`${files.length} files measured, ${problems.length} over a cap`);
process.exitCode = problems.length === 0 ? 0 : 1;

/**
 * What is over its cap in one file, as lines of `path:line: what`.
 * @param {string} file
 */
function inspect(file) {
  const text = readFileSync(file, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  return [...fileProblems(file, text.trimEnd().split('\n').length), ...functionProblems(source, file)];
}

/**
 * @param {string} file
 * @param {number} lines
 */
function fileProblems(file, lines) {
  const usual = test.test(file) ? MAX_TEST_FILE_LINES : MAX_FILE_LINES;
  const exception = exceptions.get(file);
  if (exception && lines <= usual) return [`${file}: no longer needs its exception (${lines} lines)`];
  const cap = exception?.lines ?? usual;
  return lines > cap ? [`${file}: ${lines} lines, at most ${cap}`] : [];
}

/**
 * @param {ts.SourceFile} source
 * @param {string} file
 */
function functionProblems(source, file) {
  /** @type {string[]} */
  const problems = [];
  const line = (/** @type {number} */ position) => source.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const where = `${file}:${line(node.getStart())}`;
      const lines = line(node.end) - line(node.getStart()) + 1;
      if (lines > MAX_FUNCTION_LINES && !isTestGroup(node)) {
        problems.push(`${where}: a function of ${lines} lines, at most ${MAX_FUNCTION_LINES}`);
      }
      if (node.parameters.length > MAX_PARAMETERS) {
        problems.push(`${where}: ${node.parameters.length} parameters, at most ${MAX_PARAMETERS} and then an object`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return problems;
}

/**
 * Whether this is the body of a `describe(…)`: it holds tests as a file does, so the file's cap is its cap.
 * @param {ts.Node} node
 */
function isTestGroup(node) {
  return ts.isCallExpression(node.parent) && /^describe\b/.test(node.parent.expression.getText());
}
