import { utils } from '@e965/xlsx';
import { expect, test } from 'vitest';
import { extractors, outline, readFile } from './testing/extracting.ts';
import { shape, slideTable, writeEpub, writeOdf, writePptx } from './testing/office-writer.ts';
import { writeWorkbook } from './testing/workbook-writer.ts';

const extractor = extractors()();
const read = (name: string, bytes: Uint8Array) => readFile(extractor, { name, bytes });

const prices = {
  rows: [
    ['Price list 2026', null, null, null],
    ['Item', 'Price', 'From', 'Share'],
    ['Green tea', 1299.5, 45_000, 0.195],
    ['Coffee', 7, 45_001, null],
  ],
  formats: { B3: '[$€-2]#,##0.00', B4: '[$€-2]#,##0.00', C3: 'm/d/yy', C4: 'dd.mm.yyyy', D3: '0.0%' },
  more: { '!merges': [utils.decode_range('A1:D1')] },
};

test.each(['xlsx', 'xlsb', 'biff8'] as const)('a workbook (%s) gives rows as people see them', async (type) => {
  const { text, title, warnings } = await read(
    'Prices.bin',
    writeWorkbook({ Prices: prices, Empty: { rows: [] } }, type),
  );
  expect(text).toBe(
    'Prices\n\nPrice list 2026\n\nItem: Green tea; Price: €1,299.50; From: 2023-03-15; Share: 19.5%\n\n' +
      'Item: Coffee; Price: €7.00; From: 16.03.2023',
  );
  expect(title).toBe('Prices');
  expect(warnings).toEqual([]);
});

test('a workbook without its hidden parts, with merged cells, groups of columns and several tables', async () => {
  const sales = {
    rows: [
      ['Region', '2025', null, '2026', null, 'Cost'],
      [null, 'Q1', 'Q2', 'Q1', 'Q2', 'Cost'],
      ['North', 1, null, 3, 4, 99],
      [null, 5, 6, 7, 8, 99],
      ['South', 9, 9, 9, 9, 99],
      [],
      ['Item', 'EAN', 'Sold'],
      ['Tea', 4_006_381_333_931, true],
    ],
    more: {
      '!merges': ['B1:C1', 'D1:E1', 'A3:A4', 'A1:A2', 'F1:F2'].map(utils.decode_range),
      '!rows': [{}, {}, {}, {}, { hidden: true }],
      '!cols': [{}, {}, {}, {}, {}, { hidden: true }],
    },
  };
  const file = writeWorkbook({ Sales: sales, Secret: { rows: [['x', 'y']], isHidden: true } });
  const { text, warnings } = await read('sales.xlsx', file);
  expect(text).toBe(
    'Sales\n\nRegion: North; 2025 Q1: 1; 2026 Q1: 3; 2026 Q2: 4\n\n' +
      'Region: North; 2025 Q1: 5; 2025 Q2: 6; 2026 Q1: 7; 2026 Q2: 8\n\nItem: Tea; EAN: 4006381333931; Sold: TRUE',
  );
  expect(warnings).toEqual([
    {
      code: 'hidden_left_out',
      message: 'Hidden parts of the workbook were left out: 1 sheet, 1 row, 1 column.',
    },
  ]);
});

test('a formula counts by its last result, an error is no text, a link keeps its address', async () => {
  const sheet = {
    rows: [
      ['Name', 'Total'],
      ['Sum', 3],
      ['Bad', null],
      ['Form', 1],
    ],
    more: {
      B2: { t: 'n', f: 'A1+A2', v: 3 },
      B3: { t: 'e', v: 0x2a, w: '#N/A' },
      A4: { t: 's', v: 'Form', l: { Target: 'https://a.example/form' } },
    },
  };
  const { text } = await read('a.xlsx', writeWorkbook({ S: sheet }));
  expect(text).toBe('S\n\nName: Sum; Total: 3\n\nName: Bad\n\nName: Form (https://a.example/form); Total: 1');
});

