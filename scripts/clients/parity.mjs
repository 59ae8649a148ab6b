/**
 * Checks that both clients have the content of openapi.json: for each operation one method of the name in
 * `x-parley-client`, with the same parameters and a result of the same kind; the same errors; and no other method.
 * Prints each difference, and exits with 1 if they differ.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readDocument } from './document.mjs';
import { codeProblems, errorProblems } from './errors.mjs';
import { methodsOf } from './methods.mjs';
import { pythonProblems, typeScriptProblems } from './parameters.mjs';
import { readPythonMethods } from './python.mjs';
import { readTypeScriptClient } from './typescript.mjs';

const root = new URL('../../', import.meta.url);
const read = (/** @type {string} */ path) => readFileSync(new URL(path, root), 'utf8');

const document = readDocument(JSON.parse(read('openapi.json')));
const methods = methodsOf(document);
const problems = [
  ...typeScriptProblems(methods, readTypeScriptClient(fileURLToPath(new URL('packages/sdk', root)))),
  ...pythonProblems(methods, readPythonMethods(root, '_async'), 'python/src/parley/_async/resources'),
  ...pythonProblems(methods, readPythonMethods(root, '_sync'), 'python/src/parley/_sync/resources'),
  ...errorProblems({
    typeScript: read('packages/sdk/src/errors.ts') + read('packages/sdk/src/message-failed-error.ts'),
    python: read('python/src/parley/_errors.py'),
  }),
  ...codeProblems({
    typeScript: read('packages/sdk/src/client-error-codes.ts'),
    python: read('python/src/parley/_errors.py'),
  }),
];
for (const problem of problems) console.error(problem);
console.log(`${methods.length} methods of ${document.operations.length} operations, ${problems.length} differences`);
process.exitCode = problems.length === 0 ? 0 : 1;
