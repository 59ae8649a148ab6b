// @module-tag pure

import { expect, test } from 'vitest';
import { cutChunks } from '../chunks/cut.ts';
import { paragraph, writeDocx } from '../testing/docx-writer.ts';
import { read } from './read.ts';

const textOf = async (format: 'csv' | 'markdown' | 'html' | 'docx', input: string | Uint8Array) => {
  const bytes = typeof input === 'string' ? new Uint8Array(Buffer.from(input)) : input;
  const { documents } = await read({ format, fileName: 'table' }, bytes);
  return documents[0] ?? { text: '', marks: [] };
};

test('the delimiter of CSV is found, or named by its first line', async () => {
  const wanted = 'Artikel: X-200; Preis: 19,90 €; Text: Lampe; dimmbar';
  const quoted = 'X-200;19,90 €;"Lampe; dimmbar"';
  expect((await textOf('csv', `sep=;\r\nArtikel;Preis;Text\r\n${quoted}\r\n`)).text).toBe(wanted);
  expect((await textOf('csv', `\ufeff"sep=;"\nArtikel;Preis;Text\n${quoted}`)).text).toBe(wanted);
  expect((await textOf('csv', 'sep=~\nA~B\n1~2\n')).text).toBe('A: 1; B: 2');
  expect((await textOf('csv', `Artikel;Preis;Text\n${quoted}`)).text).toBe(wanted);
});

test('lines above the header of CSV stay lines', async () => {
  const rows = 'Artikel;Preis;Farbe\nX-200;19,90;rot\nX-300;;blau\n';
  const wanted = 'Artikel: X-200; Preis: 19,90; Farbe: rot\n\nArtikel: X-300; Farbe: blau';
  expect((await textOf('csv', `Preisliste 2026\n\n${rows}`)).text).toBe(`Preisliste 2026\n\n${wanted}`);
  expect(
    (await textOf('csv', `Liste;;;\nStand:;01.01.2026;;\n;;;\n${rows.replaceAll('\n', ';x\n').replace('x', 'Rest')}`))
      .text,
  ).toContain('Artikel: X-300; Farbe: blau; Rest: x');
});

const cells = ['', '2024', '2025'];
const north = ['North', '', '7 million'];
const html = (row: readonly string[], name: string) => row.map((cell) => `<${name}>${cell}</${name}>`).join('');
const docx = (row: readonly string[]) => row.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('');
const header = '<w:trPr><w:tblHeader/></w:trPr>';

test('an empty cell stays empty in every format', async () => {
  const inputs = [
    ['csv', [cells, north].map((row) => row.join(',')).join('\n')],
    ['markdown', `| ${cells.join(' | ')} |\n|---|---|---|\n| ${north.join(' | ')} |`],
    ['html', `<table><tr>${html(cells, 'th')}</tr><tr>${html(north, 'td')}</tr></table>`],
    ['docx', writeDocx(`<w:tbl><w:tr>${header}${docx(cells)}</w:tr><w:tr>${docx(north)}</w:tr></w:tbl>`)],
  ] as const;
  for (const [format, input] of inputs) {
    expect((await textOf(format, input)).text, format).toBe('North; 2025: 7 million');
  }
  // Without a header, the cell keeps its place.
  expect((await textOf('html', '<table><tr><td>a1</td><td></td><td>7</td></tr></table>')).text).toBe('a1 |  | 7');
});

const models = Array.from({ length: 120 }, (_, index) => [`M-${1000 + index}`, `${3 + index}`, `${11 + 2 * index}`]);

test('each row of a long table names its columns, in every format', async () => {
  const names = ['Model', 'Weight in kg', 'Price in EUR'];
  const inputs = [
    ['csv', [names, ...models].map((row) => row.join(';')).join('\n')],
    ['markdown', [names, ['---', '---', '---'], ...models].map((row) => `| ${row.join(' | ')} |`).join('\n')],
    ['html', `<table>${[names, ...models].map((row) => `<tr>${html(row, 'td')}</tr>`).join('')}</table>`],
    ['docx', writeDocx(`<w:tbl>${[names, ...models].map((row) => `<w:tr>${docx(row)}</w:tr>`).join('')}</w:tbl>`)],
  ] as const;
  for (const [format, input] of inputs) {
    const document = await textOf(format, input);
    expect(document.text, format).toContain('Model: M-1100; Weight in kg: 103; Price in EUR: 211');
    expect(
      cutChunks(document).filter(({ text }) => !text.includes('Price in EUR')),
      format,
    ).toEqual([]);
  }
});

test('names and values in two columns aren’t taken for a header, but repeated in a long table', async () => {
  const pairs = '<table><tr><td>Opens</td><td>Nine</td></tr><tr><td>Phone</td><td>0800</td></tr></table>';
  expect((await textOf('html', pairs)).text).toBe('Opens | Nine\nPhone | 0800');
  const rows = models.map(([name = '', , price = '']) => `<tr>${html([name, price], 'td')}</tr>`).join('');
  const document = await textOf('html', `<table><tr>${html(['Model', 'Price'], 'td')}</tr>${rows}</table>`);
  expect(cutChunks(document).filter(({ text }) => !text.includes('Model | Price'))).toEqual([]);
});

test('merged cells of DOCX keep their rows and columns', async () => {
  const merged = (text: string, properties: string) => `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`;
  const restart = '<w:vMerge w:val="restart"/>';
  const rows = [
    `${header}${merged('Region', restart)}${merged('2025', '<w:gridSpan w:val="2"/>')}`,
    `${header}${merged('', '<w:vMerge/>')}${docx(['Q1', 'Q2'])}`,
    `${merged('North', restart)}${docx(['', '7'])}`,
    `${merged('', '<w:vMerge/>')}${docx(['1', '2'])}`,
  ];
  const { text } = await textOf(
    'docx',
    writeDocx(`<w:tbl>${rows.map((row) => `<w:tr>${row}</w:tr>`).join('')}</w:tbl>`),
  );
  expect(text).toBe('Region: North; 2025 Q2: 7\nRegion: North; 2025 Q1: 1; 2025 Q2: 2');
});
