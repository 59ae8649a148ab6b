import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const buildScript = fileURLToPath(new URL('../scripts/build.mjs', import.meta.url));

/** Builds the storage worker once before the tests: a worker thread can't load the TypeScript sources. */
export function setup(): void {
  execFileSync(process.execPath, [buildScript, '--only', 'sqlite-worker'], { stdio: ['ignore', 'inherit', 'inherit'] });
}
