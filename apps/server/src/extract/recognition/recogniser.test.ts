import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { recognitionLimits } from '../limits.ts';
import { confineCommand, kernelLayers } from '../process/sandbox.ts';
import { utf8 } from '../testing/extracting.ts';
import { createRecogniser } from './recogniser.ts';

const layers = await kernelLayers();
const never = new AbortController().signal;
const folder = mkdtempSync(join(tmpdir(), 'parley-ocr-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Command = readonly [string, ...string[]];

const create = (command: Command, limits: Partial<typeof recognitionLimits> = {}, languageFolder?: string) =>
  createRecogniser({ command, path: process.env['PATH'] ?? '', languageFolder }, { ...recognitionLimits, ...limits });

const run = (command: Command, { picture = utf8('picture'), ...limits }: { picture?: Uint8Array; ms?: number } = {}) =>
  create(command, limits).recognise(picture, never);
const shell = (script: string) => ['sh', '-c', script] as const;

/** A program in a file of its own. */
function programOf(name: string, source: string): string {
  const file = join(folder, name);
  writeFileSync(file, source);
  chmodSync(file, 0o755);
  return file;
}

/** The processes that have a word among their arguments. */
const processesWith = (word: string): number[] =>
  readdirSync('/proc').flatMap((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0').includes(word)
        ? [Number(name)]
        : [];
    } catch {
      // It ended meanwhile.
      return [];
    }
  });

let count = 0;
/** A word that no other process has. */
const newWord = () => {
  count += 1;
  return `parley-ocr-${process.pid}-${count}`;
};

/** Two processes that don't end, with a word among their arguments. */
const endless = (word: string) => ['sh', '-c', `sh -c "sleep 300; :" ${word} & wait`, word] as const;

test('the command gets the picture, and its text is UTF-8', async () => {
  const picture = new Uint8Array(Buffer.alloc(3_000_000, 'x'));
  expect(await run(shell('wc -c'), { picture })).toMatch(/^\s*3000000\s*$/);
  expect(await run(shell('printf "Grüße\\n"'))).toBe('Grüße\n');
  expect(await run(shell(`printf 'a\\377b'`))).toBe('a\ufffdb');
  expect(await run(shell('exit 0'), { picture })).toBe('');
});

test('a program in a file of its own runs, and so does Node.js', async () => {
  const script = programOf('fake.mjs', `process.stdin.on('data', (bytes) => process.stdout.write('Read ' + bytes));`);
  expect(await run([process.execPath, script])).toBe('Read picture');
  expect(await run([programOf('fake', '#!/bin/sh\ncat\n')])).toBe('picture');
});

test('the command has none of the secrets of the environment', async () => {
  process.env['PARLEY_TEST_SECRET'] = 'secret';
  const words = await create(shell('env; pwd'), {}, '/usr/share').recognise(utf8(''), never);
  delete process.env['PARLEY_TEST_SECRET'];
  const names = words.split('\n').flatMap((line) => /^(\w+)=/.exec(line)?.[1] ?? []);
  const set = ['PATH', 'LANG', 'OMP_THREAD_LIMIT', 'TESSDATA_PREFIX'];
  // Shells set some of their own.
  expect(names.filter((name) => !['PWD', 'SHLVL', '_', 'OLDPWD'].includes(name)).sort()).toEqual(set.sort());
  expect(words).toContain('TESSDATA_PREFIX=/usr/share\n');
  expect(words).toMatch(/\n\/\n$/);
});

test.each([
  ['with words', 'echo >&2; echo "  Bad\tpicture: x" >&2; echo More >&2; exit 3', 'exit code 3 (Bad picture: x).'],
  ['without words', 'exit 1', 'exit code 1.'],
  ['by a signal', 'kill -SEGV $$; sleep 60', 'ended by SIGSEGV.'],
  [
    'with endless words',
    'yes Error | head -c 1000000 | tr "\\n" " " >&2; exit 1',
    `exit code 1 (${'Error '.repeat(27).slice(0, 160)}).`,
  ],
])('a command that fails %s is a clear reason', async (_, script, reason) => {
  await expect(run(shell(script))).rejects.toMatchObject({
    code: 'parse_crashed',
    message: `Text recognition (OCR) failed: ${reason}`,
    retry: false,
  });
});

test('a command that isn’t there is the operator’s to mend, and is tried again', async () => {
  writeFileSync(join(folder, 'plain'), 'not to be executed');
  for (const program of ['parley-no-such-program', join(folder, 'none'), folder, join(folder, 'plain')]) {
    await expect(run([program])).rejects.toMatchObject({
      code: 'internal_error',
      message: 'The text recognition (OCR) of the service can’t be started.',
      retry: true,
    });
  }
});

test('a flood of text or errors ends', async () => {
  await expect(run(shell('yes'))).rejects.toMatchObject({
    code: 'parse_crashed',
    message: expect.stringContaining('more than 1,048,576 bytes'),
  });
  expect(await run(shell('yes | head -c 5000000 >&2; echo Text'))).toBe('Text\n');
});

describe.runIf(existsSync('/proc/self/cmdline'))('the processes of a command', () => {
  test('are gone when its time is over', async () => {
    const word = newWord();
    await expect(run(endless(word), { ms: 200 })).rejects.toMatchObject({ code: 'parse_timeout', retry: false });
    await expect.poll(() => processesWith(word)).toEqual([]);
  });

  test('are gone when its result isn’t wanted any more, and when the recogniser is closed', async () => {
    const [word, other] = [newWord(), newWord()];
    const controller = new AbortController();
    const aborted = create(endless(word)).recognise(utf8(''), controller.signal);
    const recogniser = create(endless(other));
    const closed = recogniser.recognise(utf8(''), never);
    await expect.poll(() => [processesWith(word), processesWith(other)].map(({ length }) => length)).toEqual([2, 2]);
    const reason = new Error('Enough.');
    controller.abort(reason);
    await expect(aborted).rejects.toBe(reason);
    await Promise.all([expect(closed).rejects.toMatchObject({ code: 'parse_crashed' }), recogniser.close()]);
    await expect.poll(() => [...processesWith(word), ...processesWith(other)]).toEqual([]);
    await expect(recogniser.recognise(utf8(''), never)).rejects.toThrow('closed');
    await expect(create(endless(word)).recognise(utf8(''), controller.signal)).rejects.toBe(reason);
    expect(processesWith(word)).toEqual([]);
  });

  test('are gone after it has ended well', async () => {
    const word = newWord();
    const left = shell(`sh -c "sleep 300; :" ${word} <&- >&- 2>&- & echo Text`);
    expect(await run(left)).toBe('Text\n');
    await expect.poll(() => processesWith(word)).toEqual([]);
  });

  test.runIf(layers.includes('parent'))('end with a server that is killed', async () => {
    const { file, args } = confineCommand(['sleep', '300'], [], { memoryMiB: 100, lifeMs: 60_000 });
    const parent = programOf(
      'parent.mjs',
      `import { spawn } from 'node:child_process';
      const { pid } = spawn(${JSON.stringify(file)}, ${JSON.stringify(args)}, { detached: true });
      process.stdout.write(String(pid));
      setInterval(() => {}, 1_000);`,
    );
    const server = spawn(process.execPath, [parent], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [pid] = (await once(server.stdout, 'data')).map(Number);
    await expect.poll(() => commandOf(pid)).toMatch(/^sleep/);
    server.kill('SIGKILL');
    await expect.poll(() => commandOf(pid), { timeout: 30_000 }).toBe('');
  });
});

/** The arguments of a process; empty if it is gone. */
function commandOf(pid: number | undefined): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

describe.runIf(layers.includes('files'))('on Linux with Perl, the kernel', () => {
  const secret = join(folder, 'secret');
  writeFileSync(secret, 'secret');
  const socket = 'use Socket; socket(S, PF_INET, SOCK_STREAM, 0) or die "no socket\\n"';

  test.each([
    ['reads a secret', `cat ${secret}`],
    ['reads the environment of the server', 'cat /proc/$PPID/environ'],
    ['writes a file', `echo x > ${join(folder, 'written')}`],
    ['opens a socket', `perl -e '${socket}'`],
    ['signals the server', 'kill -0 $PPID'],
    ['asks for more memory than it may have', `perl -e '$x = "x" x (3 * 2 ** 30)'`],
  ])('refuses a command that %s', async (_, script) => {
    await expect(run(shell(script))).rejects.toMatchObject({ code: 'parse_crashed' });
  });

  test('allows the files that the operator names', async () => {
    expect(await run(['cat', secret])).toBe('secret');
    expect(await run(shell('perl -e \'$x = "x" x (2 ** 20); print length $x\''))).toBe('1048576');
  });
});
