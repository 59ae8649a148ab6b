/** Runs once before the tests of scripts/: builds stale parts, so that no two of them build at the same time. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const command = join(import.meta.dirname, '../apps/server/bin/parley.mjs');

export function setup() {
  execFileSync(process.execPath, [command, 'serve', '--help'], { stdio: ['ignore', 'ignore', 'inherit'] });
}
