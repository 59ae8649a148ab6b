// @module-tag pure

import { expect, test } from 'vitest';
import { type PdfDraft, writePdf } from '../../testing/pdf-writer.ts';
import { read } from '../read.ts';

const readPdf = async (draft: PdfDraft) => {
  const { documents, warnings } = await read({ format: 'pdf', fileName: 'x.pdf' }, writePdf(draft));
  return { text: documents[0]?.text, warnings };
};
const readContent = (...content: readonly string[]) => readPdf({ pages: [{ content: content.join('\n') }] });
const show = (x: number, y: number, text: string) => `BT /F1 11 Tf ${x} ${y} Td (${text}) Tj ET`;

test('a line that is drawn twice comes once', async () => {
  expect((await readContent(show(72, 760, 'Emergency 112'), show(72.3, 760, 'Emergency 112'))).text).toBe(
    'Emergency 112',
  );
  const lines = [show(72, 760, 'One'), show(72, 740, 'Two')];
  expect((await readContent(...lines, ...lines)).text).toBe('One\n\nTwo');
  // The same words elsewhere are others.
  expect((await readContent(show(72, 760, 'Yes'), show(140, 760, 'Yes'))).text).toMatch(/^Yes\s+Yes$/);
});

test('letters with gaps are words; the alphabet isn’t one', async () => {
  const spaced = 'BT /F1 14 Tf 4 Tc 72 760 Td (YOU MAY CANCEL) Tj ET';
  expect((await readContent(spaced)).text).toBe('YOU MAY CANCEL');
  expect((await readContent(show(72, 760, 'A B C D E F'))).text).toBe('A B C D E F');
});

test('words that a line divides are joined, with the hyphen that belongs to them', async () => {
  const pairs = [
    ['The manufacturer guaran-', 'tees it.', 'The manufacturer guarantees it.'],
    ['This is written about X-', '300 alone.', 'This is written about X-300 alone.'],
    ['Please write us an E-', 'Mail today.', 'Please write us an E-Mail today.'],
    ['Das gilt am Ein-', 'und Ausgang.', 'Das gilt am Ein- und Ausgang.'],
  ] as const;
  for (const [first, second, whole] of pairs) {
    expect((await readPdf({ pages: [[{ text: first }, { text: second }]] })).text).toBe(whole);
  }
});

test('two columns are read one after the other, the rows of a table line by line', async () => {
  const rows = Array.from({ length: 8 }, (_, row) => 760 - row * 14);
  const columns = rows.flatMap((y, row) => [
    show(50, y, `The left column has line ${row}`),
    show(320, y, `The right column has line ${row}`),
  ]);
  const { text = '' } = await readContent(...columns);
  expect(text.indexOf('left column has line 7')).toBeLessThan(text.indexOf('right column has line 0'));
  const cells = rows.flatMap((y, row) => [show(50, y, `Item ${row}`), show(320, y, `${row} EUR`)]);
  expect((await readContent(...cells)).text?.split('\n')[3]).toBe('Item 3 3 EUR');
});

test('turned text has lines of its own', async () => {
  const turned = 'BT /F1 11 Tf 0 1 -1 0 300 100 Tm (A turned line) Tj 0 1 -1 0 314 100 Tm (and its second) Tj ET';
  expect((await readContent(turned, show(72, 50, 'upright'))).text).toBe('A turned line and its second\n\nupright');
});

test('values of fields and notes are in the text', async () => {
  const { text } = await readPdf({
    pages: [
      {
        content: show(72, 760, 'Order form'),
        annotations: [
          '<< /Type /Annot /Subtype /Widget /FT /Tx /T (customer) /V (Jane, account 4711) /Rect [9 9 99 29] >>',
          '<< /Type /Annot /Subtype /Widget /FT /Tx /T (empty) /V () /Rect [9 9 99 29] >>',
          '<< /Type /Annot /Subtype /FreeText /Contents (Only on Mondays) /Rect [9 9 99 29] /DA (/F1 11 Tf) >>',
          '<< /Type /Annot /Subtype /Text /Contents (A comment) /Rect [9 9 99 29] >>',
        ],
      },
    ],
  });
  expect(text).toBe('Order form\n\nOnly on Mondays\nA comment\ncustomer: Jane, account 4711');
});

test('a font that doesn’t say its letters fails, or is told', async () => {
  const font =
    '<< /Type /Font /Subtype /Type0 /BaseFont /ABCDEF+Foo /Encoding /Identity-H /DescendantFonts [<< /Type /Font ' +
    '/Subtype /CIDFontType2 /BaseFont /ABCDEF+Foo /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) ' +
    '/Supplement 0 >> /FontDescriptor << /Type /FontDescriptor /FontName /ABCDEF+Foo /Flags 4 /FontBBox [0 0 1000 ' +
    '1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >> >>] >>';
  const page = { content: 'BT /F1 11 Tf 72 760 Td <00280048004F004F0052> Tj ET' };
  await expect(readPdf({ font, pages: [page] })).rejects.toMatchObject({ code: 'no_text', message: /fonts don’t say/ });
  const note = '<< /Type /Annot /Subtype /Text /Contents (Readable) /Rect [9 9 99 29] >>';
  expect(await readPdf({ font, pages: [{ ...page, annotations: [note] }] })).toEqual({
    text: 'Readable',
    warnings: [{ code: 'fonts_without_letters', message: expect.stringMatching(/pages: 1\.$/) }],
  });
});

test('what can’t be seen is left out with a note; the text over a scan and white on a colour stay', async () => {
  const { text, warnings } = await readContent(
    show(72, 760, 'Visible'),
    `1 1 1 rg ${show(72, 740, 'White')} 0 0 0 rg`,
    `3 Tr ${show(72, 720, 'No ink')} 0 Tr`,
    `0 0 0.5 rg 60 690 300 20 re f 1 1 1 rg ${show(72, 700, 'On blue')} 0 0 0 rg`,
    show(900, 680, 'Beside'),
    show(72, 660, 'End'),
  );
  expect(text?.replace(/\s+/g, ' ')).toBe('Visible On blue End');
  expect(warnings).toEqual([{ code: 'hidden_text', message: 'Text that can’t be seen was left out: 11 characters.' }]);
  const scan = 'q 400 0 0 700 50 100 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x80 EI Q';
  expect(await readContent(scan, `3 Tr ${show(72, 720, 'Recognised')}`)).toEqual({ text: 'Recognised', warnings: [] });
});

test('a PDF without pages says so', async () => {
  await expect(readPdf({ pages: [] })).rejects.toMatchObject({ code: 'no_text', message: 'The PDF has no pages.' });
});
