/**
 * Runs once before the tests of scripts/: installs the tools that they run, and builds stale parts, so that no two of
 * them do that at the same time.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { installTools } from './with-tools.mjs';

const command = join(import.meta.dirname, '../apps/server/bin/parley.mjs');

export function setup() {
  installTools('scripts/checks');
  execFileSync(process.execPath, [command, 'serve', '--help'], { stdio: ['ignore', 'ignore', 'inherit'] });
}
