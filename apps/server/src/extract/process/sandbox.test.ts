import { execFileSync, fork } from 'node:child_process';
import dgram from 'node:dgram';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import { getPriority, release, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { processLimits } from '../limits.ts';
import { extraction, extractors } from '../testing/extracting.ts';
import { programs } from '../testing/programs.ts';
import { confine, kernelLayers, niceness, type Start } from './sandbox.ts';

const create = extractors();
const program = programs();
const layers = await kernelLayers();

/** A data folder as the server has one, and servers on this machine. */
const data = mkdtempSync(join(tmpdir(), 'parley-data-'));
const [pepper, other] = [join(data, 'pepper'), join(data, 'other.mjs')];
writeFileSync(pepper, 'secret');
writeFileSync(other, 'export const other = 1;');
const tcp = net.createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
const udp = dgram.createSocket('udp4').bind(0, '127.0.0.1');
await Promise.all([once(tcp, 'listening'), once(udp, 'listening')]);
afterAll(() => {
  tcp.close();
  udp.close();
  rmSync(data, { recursive: true });
});

/** A path or port in the words of a program. */
const said = (value: unknown) => JSON.stringify(value);

/** A native addon, of whatever platform this is. */
const addon = (() => {
  const require = createRequire(import.meta.url);
  const names = readdirSync(dirname(dirname(require.resolve('@node-rs/argon2'))));
  return require.resolve(`@node-rs/${names.find((name) => name.startsWith('argon2-')) ?? 'argon2'}`);
})();

/** Actions that Node.js refuses to JavaScript. */
const scripts = {
  'start a thread': `await once(new Worker('', { eval: true }), 'exit');`,
  'reach into Node.js': `process.binding('fs');`,
  'run text as code': `new Function('return 1')();`,
};

/** Actions that Node.js refuses to JavaScript, and the kernel to all code. */
const files = {
  'read a secret': `fs.readFileSync(${said(pepper)});`,
  'list the data folder': `fs.readdirSync(${said(data)});`,
  'read a file of the system': `fs.readFileSync('/etc/hosts');`,
  'import another file': `await import(${said(pathToFileURL(other))});`,
  'append to a file': `fs.appendFileSync(${said(pepper)}, '');`,
  'create a file': `fs.writeFileSync(${said(join(data, 'created'))}, '');`,
  'change the mode of a file': `fs.chmodSync(${said(pepper)}, 0o600);`,
  'start a program': `const { error } = spawnSync(process.execPath, ['-v']); if (error) throw error;`,
  'load an addon': `process.dlopen({ exports: {} }, ${said(addon)});`,
  'open the inspector': `inspector.open(0); inspector.url().length;`,
};
const linuxFiles = {
  'read the environment of its parent': `fs.readFileSync('/proc/' + process.ppid + '/environ');`,
  'read its own environment': `fs.readFileSync('/proc/self/environ');`,
};

/** Actions that the kernel refuses to all code, and Node.js allows, or did before version 25. */
const kernel = {
  'follow a link out of its folder': `fs.readFileSync(import.meta.dirname + '/cmaps/link');`,
  'connect to a server': `await once(net.connect(${said(portOf(tcp))}, '127.0.0.1'), 'connect');`,
  'listen for connections': `await once(net.createServer().listen(0), 'listening');`,
  'send a datagram': `
    const socket = dgram.createSocket('udp4');
    const refused = once(socket, 'error').then(([error]) => { throw error; });
    await Promise.race([promisify(socket.send.bind(socket))('x', ${udp.address().port}, '127.0.0.1'), refused]);`,
  'signal its parent': `process.kill(process.ppid, 0);`,
};

function portOf(server: net.Server): number {
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** A program that attempts all of that, and sends for each attempt `done`, or why it failed. */
const attempts = program(`
  const { once } = await import('node:events');
  const { promisify } = await import('node:util');
  const { spawnSync } = await import('node:child_process');
  const { Worker } = await import('node:worker_threads');
  const [fs, net, dgram, inspector] = await Promise.all(
    ['fs', 'net', 'dgram', 'inspector'].map((name) => import('node:' + name)));
  const outcomes = {};
  const attempt = async (name, run) => {
    outcomes[name] = await run().then(() => 'done', (error) => error.code ?? error.name);
  };
  ${Object.entries({ ...scripts, ...files, ...linuxFiles, ...kernel })
    .map(([name, code]) => `await attempt(${said(name)}, async () => { ${code} });`)
    .join('\n')}
  say({ piece: { head: { title: 't' } } });
  say({ piece: { text: JSON.stringify(outcomes) } });
  done();`);
mkdirSync(join(dirname(attempts), 'cmaps'));
symlinkSync(pepper, join(dirname(attempts), 'cmaps', 'link'));

/** Starts a program as the pool does, but for its flags. */
function startWith(file: string, start: Partial<Start>) {
  const child = fork(file, [], { ...start, env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  child.send({ run: true });
  return child;
}

/** The names of the attempts that succeeded. */
const doneOf = (outcomes: string): string[] =>
  Object.entries(JSON.parse(outcomes)).flatMap(([name, outcome]) => (outcome === 'done' ? [name] : []));

/** Runs the attempts without an extractor. */
async function doneWith(start: Partial<Start>): Promise<string[]> {
  const child = startWith(attempts, start);
  const outcomes = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code, signal) => reject(new Error(`exit ${signal ?? code}`)));
    child.on('message', (message: { piece?: { text?: string } }) => {
      if (message.piece?.text !== undefined) resolve(message.piece.text);
    });
  });
  child.kill('SIGKILL');
  return doneOf(outcomes);
}

