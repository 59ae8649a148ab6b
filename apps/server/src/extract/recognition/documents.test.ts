import { describe, expect, test } from 'vitest';
import type { RecognitionLimits } from '../limits.ts';
import { extractors, latin1, reader, readFile, utf8 } from '../testing/extracting.ts';
import { writePdf } from '../testing/pdf-writer.ts';
import { programs } from '../testing/programs.ts';
import { scanPng, scanText, showScan } from '../testing/scans.ts';
import { findProgram } from './find-program.ts';

const create = extractors();
const program = programs();
const path = process.env['PATH'] ?? '';

type Command = readonly [string, ...string[]];
const withCommand = (command: Command, limits: Partial<RecognitionLimits> = {}, more: { program?: string } = {}) =>
  create({ recognition: { command, path, languageFolder: undefined }, recognitionLimits: limits, ...more });
/** A command that prints the width and the height of a PNG, as bytes. */
const sizes: Command = ['od', '-An', '-tu1', '-j16', '-N8'];

const sizing = withCommand(sizes);
const png = { name: 'sign.png', bytes: scanPng() };
const pdf = (...pages: Parameters<typeof writePdf>[0]['pages'][number][]) => ({
  name: 'x.pdf',
  bytes: writePdf({ pages }),
});
const scanned = { content: showScan() };
const typed = [{ text: 'Typed' }];

test('without a command, pictures and scans have the reason that they had', async () => {
  const extractor = create();
  await expect(readFile(extractor, png)).rejects.toMatchObject({
    code: 'unsupported_type',
    message: 'This is a PNG image.',
  });
  await expect(readFile(extractor, pdf(scanned))).rejects.toMatchObject({
    code: 'no_text',
    message: 'The PDF has no text. It is probably a scan: its pages are images.',
  });
});

test('with a command, pictures are known by their first bytes, and other files are what they were', () => {
  const kindOf = (bytes: string) => sizing.kindOf('x.txt', '', latin1(bytes));
  for (const bytes of ['\x89PNG\r\n', '\xff\xd8\xff\xe0', 'II*\0', 'MM\0*', 'RIFF\0\0\0\0WEBPVP8 '])
    expect(kindOf(bytes)).toBe('picture');
  for (const bytes of ['GIF89a\0', '\0\0\0\x18ftypheic'])
    expect(kindOf(bytes)).toMatchObject({ code: 'unsupported_type' });
  expect(kindOf('text')).toBe('text');
});

test('a picture and the scanned pages of a PDF go to the command', async () => {
  const read = await readFile(sizing, png);
  // 620 is 2 × 256 + 108.
  expect([read.title, read.text.split(/\s+/).join(' ')]).toEqual(['sign', '0 0 2 108 0 0 0 130']);
  expect(read.warnings).toMatchObject([{ code: 'text_recognised' }]);
  const { text, marks, warnings } = await readFile(sizing, pdf(typed, scanned, typed, scanned));
  expect(text.split('\n\n').map((block) => block.split(/\s+/).at(0))).toEqual(['Typed', '0', 'Typed', '0']);
  expect(marks.map(({ page }) => page)).toEqual([1, 2, 3, 4]);
  expect(warnings.map(({ message }) => message)).toEqual([expect.stringMatching(/^The text of 2 pages .*: 2, 4\.$/)]);
});

test('a PDF whose pages have text, and any other file, is read without the command', async () => {
  expect((await readFile(sizing, pdf(typed, typed))).warnings).toEqual([]);
  expect((await readFile(sizing, { name: 'a.txt', bytes: utf8('Text') })).text).toBe('Text');
});

