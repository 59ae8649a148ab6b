import fc from 'fast-check';
import { strToU8 } from 'fflate';
import { expect, test, vi } from 'vitest';
import { isComplete } from '../../testing/memory/level.ts';
import { announceSeed, runs } from '../../testing/processes/runs.ts';
import { type Format, formats, SourceFailure, sourceErrorCodes } from './document.ts';
import { paragraph, table, writeDocx } from './testing/docx-writer.ts';
import { extraction, extractors, latin1, reader } from './testing/extracting.ts';
import { shape, writePptx } from './testing/office-writer.ts';
import { type PdfDraft, writePdf } from './testing/pdf-writer.ts';
import { scanPng } from './testing/scans.ts';
import { writeWorkbook } from './testing/workbook-writer.ts';

/**
 * The time of a task, in milliseconds: what takes more than linear time exceeds it by far. Extraction gives way to other
 * processes, so on a busy machine it can take longer than the two minutes that the service has.
 */
const ms = 400_000;
vi.setConfig({ testTimeout: ms + 20_000 });

const seed = announceSeed('apps/server/src/extract/hostile.test.ts');
const extractor = extractors()({ limits: { ms } });

/** Outcome of an input: the code of its failure, or `text` with the beginning of the text. */
const outcome = (format: Format, input: string | Uint8Array): Promise<string> =>
  extraction(extractor, format, input).then(
    ({ documents: [document] }) => {
      expect(document?.text.isWellFormed()).toBe(true);
      return `text ${document?.text.slice(0, 30)}`;
    },
    (error: unknown) => {
      if (!(error instanceof SourceFailure)) throw error;
      expect(sourceErrorCodes).toContain(error.code);
      expect(error.message).toMatch(/\.$/);
      expect(error.hint).toMatch(/\.$/);
      return error.code;
    },
  );

/** Repetitions of a hostile part. A fifth shows in `npm test` what grows faster than its input. */
const many = (count: number) => (isComplete ? count : count / 5);

const deep = (tag: string, depth = 5_000, text = 'deep') => `<${tag}>`.repeat(depth) + text + `</${tag}>`.repeat(depth);
const words = 'Words that a person may read, at last. '.repeat(5);

const pages: Record<string, readonly [html: string, expected: RegExp]> = {
  'nested 5,000 deep': [deep('div'), /^text deep$/],
  'nested 200,000 deep, never closed': [`${'<div>'.repeat(200_000)}deep`, /^text deep$/],
  'nested lists': [deep('ul><li', 5_000), /deep/],
  'nested tables': [`${'<table><tr><td>'.repeat(5_000)}deep`, /deep/],
  'nested inline elements': [deep('b', 100_000), /^text deep$/],
  'nested blockquotes and forms': [deep('blockquote><form', 3_000), /deep/],
  'nested svg': [`${deep('svg')}<p>${words}`, /^text Words/],
  'closing tags without opening ones': [`${'</div>'.repeat(200_000)}${words}`, /^text Words/],
  'other closing tags than opening ones': [`${'<div></p><span></b>'.repeat(50_000)}${words}`, /^text Words/],
  'tags that never end': [`<p>${words}${'<a href="'.repeat(100_000)}`, /^text Words/],
  'a comment that never ends': [`<p>${words}<!--${'-'.repeat(500_000)}`, /^text Words/],
  'comments that never end': [`<p>${words}${'<!--'.repeat(200_000)}`, /^text Words/],
  'a script that never ends': [`<p>${words}<script>${'</scrip'.repeat(100_000)}`, /^text Words/],
  'an attribute of a megabyte': [`<p class="${'x '.repeat(500_000)}">${words}`, /^text Words/],
  'a hundred thousand attributes': [
    `<p ${Array.from({ length: 100_000 }, (_, at) => `a${at}=1`).join(' ')}>${words}`,
    /^text Words/,
  ],
  'attributes of blanks': [`<p a${' '.repeat(500_000)}b${' '.repeat(500_000)}>${words}`, /^text Words/],
  'a million entities': [`<p>${'&amp;'.repeat(many(500_000))}`, /^text &&&/],
  'unknown entities': [Array.from({ length: many(20_000) }, (_, at) => `&unknown${at};`).join(' '), /^text &unknown0;/],
  'numbers of no characters': [`<p>${'&#0;&#xd800;&#x110000;&#9999999;'.repeat(20)}`, /^text \ufffd/],
  'less-than signs': ['<'.repeat(500_000), /^text <</],
  'half-open tags': ['<a'.repeat(200_000), /^no_text$/],
  'a thousand cells in each row': [`<table>${`<tr>${'<td>x'.repeat(2_000)}`.repeat(50)}</table>`, /^text x \| x/],
  'only scripts': ['<div id="root"></div><script src="x.js"></script>', /^needs_script$/],
  'a request for scripts': [
    '<noscript>Please enable JavaScript.</noscript><p>Loading…</p><script>x</script>',
    /^needs_script$/,
  ],
  'no text': ['<html><body><img src="x.png"></body></html>', /^no_text$/],
  nothing: ['', /^no_text$/],
  'only hidden text': [`<p hidden>${words}</p>`, /^no_text$/],
  'only navigation': [`<nav>${words}</nav>`, /^text Words/],
  'a navigation that never ends': [`<nav><a href="/">Home</a><main><p>${words}</main>`, /^text Words/],
  'a frameset': ['<frameset><frame src="x"></frameset>', /^no_text$/],
  'accents without end': [`<p>a${'\u0301\u0323'.repeat(200_000)}`, /^text/],
  'right-to-left marks': [`<p>${'\u202e\u2066'.repeat(1_000)}${words}`, /Words/],
  'fifty thousand headings': ['<h1>Heading</h1>'.repeat(many(50_000)), /^text Heading/],
  'links without end': [
    `${words}${Array.from({ length: many(50_000) }, (_, at) => `<a href="/${at}">`).join('')}`,
    /^text Words/,
  ],
  'paragraphs without end': ['<p>'.repeat(200_000) + words, /^text Words/],
  'a prototype': [`<p id="__proto__" class="constructor">${words}<__proto__>x</__proto__>`, /^text Words/],
};