test('a program in place of the extractor reaches nothing but its own files', async () => {
  const { documents } = await extraction(create({ program: attempts }), 'text', 'text');
  expect(doneOf(documents[0]?.text ?? '')).toEqual(layers.includes('signals') ? [] : Object.keys(kernel));
});

describe.runIf(layers.length > 0)('on Linux with Perl', () => {
  const start = confine(attempts, processLimits);

  test('every attempt succeeds without a sandbox', async () => {
    const all = { ...scripts, ...files, ...linuxFiles, ...kernel };
    expect(await doneWith({ execArgv: [] })).toEqual(Object.keys(all));
  });

  test.runIf(layers.includes('signals'))('the kernel refuses them to native code, too', async () => {
    // Native code is not held by what Node.js checks.
    const checks = /^--(?:(?:experimental-)?permission$|allow-fs-read|no-addons|disallow-code)/;
    const execArgv = start.execArgv.filter((flag) => !checks.test(flag));
    expect(await doneWith({ ...start, execArgv })).toEqual(Object.keys(scripts));
  });

  test.runIf(process.arch === 'x64')('system calls that Node.js never makes are refused, too', () => {
    const parent = 'getppid';
    // Each by its number on x64, with arguments that it would take.
    const calls = {
      ...{ socket: '41, 1, 1', socketpair: '53, 1, 1', io_uring_setup: '425, 4', fork: '57', clone: '56, 17' },
      ...{ kill: `62, ${parent}`, tgkill: `234, ${parent}, ${parent}`, rt_sigqueueinfo: `129, ${parent}` },
      ...{ prlimit64: `302, ${parent}, 1`, process_vm_readv: `310, ${parent}`, pidfd_open: `434, ${parent}` },
      ...{ setpriority: `141, 0, ${parent}`, ptrace: `101, 16, ${parent}`, unshare: '272', keyctl: '250' },
    };
    const probes = Object.entries(calls).map(
      ([name, numbers]) => `syscall(${numbers}, 0, 0, 0, 0, 0); print "${name} " if $! != 1; $! = 0;`,
    );
    const run = (...args: string[]) => execFileSync('/usr/bin/perl', args, { env: {}, encoding: 'utf8' });
    // Perl stands for native code, and may load what Perl needs.
    const maps = run('-e', 'open F, "/proc/self/maps"; print <F>').matchAll(/ r-xp [^/\n]*(\/.+)$/gm);
    const perl = Array.from(maps, ([, path]) => `-x${path}`);
    const launcher = start.execArgv.slice(0, start.execArgv.indexOf('--'));
    expect(run(...launcher, ...perl, '--', '/usr/bin/perl', '-e', probes.join('\n'))).toBe('');
  });

  test('a process has no file of its parent open, and limits of its own', async () => {
    const file = program(`say({ ready: true });`);
    const child = startWith(file, confine(file, processLimits));
    await once(child, 'message');
    const read = (name: string) => readFileSync(`/proc/${child.pid}/${name}`, 'utf8');
    const open = readdirSync(`/proc/${child.pid}/fd`).map((fd) => readlinkSync(`/proc/${child.pid}/fd/${fd}`));
    expect(open.filter((path) => path.startsWith('/') && path !== '/dev/null')).toEqual([]);
    expect(open.filter((path) => path.startsWith('socket:'))).toHaveLength(1);
    expect(read('limits')).toMatch(/^Max file size\s+0\s+0/m);
    expect(read('limits')).toMatch(/^Max cpu time\s+600\s+601/m);
    expect(read('limits')).toMatch(/^Max core file size\s+0\s+0/m);
    expect(read('status')).toMatch(/^NoNewPrivs:\s+1$/m);
    expect(read('status')).toMatch(/^Seccomp:\s+2$/m);
    child.kill('SIGKILL');
  });

  // From this version on the kernel has slices of threads.
  const [major = 0, minor = 0] = release().split('.').map(Number);
  test.runIf(process.arch === 'x64' && (major > 6 || (major === 6 && minor >= 12)))(
    'a process has long slices, so that the server gets its core as soon as it wakes up',
    async () => {
      const file = program(`say({ ready: true });`);
      const child = startWith(file, confine(file, processLimits));
      await once(child, 'message');
      // sched_getattr: policy, niceness, and slice in ns.
      const ask = `syscall(315, ${child.pid}, my $all = " " x 48, 48, 0); print join " ", (unpack "LLQlLQ", $all)[1, 3, 5]`;
      const attributes = execFileSync('/usr/bin/perl', ['-e', ask], { env: {}, encoding: 'utf8' });
      child.kill('SIGKILL');
      expect(attributes).toBe(`0 ${Math.max(niceness, getPriority())} 100000000`);
    },
  );

  test('the kernel ends a process whose life has had its CPU time', async () => {
    const endless = create({ program: program('for (;;);'), limits: { lifeMs: 1_000 } });
    await expect(extraction(endless, 'text', 'text')).rejects.toMatchObject({
      code: 'parse_timeout',
      detail: 'exit SIGXCPU',
    });
  });
});
