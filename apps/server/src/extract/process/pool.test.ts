import { fork } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { processLimits } from '../limits.ts';
import { extraction, extractors, reader, utf8 } from '../testing/extracting.ts';
import { programs } from '../testing/programs.ts';
import { bundledProgram } from './child.ts';
import { confine, kernelLayers } from './sandbox.ts';

const create = extractors();
const program = programs();
const layers = await kernelLayers();
const head = `say({ piece: { head: { title: 't' } } });`;
const text = (extractor: ReturnType<typeof create>, input = 'text') => extraction(extractor, 'text', input);

/** The processes of a program that this process started. */
const childrenOf = (file: string, parent = process.pid): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => commandOf(pid).includes(file) && parentOf(pid) === parent);

const commandOf = (pid: number): string[] => read(pid, 'cmdline').split('\0');
/** Its state and parent stand after its name, which is in parentheses. */
const statOf = (pid: number): string[] => read(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
const parentOf = (pid: number): number => Number(statOf(pid)[1]);
const isAlive = (pid: number): boolean => !['', 'Z', 'X', undefined].includes(statOf(pid)[0]);
const read = (pid: number, name: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    // It ended meanwhile.
    return '';
  }
};

test('work beyond the time cap fails, and the next document has a new process', async () => {
  const endless = create({ program: program('for (;;);'), limits: { ms: 300 } });
  await expect(text(endless)).rejects.toMatchObject({ code: 'parse_timeout', retry: false });
  await expect(text(endless, 'other')).rejects.toMatchObject({ code: 'parse_timeout' });
});

test('bytes that took too long are read again for others, and once on request', async () => {
  const endless = create({ program: program('for (;;);'), limits: { ms: 200 } });
  const read = (account: string, since?: number) =>
    endless
      .extract({ kind: 'text', bytes: utf8('text') }, { ...reader, account, since })
      .catch((error: unknown) => error);
  const first = await read('acct_1');
  expect(await read('acct_1')).toBe(first);
  expect(await read('acct_2')).not.toBe(first);
  const asked = performance.now();
  const second = await read('acct_1', asked);
  expect(second).not.toBe(first);
  expect(await read('acct_1', asked)).toBe(second);
  expect(await read('acct_1')).toBe(second);
});

test('documents of an account that never end leave a process to others', async () => {
  const extractor = create({
    program: program(`if (bytes > 4) return; ${head} say({ piece: { text: 'fine' } }); done();`),
  });
  const controller = new AbortController();
  const hanging = Array.from({ length: 6 }, () =>
    extractor.extract({ kind: 'text', bytes: utf8('longer') }, { account: 'acct_1', signal: controller.signal }),
  );
  const ends = Promise.allSettled(hanging);
  for (const account of ['acct_2', 'acct_3']) {
    const { documents } = await extractor.extract({ kind: 'text', bytes: utf8('text') }, { ...reader, account });
    expect(documents).toHaveLength(1);
  }
  controller.abort(new Error('Enough.'));
  expect((await ends).every(({ status }) => status === 'rejected')).toBe(true);
});

test('a parser that fails at some bytes fails for good', async () => {
  const failing = create({ program: program(`say({ failed: { code: 'parse_crashed', detail: 'x' } });`) });
  await expect(text(failing)).rejects.toMatchObject({ code: 'parse_crashed', retry: false });
  const crashing = create({ program: program(`process.kill(process.pid, 'SIGSEGV');`) });
  await expect(text(crashing)).rejects.toMatchObject({ code: 'parse_crashed', retry: false });
});

test('a full heap fails the document only', async () => {
  const file = program(`if (bytes > 4) { const all = []; for (;;) all.push({ a: new Array(1000).fill(1.5) }); }
    ${head} say({ piece: { text: 'fine' } }); done();`);
  const extractor = create({ program: file, limits: { heapMiB: 40 } });
  const failed = text(extractor, 'longer');
  await expect(failed).rejects.toMatchObject({ code: 'too_complex', retry: false });
  expect((await text(extractor)).documents).toMatchObject([{ text: 'fine' }]);
});

test('memory outside of the heap is capped', async () => {
  // Less than Node.js takes to start: every document exceeds it.
  const extractor = create({ limits: { residentMiB: 8 } });
  await expect(extraction(extractor, 'html', '<p>x</p>'.repeat(500_000))).rejects.toMatchObject({
    code: 'too_complex',
  });
});

