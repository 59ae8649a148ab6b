import { spawnSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** True if system calls can be recorded here; this needs strace and the right to trace. */
export const canTrace = spawnSync('strace', ['-f', '--seccomp-bpf', '-qq', '-o', '/dev/null', 'true']).status === 0;

/**
 * Max length of a write that is recorded in full, in bytes. SQLite writes pages of 4 KiB; an answer is a little longer.
 */
const longestWrite = 70_000;

/** Every system call that changes files or folders, or sends an answer. Node's alternative, io_uring, must be off. */
const calls = [
  ...['openat', 'open', 'creat', 'mkdir', 'mkdirat', 'rmdir'],
  ...['write', 'writev', 'pwrite64', 'pwritev', 'pwritev2', 'ftruncate', 'truncate', 'fallocate'],
  ...['copy_file_range', 'sendfile', 'splice', 'sendto', 'sendmsg', 'sendmmsg'],
  ...['fsync', 'fdatasync', 'sync_file_range', 'syncfs', 'sync', 'msync'],
  ...['rename', 'renameat', 'renameat2', 'link', 'linkat', 'symlink', 'symlinkat', 'unlink', 'unlinkat'],
];

/** The words before a command that record its system calls to a file. */
export const straceInto = (file: string): readonly string[] => [
  ...['strace', '-f', '--seccomp-bpf', '-qq', '-y', '-xx', '-s', String(longestWrite)],
  ...['-e', 'signal=none', '-e', `trace=${calls.join(',')}`, '-o', file],
];

/** Environment variables of the recorded process that make all its file access use system calls. */
export const traceable = { UV_USE_IO_URING: '0' };

/** One change of a server in its data folder, or the start of an answer. Paths are absolute. */
export type Deed =
  | { readonly does: 'folder' | 'unlink'; readonly path: string }
  /** Opens a file that may exist; `empty` truncates it. */
  | { readonly does: 'create'; readonly path: string; readonly empty: boolean }
  | { readonly does: 'rename' | 'link'; readonly path: string; readonly to: string }
  /** `offset` is undefined if the bytes are appended. */
  | { readonly does: 'write'; readonly path: string; readonly offset: number | undefined; readonly bytes: Buffer }
  | { readonly does: 'truncate'; readonly path: string; readonly size: number }
  /** The first `before` deeds on the path are on the disk now. */
  | { readonly does: 'sync'; readonly path: string; readonly before: number }
  | { readonly does: 'answer'; readonly requestId: string };

/** A finished call: its arguments as strace prints them, and the number of deeds when it began. */
interface Call {
  readonly name: string;
  readonly args: string;
  readonly result: string;
  readonly before: number;
}

const wholeCall = /^\d+ +(\w+)\((.*)\) += (.+)$/s;
const begunCall = /^(\d+) +(\w+)\((.*) <unfinished \.\.\.>$/s;
const resumedCall = /^(\d+) +<\.\.\. (\w+) resumed>(.*)\) += (.+)$/s;

/**
 * Reads a recording: the deeds in a folder, in order. An answer counts from when the server sent it, other deeds from
 * when the system had completed them. Throws if a call changes the folder in an unknown way.
 */
export async function readTrace(file: string, folder: string): Promise<Deed[]> {
  const deeds: Deed[] = [];
  const begun = new Map<string, { name: string; args: string; before: number }>();
  const add = (call: Call) => {
    if (/^(?:-1|\?)/.test(call.result)) return;
    const deed = toDeed(call, folder);
    if (deed !== undefined) deeds.push(deed);
  };
  const concerned = [hexOf(folder), socketName, ' resumed>'];
  for await (const line of createInterface({ input: createReadStream(file, 'latin1') })) {
    if (!concerned.some((part) => line.includes(part))) continue;
    const [, name = '', args = '', result] = wholeCall.exec(line) ?? [];
    if (result !== undefined) {
      answersIn(name, args, deeds);
      add({ name, args, result, before: deeds.length });
      continue;
    }
    const [, thread = '', unfinished, start = ''] = begunCall.exec(line) ?? [];
    if (unfinished !== undefined) {
      answersIn(unfinished, start, deeds);
      begun.set(thread, { name: unfinished, args: start, before: deeds.length });
      continue;
    }
    const [, again = '', , rest = '', ending] = resumedCall.exec(line) ?? [];
    const call = begun.get(again);
    if (ending === undefined || call === undefined) continue;
    begun.delete(again);
    add({ ...call, args: call.args + rest, result: ending });
  }
  return deeds;
}

const sends = new Set(['write', 'writev', 'sendto', 'sendmsg', 'sendmmsg']);
const socket = /^\d+<(?:\\x[0-9a-f]{2})*>/;
const hexOf = (text: string) =>
  [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
const idHeader = hexOf('x-request-id: ');
const socketName = hexOf('socket:[');

/** Adds the answer that a call starts to send, if it does. */
function answersIn(name: string, args: string, deeds: Deed[]): void {
  if (!sends.has(name) || socket.exec(args)?.[0].includes(socketName) !== true) return;
  for (let at = args.indexOf(idHeader); at !== -1; at = args.indexOf(idHeader, at + 1)) {
    const [line = ''] = decode(args.slice(at + idHeader.length, at + idHeader.length + 4 * 80))
      .toString('latin1')
      .split('\r');
    deeds.push({ does: 'answer', requestId: line });
  }
}

const decode = (hex: string): Buffer => Buffer.from(hex.replaceAll('\\x', ''), 'hex');
const quoted = /"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?/g;
const described = /^(\d+|AT_FDCWD)<((?:\\x[0-9a-f]{2})*)>/;

/** The decoded strings among a call's arguments. */
function stringsIn(args: string): string[] {
  return [...args.matchAll(quoted)].map(([, hex = '']) => decode(hex).toString());
}

const calledOnNames = new Set(['openat', 'open', 'creat', 'mkdir', 'mkdirat', 'rmdir', 'truncate']);
const calledOnTwoNames = new Set(['rename', 'renameat', 'renameat2', 'link', 'linkat', 'symlink', 'symlinkat']);

function toDeed(call: Call, folder: string): Deed | undefined {
  const { name, args } = call;
  // Packages of clients are copies of what the program has: their writes are longer than what is recorded.
  const isInside = (path: string) =>
    (path === folder || path.startsWith(`${folder}/`)) && !path.startsWith(join(folder, 'clients'));
  if (calledOnNames.has(name) || calledOnTwoNames.has(name) || name.startsWith('unlink')) {
    const [path = '', to = ''] = stringsIn(args);
    return isInside(path) || isInside(to) ? onName(call, path, to) : undefined;
  }
  const path = decode(described.exec(args)?.[2] ?? '').toString();
  return isInside(path) ? onFile(call, path) : undefined;
}

function onName({ name, args }: Call, path: string, to: string): Deed | undefined {
  if (name.startsWith('open')) {
    return /O_CREAT|O_TRUNC/.test(args) ? { does: 'create', path, empty: /O_TRUNC/.test(args) } : undefined;
  }
  if (name.startsWith('mkdir')) return { does: 'folder', path };
  if (name.startsWith('unlink')) return { does: 'unlink', path };
  if (name.startsWith('rename')) return { does: 'rename', path, to };
  if (name.startsWith('link')) return { does: 'link', path, to };
  throw new Error(`${name} of ${path} is not understood.`);
}

function onFile({ name, args, result, before }: Call, path: string): Deed | undefined {
  if (name === 'fsync' || name === 'fdatasync') return { does: 'sync', path, before };
  if (name === 'ftruncate') return { does: 'truncate', path, size: Number(/, (\d+)$/.exec(args)?.[1]) };
  if (name !== 'write' && name !== 'pwrite64') throw new Error(`${name} to ${path} is not understood.`);
  const [, hex = '', cut] = [...args.matchAll(quoted)][0] ?? [];
  if (cut !== undefined) throw new Error(`A write to ${path} is longer than what is recorded of it.`);
  const bytes = decode(hex).subarray(0, Number(result));
  const offset = name === 'write' ? undefined : Number(/, (\d+)$/.exec(args)?.[1]);
  return { does: 'write', path, offset, bytes };
}