test.each([
  [
    'fails',
    ['sh', '-c', 'echo "No language files" >&2; exit 1'],
    'parse_crashed',
    /: exit code 1 \(No language files\)\.$/,
  ],
  ['recognises nothing', ['echo', ' '], 'no_text', /^No text was recognised/],
  ['hangs', ['sleep', '300'], 'parse_timeout', /longer than 0\.3 s/],
  ['isn’t there', ['parley-no-such-program'], 'internal_error', /can’t be started/],
] as const)('a picture for which the command %s has a clear reason, and no text', async (_, command, code, message) => {
  const extractor = withCommand([...command] as Command, code === 'parse_timeout' ? { ms: 300 } : {});
  await expect(readFile(extractor, png)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
});

test('the pages with text stay, whatever becomes of the command', async () => {
  const { text, warnings } = await readFile(withCommand(['parley-no-such-program']), pdf(typed, scanned));
  expect(text).toBe('Typed');
  expect(warnings).toContainEqual({
    code: 'recognition_failed',
    message: expect.stringMatching(/^The text of pages that are images was not recognised: .*can’t be started\.$/),
  });
});

test('the time of the command is bounded for a document', async () => {
  const { text, warnings } = await readFile(
    withCommand(['echo', 'Text'], { documentMs: 1 }),
    pdf(scanned, scanned, scanned),
  );
  expect(text).toBe('Text');
  expect(warnings[1]).toMatchObject({ code: 'recognition_ended', message: expect.stringMatching(/: 2, 3\.$/) });
});

test('the time of the command isn’t that of the parser', { tags: 'nightly' }, async () => {
  const asking = program(
    `process.send({ picture: new Uint8Array(4) });
    process.send({ recognise: true });`,
    `import { performance } from 'node:perf_hooks';
    process.on('disconnect', () => process.exit());
    process.on('message', (message) => {
      if (message.run) run();
      else if (message.recognised) {
        process.send({ piece: { head: { title: 't' } } });
        process.send({ piece: { text: message.recognised } });
      } else if (message.recognisedAll) process.send({ done: true });
    });`,
  );
  const extractor = create({
    recognition: { command: ['sh', '-c', 'sleep 6; wc -c'], path, languageFolder: undefined },
    program: asking,
    limits: { ms: 5_000 },
  });
  expect((await readFile(extractor, png)).text).toMatch(/^\s*4\s*$/);
});

test('a process that sends what no sound one does is killed', async () => {
  const hostile = {
    'a picture without being asked for one': [`process.send({ picture: new Uint8Array(1) });`, 'text'],
    'no bytes': [`process.send({ picture: 'text' });`, 'picture'],
    'a large piece': [`process.send({ picture: new Uint8Array(300_000) });`, 'picture'],
    'more than a picture may have': [
      `for (let at = 0; at < 20; at += 1) process.send({ picture: new Uint8Array(200_000) });`,
      'picture',
    ],
    'a picture before the answer to the last one': [
      `process.send({ recognise: true }); process.send({ recognise: true });`,
      'picture',
    ],
  } as const;
  const outcomes = Object.entries(hostile).map(async ([name, [code, kind]]) => {
    const extractor = withCommand(['sleep', '300'], { bytes: 3_000_000 }, { program: program(code) });
    const outcome = await extractor.extract({ kind, bytes: utf8('text') }, reader).catch((error: unknown) => error);
    return [name, (outcome as { code?: string }).code];
  });
  expect(await Promise.all(outcomes)).toEqual(Object.keys(hostile).map((name) => [name, 'parse_crashed']));
});

describe.runIf(findProgram('tesseract', path) !== undefined)('Tesseract', () => {
  test('reads a picture and a scanned page', async () => {
    const extractor = withCommand(['tesseract', '-', '-', '-l', 'eng']);
    const [picture, scan] = await Promise.all([readFile(extractor, png), readFile(extractor, pdf(typed, scanned))]);
    expect(picture.text).toBe(scanText);
    expect(scan.text).toBe(`Typed\n\n${scanText}`);
    expect(scan.marks.map(({ page }) => page)).toEqual([1, 2]);
  });

  test('says why a broken picture isn’t read', async () => {
    const broken = { name: 'a.png', bytes: scanPng().slice(0, 300) };
    await expect(readFile(withCommand(['tesseract', '-', '-']), broken)).rejects.toMatchObject({
      code: 'parse_crashed',
      message: expect.stringMatching(/^Text recognition \(OCR\) failed: exit code 1 \(.+\)\.$/),
    });
  });
});