test('a process that ends fails its document, and is replaced', async () => {
  const extractor = create({
    program: program(`if (bytes > 4) process.exit(3); ${head} say({ piece: { text: 'fine' } }); done();`),
  });
  for (let round = 0; round < 3; round += 1) {
    await expect(text(extractor, 'longer')).rejects.toMatchObject({
      code: 'parse_crashed',
      retry: true,
      detail: 'exit 3',
    });
    expect((await text(extractor)).documents).toHaveLength(1);
  }
});

test('a program that can’t start fails the document', async () => {
  await expect(text(create({ program: '/nowhere/program.mjs' }))).rejects.toMatchObject({ code: 'parse_crashed' });
});

/** Messages of a process that a hostile document took over. */
const lies: Record<string, string> = {
  'text without a document': `say({ piece: { text: 'x' } }); done();`,
  'a piece of an unknown kind': `${head} say({ piece: { other: 1 } }); done();`,
  'text that is no string': `${head} say({ piece: { text: { length: 1 } } }); done();`,
  'a lone surrogate': `${head} say({ piece: { text: '\\ud800' } }); done();`,
  NUL: `${head} say({ piece: { text: 'a\\0' } }); done();`,
  'a piece beyond its bound': `${head} say({ piece: { text: 'x'.repeat(300_000) } }); done();`,
  'text without end': `${head} const text = 'x'.repeat(200_000); const go = () => process.send({ piece: { text } }, undefined, undefined, (error) => { if (!error) go(); }); go();`,
  'documents without end': `const go = () => process.send({ piece: { head: { title: 't' } } }, undefined, undefined, (error) => { if (!error) go(); }); go();`,
  'a mark beyond the text': `${head} say({ piece: { text: 'x' } }); say({ piece: { marks: [{ at: 5, page: 1 }] } }); done();`,
  'marks out of order': `${head} say({ piece: { text: 'xxx' } }); say({ piece: { marks: [{ at: 2, page: 1 }, { at: 1, page: 2 }] } }); done();`,
  'a heading of level 0': `${head} say({ piece: { text: 'x' } }); say({ piece: { marks: [{ at: 0, heading: { level: 0, text: 'x' } }] } }); done();`,
  'an invalid link': `${head} say({ piece: { links: ['nowhere'] } }); done();`,
  'a title beyond its bound': `say({ piece: { head: { title: 'x'.repeat(1000) } } }); done();`,
  nothing: `say(null);`,
  'a failure of an unknown code': `say({ failed: { code: 'made_up' } });`,
  'chunks for an extraction': `${head} say({ piece: { cuts: [[0, 1, null, []]] } }); done();`,
};

test.each(Object.entries(lies))('an answer with %s is refused', async (_, run) => {
  await expect(text(create({ program: program(run) }))).rejects.toMatchObject({ code: 'parse_crashed' });
});

test('chunks that are no slices are refused', async () => {
  const documents = [{ title: 't', text: 'some text', marks: [] }];
  const cuts = [
    '[0, 100, null, []]',
    '[5, 2, null, []]',
    '[-1, 2, null, []]',
    '[0.5, 2, null, []]',
    '[0, 2, 0, []]',
    '[0, 2, null, [1]]',
    '[0, 4, null, []], [3, 5, null, []]',
  ];
  for (const cut of cuts) {
    const extractor = create({ program: program(`${head} say({ piece: { cuts: [${cut}] } }); done();`) });
    await expect(extractor.prepare(documents, reader)).rejects.toMatchObject({ code: 'parse_crashed' });
  }
  await expect(create({ program: program('done();') }).prepare(documents, reader)).rejects.toMatchObject({
    code: 'parse_crashed',
  });
});

test('work in line starts when a place is free; an abort takes it out of the line', async () => {
  const extractor = create({
    program: program(`if (bytes > 4) return; ${head} say({ piece: { text: 'fine' } }); done();`),
    limits: { processes: 1 },
  });
  const first = new AbortController();
  const waiting = new AbortController();
  const extract = (input: string, { signal }: AbortController) =>
    extractor.extract({ kind: 'text', bytes: utf8(input) }, { account: 'acct_1', signal });
  const running = extract('longer', first);
  const aborted = extract('text', waiting);
  const last = text(extractor);
  const reason = new Error('Enough.');
  waiting.abort(reason);
  await expect(aborted).rejects.toBe(reason);
  first.abort(reason);
  await expect(running).rejects.toBe(reason);
  expect((await last).documents).toHaveLength(1);
  await expect(extract('text', first)).rejects.toBe(reason);
});

