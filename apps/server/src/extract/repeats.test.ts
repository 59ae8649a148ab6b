import { strToU8 } from 'fflate';
import { expect, test } from 'vitest';
import { paragraph, writeDocx } from './testing/docx-writer.ts';
import { extraction, extractors, latin1, reader } from './testing/extracting.ts';
import { writePdf } from './testing/pdf-writer.ts';

/** The wall-clock time of a document says nothing on a busy machine: the CPU time is what is bounded. */
const ms = 400_000;
const create = extractors();
const extractor = create({ limits: { ms } });

const namespace =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" ' +
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const noteOf = (kind: string, id: number, text: string) => `<w:${kind} w:id="${id}">${paragraph(text)}</w:${kind}>`;
const notes = (kind: string, inner: string) => ({
  [`word/${kind}s.xml`]: strToU8(`<w:${kind}s ${namespace}>${inner}</w:${kind}s>`),
});
const referenceTo = (kind: string, id: number) => `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`;
const textOf = async (...input: Parameters<typeof extraction> extends [unknown, ...infer Rest] ? Rest : never) =>
  (await extraction(extractor, ...input)).documents[0]?.text ?? '';

test.each(['footnote', 'endnote'])('a %s comes once, however many places refer to it', async (kind) => {
  const body = `${paragraph('Before.')}<w:p>${referenceTo(kind, 1).repeat(8_000)}</w:p>${paragraph('After.')}`;
  const text = await textOf('docx', writeDocx(body, notes(kind, noteOf(kind, 1, 'The note.'))));
  expect(text.split('The note.')).toHaveLength(2);
  expect(text.length).toBeLessThan(100);
});

test('notes come in the order in which the text refers to them', async () => {
  const all = notes('footnote', [1, 2, 3].map((id) => noteOf('footnote', id, `Note ${id}.`)).join(''));
  const body = [2, 1, 2, 3].map((id) => `<w:p>${referenceTo('footnote', id)}</w:p>`).join('');
  const text = await textOf('docx', writeDocx(paragraph('Text.') + body, all));
  expect(text.match(/Note \d/g)).toEqual(['Note 2', 'Note 1', 'Note 3']);
});

test('a note that refers to itself and comments that are repeated end', async () => {
  const self = `<w:footnote w:id="1"><w:p>${referenceTo('footnote', 1).repeat(100)}</w:p></w:footnote>`;
  const comments = notes('comment', noteOf('comment', 1, 'x'.repeat(10_000)));
  const body = `<w:p>${referenceTo('footnote', 1)}${referenceTo('comment', 1).repeat(1_000)}</w:p>${paragraph('Text.')}`;
  const text = await textOf('docx', writeDocx(body, { ...notes('footnote', self), ...comments }));
  expect(text).toContain('Text.');
  expect(text.length).toBeLessThan(1_000);
});

test('a long address or name of a style isn’t repeated by what refers to it', async () => {
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink';
  const long = 'x'.repeat(500_000);
  const parts = {
    'word/_rels/document.xml.rels': strToU8(
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
        `<Relationship Id="h" Type="${relation}" Target="http://x/${long}" TargetMode="External"/></Relationships>`,
    ),
    'word/styles.xml': strToU8(
      `<w:styles ${namespace}><w:style w:type="paragraph" w:styleId="S"><w:name w:val="${long}"/></w:style></w:styles>`,
    ),
  };
  const link =
    '<w:p><w:pPr><w:pStyle w:val="S"/></w:pPr><w:hyperlink r:id="h"><w:r><w:t>x</w:t></w:r></w:hyperlink></w:p>';
  const document = writeDocx('', {
    ...parts,
    'word/document.xml': strToU8(`<w:document ${namespace}><w:body>${link.repeat(2_000)}</w:body></w:document>`),
  });
  expect(await textOf('docx', document)).toHaveLength(2_000 * 3 - 2);
});

const whole = Buffer.from(writePdf({ pages: [[{ text: 'A page' }]] })).toString('latin1');
/** A PDF with another object in place of its tree of pages, and further objects without a table of places. */
const pdf = (tree: string, more: readonly string[] = []): Uint8Array =>
  latin1(
    whole
      .slice(0, whole.indexOf('xref'))
      .replace(/<< \/Type \/Pages .*>>/, tree)
      .concat(more.map((object, index) => `${6 + index} 0 obj\n${object}\nendobj\n`).join(''))
      .concat('trailer\n<< /Size 99 /Root 1 0 R >>\n'),
  );
const outcome = (bytes: Uint8Array, by = extractor) =>
  extraction(by, 'pdf', bytes).then(
    ({ documents: [document] }) => `text ${document?.text}`,
    (error: { code?: string }) => error.code,
  );

const trees: Record<string, readonly [bytes: Uint8Array, expected: RegExp]> = {
  'that is its own kid': [pdf('<< /Type /Pages /Kids [2 0 R] /Count 5000 >>'), /^no_text$|^broken_file$/],
  'that is its own kid beside a page': [pdf('<< /Type /Pages /Kids [4 0 R 2 0 R] /Count 5000 >>'), /^text A page$/],
  'that counts more pages than it has': [pdf('<< /Type /Pages /Kids [4 0 R] /Count 5000 >>'), /^text A page$/],
  'that names a page 5,000 times': [
    pdf(`<< /Type /Pages /Kids [${'4 0 R '.repeat(5_000)}] /Count 5000 >>`),
    /^text A page$/,
  ],
  'that names a page 100,000 times': [
    pdf(`<< /Type /Pages /Kids [${'4 0 R '.repeat(100_000)}] /Count 100000 >>`),
    /^text A page$|^too_large$/,
  ],
};

test.each(Object.entries(trees))('a PDF with a tree of pages %s ends', async (_, [bytes, expected]) => {
  expect(await outcome(bytes)).toMatch(expected);
});

test.each([1, 2])('a PDF whose list of kids has itself, %d times, ends by its limits', async (times) => {
  const node = '<< /Type /Pages /Kids 6 0 R /Count 5000 >>';
  const bytes = pdf(node, [`[${`${node} `.repeat(times)}]`]);
  const limited = create({ limits: { ms, cpu: { any: 1_000, perMiB: 0 } } });
  expect(await outcome(bytes, limited)).toMatch(/^parse_timeout$|^too_complex$/);
});

/** Forms that each draw the next one twice, so that together they show a line 2 ** 40 times. */
const doubling = Array.from({ length: 40 }, (_, index) => {
  const content = index === 39 ? 'BT /F1 11 Tf (A line.) Tj ET' : `/X ${'Do /X '.repeat(2).slice(0, -3)}`;
  const resources = `/Resources << /Font << /F1 3 0 R >> /XObject << /X ${7 + index} 0 R >> >>`;
  return `<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] ${resources} /Length ${content.length} >>\nstream\n${content}\nendstream`;
});
const page = (form: number) =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /XObject << /X ${form} 0 R >> >> /Contents 46 0 R >>`;
const draw = '<< /Length 5 >>\nstream\n/X Do\nendstream';

test('a document has little CPU time if it is small, and is not read twice', async () => {
  const limited = create({ limits: { ms, cpu: { any: 1_000, perMiB: 0 } } });
  const bytes = pdf('<< /Type /Pages /Kids [47 0 R] /Count 1 >>', [...doubling, draw, page(6)]);
  const read = () => limited.extract({ kind: 'pdf', bytes }, reader).catch((error: unknown) => error);
  const failure = await read();
  expect(failure).toMatchObject({ code: 'parse_timeout', retry: false, detail: 'CPU time' });
  expect(await read()).toBe(failure);
});
