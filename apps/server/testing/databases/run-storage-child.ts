import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { onTestFinished } from 'vitest';
import { banner, native } from '../../scripts/build.mjs';

/** The writer thread that it starts is next to it; see `openSqlite`. */
const bundle = fileURLToPath(new URL('../../dist/storage-child.js', import.meta.url));

/** True if system calls can be made to fail here; this needs strace and the right to trace. */
export const canInjectFaults = spawnSync('strace', ['-qq', '-o', '/dev/null', 'true']).status === 0;

/**
 * Words before a command that remove root's right to bypass permissions. Root stays the same user otherwise, and can
 * read its own checkout in any folder.
 */
export const boundByPermissions: readonly string[] =
  process.geteuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];

/** True if permissions apply to a command after those words. */
export const permissionsBind =
  boundByPermissions[0] === undefined ||
  spawnSync(boundByPermissions[0], [...boundByPermissions.slice(1), 'true']).status === 0;

/**
 * Builds the program of `storage-child.ts`; call it before the tests that run it. Its packages are in the bundle: it
 * starts some hundred times, and loading their files one by one takes four fifths of a start.
 */
export async function buildStorageChild(): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(new URL('./storage-child.ts', import.meta.url))],
    outfile: bundle,
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: [...native, 'pg-native'],
    banner: { js: banner },
    logLevel: 'warning',
  });
}

/** A running child and its output so far, by line. */
export interface StorageChild {
  readonly lines: readonly string[];
  /** Resolves with the first line that starts so, past or future; rejects if the child ends before. */
  line(start: string): Promise<string>;
  /** Kills it with SIGKILL. Resolves when it has ended. */
  kill(): Promise<void>;
  /** Resolves with its exit code when it ends; null if a signal ended it. */
  readonly ended: Promise<number | null>;
}

/**
 * Starts the program; `under` are words before the command, such as strace and its arguments. It ends with the test.
 */
export function runStorageChild(args: readonly string[], under: readonly string[] = []): StorageChild {
  const [file = '', ...rest] = [...under, process.execPath, bundle, ...args];
  // A separate process group, so that processes traced by strace end with it.
  const child = spawn(file, rest, { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(line));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const kill = async () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  return { lines, line: (start) => waitForLine({ child, lines, start }), kill, ended };
}

async function waitForLine(wanted: { child: ChildProcess; lines: string[]; start: string }): Promise<string> {
  for (;;) {
    const found = wanted.lines.find((line) => line.startsWith(wanted.start));
    if (found !== undefined) return found;
    if (wanted.child.exitCode !== null || wanted.child.signalCode !== null) {
      throw new Error(`The child ended without “${wanted.start}”; it printed ${wanted.lines.length} lines.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