test('twenty megabytes go in, and more is refused before', async () => {
  const extractor = create({ program: program(`${head} say({ piece: { text: String(bytes) } }); done();`) });
  const bytes = new Uint8Array(20 * 2 ** 20);
  const { documents } = await extractor.extract({ kind: 'text', bytes }, reader);
  expect(documents[0]?.text).toBe(String(bytes.length));
  await expect(
    extractor.extract({ kind: 'text', bytes: new Uint8Array(bytes.length + 1) }, reader),
  ).rejects.toMatchObject({ code: 'too_large' });
});

describe.runIf(existsSync('/proc/self/stat'))('the processes', () => {
  test('are as many as allowed, and none once the extractor is closed', async () => {
    const file = program(`if (bytes > 4) return; ${head} say({ piece: { text: 'fine' } }); done();`);
    const extractor = create({ program: file, limits: { idle: 2 } });
    expect(childrenOf(file)).toEqual([]);
    const read = (input: string) => (account: string) =>
      extractor.extract({ kind: 'text', bytes: utf8(input) }, { ...reader, account });
    const accounts = ['acct_1', 'acct_1', 'acct_2', 'acct_2', 'acct_3', 'acct_3'];
    await Promise.all(accounts.map(read('text')));
    expect(childrenOf(file)).toHaveLength(2);
    const hanging = accounts.slice(0, 3).map(read('longer'));
    const results = Promise.allSettled(hanging);
    await extractor.close();
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(childrenOf(file)).toEqual([]);
    await expect(text(extractor)).rejects.toThrow('closed');
    expect(childrenOf(file)).toEqual([]);
  });

  test('end when they were idle, and one that grew is replaced', async () => {
    const file = program(
      `if (bytes > 4) globalThis.kept = new Uint8Array(200 * 2 ** 20).fill(1);
      ${head} say({ piece: { text: String(process.pid) } }); done();`,
    );
    const extractor = create({ program: file, limits: { idleMs: 50, residentMiB: 400 } });
    await text(extractor, 'longer');
    expect(childrenOf(file)).toEqual([]);
    await text(extractor);
    await expect.poll(() => childrenOf(file), { timeout: 30_000 }).toEqual([]);
  });

  test.each([3, 1])('serve one account each, with %d idle ones', async (idle) => {
    const file = program(`${head} say({ piece: { text: String(process.pid) } }); done();`);
    const extractor = create({ program: file, limits: { idle } });
    const served = new Map<string, Set<string>>();
    const read = async (account: string) => {
      const { documents } = await extractor.extract({ kind: 'text', bytes: utf8('text') }, { ...reader, account });
      const [pid] = documents.map(({ text }) => text.slice(0, text.length));
      served.set(account, (served.get(account) ?? new Set()).add(pid ?? ''));
    };
    const accounts = ['acct_1', 'acct_2', 'acct_3', 'acct_1', 'acct_2', 'acct_3'];
    for (const account of accounts) await read(account);
    await Promise.all(accounts.map(read));
    const pids = [...served.values()].flatMap((each) => [...each]);
    expect(new Set(pids).size).toBe(pids.length);
    expect(childrenOf(file)).toHaveLength(idle);
    if (idle === accounts.length / 2) expect(pids).toHaveLength(idle);
  });

  test('know no variable of the environment', async () => {
    process.env['PARLEY_TEST_SECRET'] = 'secret';
    const file = program(`${head} say({ piece: { text: JSON.stringify(process.env) } }); done();`);
    const { documents } = await text(create({ program: file }));
    delete process.env['PARLEY_TEST_SECRET'];
    expect(documents[0]?.text).toBe('{}');
  });

  test.runIf(layers.includes('parent'))('end with their parent, even within a document', async () => {
    // A parent that starts the real program with a document that takes it long, and is then killed.
    const source = `
      const child = fork(${JSON.stringify(bundledProgram)}, [], {
        ...${JSON.stringify(confine(bundledProgram, processLimits))},
        env: {}, serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
      child.send({ task: { kind: 'extract', format: 'html' } });
      const bytes = new Uint8Array(Buffer.alloc(5_000_000, '<b>x'));
      for (let round = 0; round < 4; round += 1) child.send({ piece: { bytes } });
      child.send({ run: true }, () => process.send(child.pid));`;
    const parent = fork(program(source, `import { fork } from 'node:child_process';\nprocess.nextTick(() => run());`), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const pid = await new Promise<number>((resolve) => parent.once('message', (message) => resolve(Number(message))));
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(() => isAlive(pid), { timeout: 30_000 }).toBe(false);
  });
});
