import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Command that starts a program which its input may take over. */
export interface Start {
  readonly execPath: string;
  readonly execArgv: string[];
}

/** Resources that a program may use. */
export interface Caps {
  /** Heap of JavaScript objects, in MiB. */
  readonly heapMiB: number;
  /** CPU time of the process in its whole life, in ms. */
  readonly lifeMs: number;
}

/** The launcher: the build copies it beside the server's own bundle. */
const launcher = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './sandbox.pl' : './knowledge-sandbox.pl', import.meta.url),
);
const perl = '/usr/bin/perl';

/**
 * On a busy core, a process gets two thirds of what the server gets. With 10 it got a tenth, so that documents ran into
 * their time limit wherever other programs kept the cores busy; the pool bounds how many processes there are.
 */
export const niceness = 2;

/**
 * True if the launcher can make the kernel enforce it: it knows the numbers of system calls for these architectures.
 */
const hasLauncher = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch) && existsSync(perl);

/** Node 20 knows the permission model by its first name only. */
const permission = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

/**
 * Confines a program to its own files: the file, chunks whose names begin like it, and the folder `cmaps` beside it.
 * Node.js refuses its JavaScript all else: files, programs, threads, addons and, from version 25, the network. On Linux
 * the launcher has the kernel refuse the same to native code (decision 0065).
 */
export function confine(program: string, { heapMiB, lifeMs }: Caps): Start {
  const readable = [...filesOf(program), join(dirname(program), 'cmaps')];
  const node = [
    `--max-old-space-size=${heapMiB}`,
    permission,
    ...readable.map((path) => `--allow-fs-read=${path}`),
    '--no-addons',
    // A parser that is tricked into evaluating text is how documents have run code so far.
    '--disallow-code-generation-from-strings',
  ];
  if (!hasLauncher) return { execPath: process.execPath, execArgv: node };
  // Node.js reads its OpenSSL configuration from a place that depends on its build, and ends if it may not.
  const files = ['/dev/null', '/etc/ld.so.cache', ...readable];
  const args = launcherArgs(lifeMs, [...loaded().map((path) => `-x${path}`), ...files.map((path) => `-r${path}`)]);
  return { execPath: perl, execArgv: [...args, process.execPath, '--openssl-config=/dev/null', ...node] };
}

/** Folders of the system's programs, and files that they need. */
const system = {
  folders: ['/usr', '/bin', '/lib', '/lib64'],
  // Node.js and others end if they may not read the configuration of OpenSSL.
  files: ['/etc/alternatives', '/etc/fonts', '/etc/ld.so.cache', '/etc/ssl/openssl.cnf', '/dev/null', '/dev/urandom'],
};

/** A command that is confined: the program to start, and its arguments. */
export interface ConfinedCommand {
  readonly file: string;
  readonly args: readonly string[];
}

/**
 * Confines a command of the operator's, which reads what strangers wrote, too. On Linux the kernel lets it read the
 * system's programs and the given paths only, write nothing and open no connection. It may start programs, which are
 * confined like it. Elsewhere it has the rights of this process.
 */
export function confineCommand(
  command: readonly [program: string, ...args: string[]],
  readable: readonly string[],
  { memoryMiB, lifeMs }: { readonly memoryMiB: number; readonly lifeMs: number },
): ConfinedCommand {
  const [program, ...rest] = command;
  if (!hasLauncher) return { file: program, args: rest };
  const paths = [
    ...[...system.folders, ...readable].map((path) => `-x${path}`),
    ...system.files.map((path) => `-r${path}`),
  ];
  return { file: perl, args: [...launcherArgs(lifeMs, ['-fork', `-m${memoryMiB}`, ...paths]), ...command] };
}

const launcherArgs = (lifeMs: number, paths: readonly string[]): string[] => [
  ...[launcher, process.arch, String(Math.ceil(lifeMs / 1_000)), String(niceness), ...paths, '--'],
];

/** The program and its chunks, or the program alone if its folder isn't there. */
function filesOf(program: string): string[] {
  const folder = dirname(program);
  if (!existsSync(folder)) return [program];
  const stem = basename(program, extname(program));
  const names = readdirSync(folder).filter((name) => name.startsWith(stem) && name.endsWith(extname(program)));
  return names.map((name) => join(folder, name));
}

let loadedPaths: readonly string[] | undefined;

/** Files that the kernel loaded to run this process, which another Node.js needs, too: its binary and libraries. */
function loaded(): readonly string[] {
  loadedPaths ??= readLoaded();
  return loadedPaths;
}

function readLoaded(): string[] {
  const lines = readFileSync('/proc/self/maps', 'utf8').split('\n');
  const mapped = lines.flatMap((line) => / r-xp [^/]*(\/.+?)(?: \(deleted\))?$/.exec(line)?.[1] ?? []);
  return [...new Set([process.execPath, ...mapped.filter((path) => !path.endsWith('.node'))])];
}

/** The kernel's layers that hold on this machine, in the words of the launcher; none without it. */
export async function kernelLayers(): Promise<readonly string[]> {
  if (!hasLauncher) return [];
  const { stdout } = await promisify(execFile)(perl, launcherArgs(1_000, []), { env: {} });
  return stdout.split('\n').filter((layer) => layer !== '');
}
