import { deflateRawSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { SourceFailure } from './document.ts';
import { createRowTexts } from './parsers/sheets/row-texts.ts';
import { paragraph, writeDocx } from './testing/docx-writer.ts';
import { extractors, readFile, utf8 } from './testing/extracting.ts';
import { shape, writeEpub, writeOdf, writeOle, writePptx } from './testing/office-writer.ts';
import { writeWorkbook } from './testing/workbook-writer.ts';
import { writeZip } from './testing/zip-writer.ts';

const extractor = extractors()();
/** The text of a file, or the code of the reason and its words. */
const outcome = (name: string, bytes: Uint8Array) =>
  readFile(extractor, { name, bytes }).then(
    ({ text }) => text,
    (error: unknown) => {
      if (!(error instanceof SourceFailure)) throw error;
      return `${error.code}: ${error.message}`;
    },
  );

const workbook = writeWorkbook({
  S: {
    rows: [
      ['Name', 'Age'],
      ['Ann', 40],
    ],
  },
});
const slide = writePptx([{ shapes: shape('title', 'One') }]);
const encrypted = writeOle({ '/EncryptionInfo': utf8('x'), '/EncryptedPackage': utf8('y') });
const older = (stream: string) => writeOle({ [`/${stream}`]: utf8('x'.repeat(5_000)) });
/** An archive whose directory declares another size of each part. */
const declaring = (archive: Uint8Array, size: number): Uint8Array => {
  const bytes = Buffer.from(archive);
  for (let at = bytes.indexOf('PK\x01\x02'); at !== -1; at = bytes.indexOf('PK\x01\x02', at + 4))
    bytes.writeUInt32LE(size, at + 24);
  return new Uint8Array(bytes);
};

const manyRows = Array.from({ length: 500_001 }, (_, row) => `<row r="${row}"/>`).join('');

const files: Readonly<Record<string, readonly [name: string, bytes: Uint8Array, expected: RegExp]>> = {
  'a workbook with a password': ['a.xlsx', encrypted, /^encrypted_file: /],
  'an encrypted package without a name': ['a', encrypted, /^encrypted_file: /],
  'an OpenDocument file with a password': [
    'a.odt',
    writeOdf('text', '', { parts: { 'META-INF/manifest.xml': '<m><manifest:encryption-data/></m>' } }),
    /^encrypted_file: /,
  ],
  'a protected book': [
    'a.epub',
    writeEpub(
      { One: '<p>x</p>' },
      { 'META-INF/encryption.xml': '<e><CipherReference URI="OEBPS/text/c%200.xhtml"/></e>' },
    ),
    /^encrypted_file: The book is protected/,
  ],
  'a truncated workbook': ['a.xlsx', workbook.slice(0, workbook.length - 100), /^broken_file: /],
  'a truncated XLS workbook': [
    'a.xls',
    writeWorkbook({ S: { rows: [['a']] } }, 'biff8').slice(0, 700),
    /^broken_file: |^no_text: |^unsupported_type: /,
  ],
  'a workbook of too many rows': [
    'a.xlsx',
    writeZip({ '[Content_Types].xml': '', 'xl/workbook.xml': '<x/>', 'xl/worksheets/sheet1.xml': manyRows }),
    /^too_large: The workbook has more than 500,000 rows\.$/,
  ],
  'a deck of 2 GB': ['a.pptx', declaring(slide, 2 ** 31), /^too_complex: The file unpacks to far more/],
  'a slide of 100 MB': ['a.pptx', writePptx([{ shapes: shape('title', 'x'.repeat(100 * 2 ** 20)) }]), /^too_complex: /],
  'a slide that hides its size': ['a.pptx', declaring(slide, 10), /^broken_file: /],
  'a workbook that is called CSV': ['a.csv', workbook, /^S\n\nName: Ann; Age: 40$/],
  'a text that is called a workbook': ['a.xlsx', utf8('Just words.'), /^Just words\.$/],
  'a Word document that is called a workbook': ['a.xlsx', writeDocx(paragraph('Words')), /^Words$/],
  'a picture that is called a presentation': ['a.pptx', utf8('\x89PNG\r\n'), /^unsupported_type: |^‰PNG|^PNG/],
  'an archive that is called a document': [
    'a.docx',
    zipSync({ 'a.txt': strToU8('x') }),
    /^unsupported_type: This is a ZIP archive/,
  ],
  'a compressed stream that is called JSON': [
    'a.json',
    new Uint8Array(deflateRawSync(Buffer.alloc(90_000, 'ab\0c'))),
    /^unsupported_type: /,
  ],
  'JSON that ends early': ['a.json', utf8('{"a": [1, 2'), /^broken_file: The file is not valid JSON\.$/],
  'XML that ends early': ['a.xml', utf8('<a><b>x'), /^broken_file: /],
  'an old Word document': ['a.doc', older('WordDocument'), /^unsupported_type: This is a document of an older Word\.$/],
  'an old presentation': [
    'a.ppt',
    older('PowerPoint Document'),
    /^unsupported_type: This is a presentation of an older/,
  ],
  'another compound file': ['a.msi', older('Other'), /^unsupported_type: /],
  'a book without its package': ['a.epub', writeEpub({}, { 'OEBPS/book.opf': '' }), /^broken_file: |^no_text: /],
  'an empty workbook': ['a.xlsx', writeWorkbook({ S: { rows: [] } }), /^no_text: The workbook has no text\.$/],
  'an empty presentation': ['a.pptx', writePptx([{ shapes: '' }]), /^no_text: /],
  'an empty notebook': ['a.ipynb', utf8('{"nbformat":4,"cells":[]}'), /^no_text: /],
  'JSON that nests too deep': ['a.json', utf8(`${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`), /^too_complex: /],
  'XML that nests too deep': ['a.xml', utf8('<a>'.repeat(20_000)), /^too_complex: |^broken_file: /],
  'entities that multiply': [
    'a.xml',
    utf8(`<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]><x>${'&b;'.repeat(1_000)} text</x>`),
    /text$/,
  ],
  'RTF that nests too deep': ['a.rtf', utf8(`{\\rtf1 ${'{'.repeat(10_000)}`), /^too_complex: /],
  'lists within lists in Org': [
    'a.org',
    utf8(Array.from({ length: 500 }, (_, at) => `${' '.repeat(at)}- x`).join('\n')),
    /^- x/,
  ],
  'quotes within quotes in reStructuredText': [
    'a.rst',
    utf8(Array.from({ length: 500 }, (_, at) => `${' '.repeat(at)}x\n`).join('\n')),
    /^x/,
  ],
};

test.each(Object.entries(files))('%s', async (_, [name, bytes, expected]) => {
  expect(await outcome(name, bytes)).toMatch(expected);
});

test('a table has as many rows as the limit and no more', () => {
  const rows = createRowTexts(() => {}, 'workbook');
  for (let row = 0; row < 500_000; row += 1) rows.add(['x']);
  expect(() => rows.add(['x'])).toThrow('The workbook has more than 500,000 rows.');
  expect(() => createRowTexts(() => {}).add(Array.from({ length: 2_001 }, () => 'x'))).toThrow(
    'The table has more than 2,000 columns.',
  );
});
