/**
 * `npm run openapi`: writes openapi.json from the schemas that the server validates with, and docs/errors.md from the
 * guide to its error codes. With `--check` it writes nothing, and fails if a committed file differs.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const MAX_BYTES = 16 * 1024 * 1024;

/** The generated files, and the commands of Node that print them. */
const generated = [
  { file: 'openapi.json', command: ['apps/server/bin/parley.mjs', 'openapi'] },
  { file: 'docs/errors.md', command: ['--import', 'tsx', 'apps/server/scripts/errors-page.ts'] },
];

for (const { file, command } of generated) {
  const current = execFileSync(process.execPath, command, { encoding: 'utf8', maxBuffer: MAX_BYTES });
  const committed = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (!process.argv.includes('--check')) {
    writeFileSync(file, current);
  } else if (current !== committed) {
    const lines = committed.split('\n');
    const line = current.split('\n').findIndex((text, index) => text !== lines[index]) + 1;
    console.error(`${file} is not what the server says, first at line ${line}. Write it with: npm run clients`);
    process.exitCode = 1;
  }
}
