/**
 * `npm run dev`: serves, and restarts when a source of the server changes. The command builds what is stale. If a
 * change doesn't compile, it prints the errors and waits for the next change. Beside it, Vite serves the dashboard
 * from its sources and replaces what changes in open pages; it passes requests for the API on. Ctrl+C ends both.
 */
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';

const SETTLE_MS = 100;
const SOURCES = 'apps/server/src';

let child = serve();
const dashboard = spawn(process.execPath, ['node_modules/vite/bin/vite.js', 'apps/dashboard', '--host', '127.0.0.1'], {
  stdio: 'inherit',
  // npm sets `production` for its scripts, because `.npmrc` omits what a start doesn't need.
  env: { ...process.env, NODE_ENV: 'development' },
});
/** @type {NodeJS.Timeout | undefined} */
let pending;

watch(SOURCES, { recursive: true }, (_event, file) => {
  if (file?.endsWith('.test.ts')) return;
  clearTimeout(pending);
  pending = setTimeout(restart, SETTLE_MS);
});

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, () => {
    dashboard.kill();
    stop(() => process.exit(0));
  });
}

function serve() {
  return spawn(process.execPath, ['apps/server/bin/parley.mjs', 'serve', ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
}

function restart() {
  stop(() => {
    child = serve();
  });
}

/**
 * Lets the server finish the requests in flight, then calls `next`.
 * @param {() => void} next
 */
function stop(next) {
  if (child.exitCode !== null || child.signalCode !== null) return next();
  child.removeAllListeners('exit').once('exit', next);
  child.kill('SIGTERM');
}