test('a presentation gives slides in order, with titles, lists, tables, links and notes', async () => {
  const link = '<a:r><a:rPr><a:hlinkClick r:id="l"/></a:rPr><a:t>Order here</a:t></a:r>';
  const file = writePptx(
    [
      {
        shapes:
          shape('ctrTitle', 'Opening &amp; hours') +
          shape('body', 'Weekdays', '\tNine to five', 'Weekends') +
          shape('ftr', 'Firm'),
        notes: 'Say hello first.',
      },
      { shapes: shape('title', 'Secret'), isHidden: true },
      {
        shapes: `${shape('', link)}${slideTable([
          ['Size', 'Price'],
          ['Small', '3'],
        ])}<mc:AlternateContent><mc:Choice>${shape('', 'Once')}</mc:Choice><mc:Fallback>${shape('', 'Once')}</mc:Fallback></mc:AlternateContent>`,
        relations: { l: 'hyperlink https://a.example/order', d: 'diagramData ../diagrams/data1.xml' },
      },
    ],
    {
      'ppt/diagrams/data1.xml': '<d><pt><t><a:p><a:r><a:t>Step one</a:t></a:r></a:p></t></pt></d>',
      'ppt/media/image1.png': 'x',
      'docProps/core.xml': '<x><dc:title>PowerPoint Presentation</dc:title></x>',
    },
  );
  const document = await read('deck.pptx', file);
  expect(document.title).toBe('Opening & hours');
  expect(document.text).toMatch(
    /^Opening & hours\n\n- Weekdays\n {2}- Nine to five\n- Weekends\n\nNotes:\n\nSay hello first\.\n\n\[Order here\]\(https:\/\/a\.example\/order\)\n\n/,
  );
  expect(document.text).toMatch(/\n\nSize: Small; Price: 3\n\nOnce\n\nStep one$/);
  expect(document.text.match(/Once/g)).toHaveLength(1);
  expect(outline(document)).toMatchObject([{ heading: '2 Opening & hours', page: 1 }, { page: 3 }]);
  expect(document.warnings).toEqual([
    { code: 'hidden_left_out', message: 'Hidden slides were left out: 1 slide.' },
    { code: 'media_left_out', message: 'Left out: 1 picture.' },
  ]);
});

const p = (text: string) => `<text:p>${text}</text:p>`;

test('an OpenDocument text gives headings, lists, tables and notes, without what is deleted or hidden', async () => {
  const body = [
    `<text:tracked-changes>${p('Deleted')}</text:tracked-changes>`,
    '<text:h text:outline-level="1">Terms</text:h>',
    p('Two<text:s text:c="2"/>spaces<text:line-break/>and a <text:a xlink:href="https://a.example">form</text:a>.'),
    '<text:p text:style-name="Secret">Not shown</text:p>',
    p(
      'A fact<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Its source</text:p></text:note-body></text:note>.',
    ),
    `<text:list><text:list-item>${p('One')}<text:list><text:list-item>${p('Inner')}</text:list-item></text:list></text:list-item></text:list>`,
    `<table:table><table:table-header-rows><table:table-row><table:table-cell>${p('Size')}</table:table-cell><table:table-cell>${p('Price')}</table:table-cell></table:table-row></table:table-header-rows><table:table-row><table:table-cell>${p('Small')}</table:table-cell><table:table-cell>${p('3')}</table:table-cell></table:table-row></table:table>`,
    `<office:annotation>${p('A comment')}</office:annotation>`,
  ].join('\n  ');
  const styles = '<style:style style:name="Secret"><style:text-properties text:display="none"/></style:style>';
  const file = writeOdf('text', body, {
    styles,
    parts: { 'Pictures/a.png': 'x', 'meta.xml': '<m><dc:title>T &amp; C</dc:title></m>' },
  });
  const { text, title, warnings } = await read('terms', file);
  expect(title).toBe('T & C');
  expect(text).toBe(
    'Terms\n\nTwo spaces\nand a [form](https://a.example/).\n\nA fact.\n\n- One\n  - Inner\n\nSize: Small; Price: 3\n\nIts source',
  );
  expect(warnings).toEqual([
    { code: 'hidden_left_out', message: 'Hidden parts and comments were left out: 1 paragraph, 1 comment.' },
    { code: 'media_left_out', message: 'Left out: 1 picture.' },
  ]);
});

