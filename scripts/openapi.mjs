/**
 * `npm run openapi`: writes openapi.json from the schemas that the server validates with.
 * With `--check` it writes nothing, and fails if the committed file differs.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const FILE = 'openapi.json';
const MAX_BYTES = 16 * 1024 * 1024;

const command = ['apps/server/bin/parley.mjs', 'openapi'];
const current = execFileSync(process.execPath, command, { encoding: 'utf8', maxBuffer: MAX_BYTES });
const committed = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';

if (!process.argv.includes('--check')) {
  writeFileSync(FILE, current);
} else if (current !== committed) {
  const lines = committed.split('\n');
  const line = current.split('\n').findIndex((text, index) => text !== lines[index]) + 1;
  console.error(`${FILE} is not what the server says, first at line ${line}. Write it with: npm run clients`);
  process.exitCode = 1;
}