test.each(Object.entries(pages))('a page with %s', async (_, [html, expected]) => {
  expect(await outcome('html', html)).toMatch(expected);
});

const notes: Record<string, readonly [markdown: string, expected: RegExp]> = {
  'quotes 5,000 deep': [`${'>'.repeat(5_000)} deep`, /deep|^text >/],
  'lists 2,000 deep': [Array.from({ length: 2_000 }, (_, at) => `${' '.repeat(at * 2)}- x`).join('\n'), /x/],
  'brackets without end': ['['.repeat(20_000), /^text \[/],
  'stars without end': ['*a'.repeat(10_000), /a/],
  'ticks without end': ['`'.repeat(50_000), /`|^no_text$/],
  'a fence that never ends': [`\`\`\`\n${'x\n'.repeat(50_000)}`, /^text x/],
  'pipes without end': [`${'|'.repeat(20_000)}\n${'|-'.repeat(20_000)}|\n`, /\||^no_text$/],
  'front matter that never ends': [`---\n${'title: x\n'.repeat(10_000)}`, /title/],
  'nothing but front matter': ['---\ntitle: x\n---\n', /^no_text$/],
  'headings without text': ['#\n'.repeat(10_000), /^no_text$/],
};

test.each(Object.entries(notes))('Markdown with %s', async (_, [markdown, expected]) => {
  expect(await outcome('markdown', markdown)).toMatch(expected);
});

const tables: Record<string, readonly [csv: string, expected: RegExp]> = {
  'a quote that never ends': [`a,b\n"${'x,\n'.repeat(10_000)}`, /^broken_file$/],
  'too many columns': [`${'x,'.repeat(3_000)}\n`, /^too_complex$/],
  'quotes in every place': ['"a""b"c"\n'.repeat(1_000), /^text|^broken_file$/],
  'empty rows only': ['\n\n,,,\n\n', /^no_text$/],
  'no line end': ['x'.repeat(many(1_000_000)), /^text xxx/],
};

test.each(Object.entries(tables))('CSV with %s', async (_, [csv, expected]) => {
  expect(await outcome('csv', csv)).toMatch(expected);
});

const simple: PdfDraft = { pages: [[{ text: 'A page' }]] };
const whole = Buffer.from(writePdf(simple)).toString('latin1');
const pdfs: Record<string, readonly [bytes: Uint8Array, expected: RegExp]> = {
  'a password': [writePdf({ ...simple, encrypted: true }), /^encrypted_file$/],
  'scans only': [writePdf({ pages: ['scan', 'scan'] }), /^no_text$/],
  'no page': [writePdf({ pages: [] }), /^no_text$|^broken_file$/],
  'a page count that lies': [writePdf({ ...simple, count: 1_000_000 }), /^text A page$|^too_large$/],
  'too many pages': [writePdf({ pages: Array.from({ length: 5_001 }, () => []) }), /^too_large$/],
  'a broken table of places': [latin1(whole.replace(/\d{10} 00000 n/g, '9999999999 00000 n')), /^text A page$/],
  'no table of places': [latin1(whole.slice(0, whole.indexOf('xref'))), /^text A page$|^broken_file$/],
  'a broken catalog': [
    latin1(whole.replace('/Type /Catalog /Pages 2 0 R', '/Type /Catalog /Pages 9 0 R')),
    /^broken_file$|^no_text$/,
  ],
  'pages that contain themselves': [latin1(whole.replace('/Kids [4 0 R]', '/Kids [2 0 R]')), /^broken_file$|^no_text$/],
  'half of its bytes': [latin1(whole.slice(0, whole.length / 2)), /^text|^broken_file$|^no_text$/],
  'the header only': [latin1('%PDF-1.7\n'), /^broken_file$/],
  'a stream that claims to be longer': [
    latin1(whole.replace(/Length \d+/, 'Length 999999999')),
    /^text A page$|^no_text$|^broken_file$/,
  ],
  'brackets without end': [
    latin1(whole.replace('/Type /Catalog', `/X ${'['.repeat(50_000)}`)),
    /^broken_file$|^too_complex$|^text|^no_text$/,
  ],
};

test.each(Object.entries(pdfs))('a PDF with %s', async (_, [bytes, expected]) => {
  expect(await outcome('pdf', bytes)).toMatch(expected);
});

const good = writeDocx(paragraph('A paragraph'));
/** The archive with a number in each of its directory's entries. */
const directory = (offset: number, write: (bytes: Buffer, at: number) => void): Uint8Array => {
  const bytes = Buffer.from(good);
  for (let at = bytes.indexOf('PK\x01\x02'); at !== -1; at = bytes.indexOf('PK\x01\x02', at + 4))
    write(bytes, at + offset);
  return new Uint8Array(bytes);
};
const archives: Record<string, readonly [bytes: Uint8Array, expected: RegExp]> = {
  'a bomb in its text': [writeDocx(paragraph('x'.repeat(100 * 2 ** 20))), /^too_complex$/],
  'a bomb beside its text': [
    writeDocx(paragraph('x'), { 'word/media/image.png': new Uint8Array(200 * 2 ** 20) }),
    /^too_complex$/,
  ],
  'a bomb that hides its size': [directory(24, (bytes, at) => bytes.writeUInt32LE(10, at)), /^broken_file$/],
  'thousands of parts': [
    writeDocx(paragraph('x'), Object.fromEntries(Array.from({ length: 6_000 }, (_, at) => [`x/${at}`, strToU8('x')]))),
    /^too_complex$/,
  ],
  'a password on its parts': [directory(8, (bytes, at) => bytes.writeUInt16LE(1, at)), /^encrypted_file$/],
  'an unknown compression': [directory(10, (bytes, at) => bytes.writeUInt16LE(99, at)), /^broken_file$/],
  'parts at no place': [directory(42, (bytes, at) => bytes.writeUInt32LE(0x7fffffff, at)), /^broken_file$/],
  'half of its bytes': [good.slice(0, good.length / 2), /^broken_file$/],
  'other parts': [writeDocx('', { 'word/document.xml': strToU8('<not-xml') }), /^broken_file$|^no_text$/],
  'XML nested 100,000 deep': [
    writeDocx('<w:p>'.repeat(100_000) + '</w:p>'.repeat(100_000)),
    /^too_complex$|^broken_file$|^no_text$/,
  ],
  'entities that multiply': [
    writeDocx('', {
      'word/document.xml': strToU8(
        `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "${'&a;'.repeat(1_000)}"><!ENTITY c "${'&b;'.repeat(1_000)}">]><x>${'&c;'.repeat(1_000)}</x>`,
      ),
    }),
    /^broken_file$|^no_text$|^parse_crashed$/,
  ],
  'empty cells': [
    writeDocx(
      table([
        ['', ''],
        ['', ''],
      ]),
    ),
    /^no_text$/,
  ],
  'no text': [writeDocx(''), /^no_text$/],
  'no Word document': [latin1(`PK\x05\x06${'\0'.repeat(18)}`), /^unsupported_type$/],
};

test.each(Object.entries(archives))('a DOCX file with %s', async (_, [bytes, expected]) => {
  expect(await outcome('docx', bytes)).toMatch(expected);
});

const texts: Record<string, readonly [text: Uint8Array, expected: RegExp]> = {
  'NUL only': [new Uint8Array(100_000), /^no_text$/],
  'a byte order mark only': [latin1('\xef\xbb\xbf'), /^no_text$/],
  'half a character': [latin1('\xff\xfea'), /^text|^no_text$/],
  'spaces only': [new Uint8Array(2 ** 20).fill(0x20), /^no_text$/],
  'accents without end': [new Uint8Array(Buffer.from(`a${'\u0323\u0301'.repeat(500_000)}`)), /^text/],
  'form feeds without end': [new Uint8Array(Buffer.alloc(many(400_000), 'x\f')), /^text x/],
};

test.each(Object.entries(texts))('a text of %s', async (_, [bytes, expected]) => {
  expect(await outcome('text', bytes)).toMatch(expected);
});

const large: Record<string, readonly [format: Format, input: string | Uint8Array, expected: RegExp]> = {
  'CSV with too many rows': ['csv', '1\n'.repeat(500_001), /^too_large$/],
  'CSV with names that make its text too long': [
    'csv',
    `${'n'.repeat(250)},b\n${'1,2\n'.repeat(100_000)}`,
    /^too_large$/,
  ],
  'a text that is larger than any document': ['text', new Uint8Array(20 * 2 ** 20).fill(0x0a), /^no_text$/],
};

test.each(Object.entries(large))('%s', { tags: 'nightly' }, async (_, [format, input, expected]) => {
  expect(await outcome(format, input)).toMatch(expected);
});

test('random bytes, and random changes of sound files, come to text or a clear reason', async () => {
  const sound: Record<Format, Uint8Array> = {
    ...{ pdf: writePdf({ pages: [[{ text: 'One' }], 'scan'] }), docx: good, csv: latin1('a,b\n"1",2\n') },
    ...{
      html: latin1('<html><h1>x</h1><p class="a">y<table><td>z'),
      markdown: latin1('# a\n\n- b\n\n|c|d|\n|-|-|\n'),
      text: latin1('x'),
      picture: scanPng(),
    },
    ...{
      zip: writePptx([{ shapes: shape('title', 'One') + shape('body', 'a', 'b'), notes: 'c' }]),
      rst: latin1('A\n=\n\n* b\n'),
    },
    ...{
      ole: writeWorkbook(
        {
          S: {
            rows: [
              ['a', 'b'],
              ['c', 1],
            ],
          },
        },
        'biff8',
      ),
      org: latin1('* a\n| b | c |\n- d\n'),
    },
    ...{ rtf: latin1("{\\rtf1{\\fonttbl{\\f0 A;}}\\u8364?a\\'e9\\par}"), json: latin1('{"a":[{"b":1}],"c":[1]}') },
    ...{ mail: latin1('From: a@b.c\nSubject: x\nMIME-Version: 1.0\n\ny'), xml: latin1('<a b="c"><d>e</d></a>') },
    ...{
      calendar: latin1('BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:x\nDTSTART:20260101\nEND:VEVENT\nEND:VCALENDAR\n'),
      subtitles: latin1('WEBVTT\n\n00:01.000 --> 00:02.000\nx\n'),
      asciidoc: latin1('= A\n\n* b\n\n|===\n|c |d\n|===\n'),
    },
  };
  const changed = fc.tuple(
    fc.constantFrom(...formats),
    fc.array(fc.tuple(fc.nat(), fc.uint8Array({ maxLength: 8 })), { maxLength: 12 }),
  );
  const random = fc.uint8Array({ maxLength: 3_000 });
  await fc.assert(
    fc.asyncProperty(changed, random, async ([format, changes], noise) => {
      const bytes = Uint8Array.from(sound[format]);
      for (const [at, values] of changes)
        for (const [index, value] of values.entries()) bytes[(at + index) % bytes.length] = value;
      await outcome(format, bytes);
      await outcome(format, noise);
    }),
    { seed, numRuns: runs(60) },
  );
});

test('after all of these, the extractor reads a document', async () => {
  const { documents } = await extraction(extractor, 'text', 'Fine.');
  const [prepared] = await extractor.prepare(documents, reader);
  expect(prepared?.chunks).toEqual([{ text: 'Fine.', start: 0, end: 5, headings: [], page: null }]);
});