test('an OpenDocument presentation gives slides with titles and notes', async () => {
  const frame = (type: string, text: string) =>
    `<draw:frame presentation:class="${type}"><draw:text-box>${p(text)}</draw:text-box></draw:frame>`;
  const file = writeOdf(
    'presentation',
    `<draw:page>${frame('title', 'Hours')}${frame('outline', 'Nine to five')}<presentation:notes>${frame('notes', 'Smile.')}</presentation:notes></draw:page>` +
      `<draw:page draw:style-name="H">${frame('title', 'Secret')}</draw:page><draw:page>${frame('title', 'Prices')}</draw:page>`,
    {
      styles:
        '<style:style style:name="H"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>',
    },
  );
  const document = await read('deck.odp', file);
  expect(document.text).toBe('Hours\n\nNine to five\n\nNotes:\n\nSmile.\n\nPrices');
  expect(outline(document)).toMatchObject([
    { heading: '2 Hours', page: 1 },
    { heading: '2 Prices', page: 3 },
  ]);
});

test('an OpenDocument spreadsheet gives rows as people see them', async () => {
  const cell = (text: string, more = '') => `<table:table-cell${more}>${text === '' ? '' : p(text)}</table:table-cell>`;
  const row = (cells: string, more = '') => `<table:table-row${more}>${cells}</table:table-row>`;
  const file = writeOdf(
    'spreadsheet',
    `<table:table table:name="Prices"><table:table-column/><table:table-column table:number-columns-repeated="2"/>` +
      `<table:table-column table:visibility="collapse"/>` +
      row(`${cell('Item')}${cell('Price')}${cell('Stock')}${cell('Cost')}`) +
      row(
        `${cell('Tea', ' table:number-rows-spanned="2"')}${cell('€1,299.50', ' office:value="1299.5"')}${cell('', ' table:number-columns-repeated="1"')}${cell('5')}`,
      ) +
      row(
        `<table:covered-table-cell/>${cell('€7.00')}${cell('8')}${cell('5')}${cell('', ' table:number-columns-repeated="16380"')}`,
      ) +
      row(cell('Hidden'), ' table:visibility="collapse"') +
      row(cell('', ' table:number-columns-repeated="16384"'), ' table:number-rows-repeated="1048000"') +
      `</table:table><table:table table:name="Secret" table:style-name="H">${row(cell('x'))}</table:table>`,
    { styles: '<style:style style:name="H"><style:table-properties table:display="false"/></style:style>' },
  );
  const { text, warnings } = await read('prices.ods', file);
  expect(text).toBe('Prices\n\nItem: Tea; Price: €1,299.50\n\nItem: Tea; Price: €7.00; Stock: 8');
  expect(warnings).toEqual([
    { code: 'hidden_left_out', message: 'Hidden parts and comments were left out: 1 sheet, 1 row, 1 column.' },
  ]);
});

test('a book gives its chapters in reading order, those without a heading by their name', async () => {
  const file = writeEpub({ First: '<p>It was a dark night.</p>', Second: '<h2>The day</h2><p>It was bright.</p>' });
  const document = await read('book.epub', file);
  expect(document).toMatchObject({ title: 'The book', language: 'en' });
  expect(document.text).toBe('First\n\nIt was a dark night.\n\nThe day\n\nIt was bright.');
  expect(outline(document).map(({ heading }) => heading)).toEqual(['1 First', '2 The day']);
});
