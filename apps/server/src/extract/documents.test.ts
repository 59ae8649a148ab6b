import { expect, test } from 'vitest';
import { buildSegment } from '../retrieval/index/segment.ts';
import { paragraph, table, writeDocx } from './testing/docx-writer.ts';
import { extraction, extractors, latin1, outline, reader } from './testing/extracting.ts';
import { writePdf } from './testing/pdf-writer.ts';

const extractor = extractors()();
const read = async (...input: Parameters<typeof extraction> extends [unknown, ...infer Rest] ? Rest : never) => {
  const { documents, warnings } = await extraction(extractor, ...input);
  const [document] = documents;
  if (document === undefined || documents.length !== 1) throw new Error(`${documents.length} documents`);
  return { ...document, warnings };
};

test('plain text keeps paragraphs and lines; form feeds are pages', async () => {
  const document = await read('text', 'One\r\nline\n \n\n\nTwo\0\u0007\fThree', { fileName: 'notes/My file.txt' });
  expect(document.text).toBe('One\nline\n\nTwo\n\nThree');
  expect(document.title).toBe('My file');
  expect(outline(document)).toEqual([
    { page: 1, at: 'One\nline\n\nTw' },
    { page: 2, at: 'Three' },
  ]);
});

test('text is decoded by its mark, its declaration, or a guess that is told', async () => {
  expect((await read('text', '\ufeffÜber')).text).toBe('Über');
  const wide = Buffer.from('\ufeffÜber 漢字', 'utf16le');
  expect((await read('text', new Uint8Array(wide))).text).toBe('Über 漢字');
  expect((await read('text', new Uint8Array(wide.subarray(2)))).text).toBe('Über 漢字');
  expect((await read('text', new Uint8Array(wide.swap16()))).text).toBe('Über 漢字');
  expect((await read('text', latin1('\xcf\xf0\xe8\xe2\xe5\xf2'), { charset: 'windows-1251' })).text).toBe('Привет');
  const guessed = await read('text', latin1('Caf\xe9 \x80'));
  expect(guessed).toMatchObject({ text: 'Café €', warnings: [{ code: 'encoding_guessed' }] });
  expect((await read('text', 'Käse', { charset: 'iso-8859-1' })).text).toBe('Käse');
  expect((await read('text', 'Cafe\u0301 \ud83d\ude00')).text).toBe('Café 😀');
});

test('Markdown gives headings with levels, lists, tables and code; its title is that of the front matter', async () => {
  const document = await read(
    'markdown',
    [
      '---\ntitle: "The guide"\ntags: [a]\n---\n# Start *here* & `code`',
      'A [link](https://example.com) &amp; an ![image](x.png).\\\nNext *line*.',
      '1. one\n2. two\n   - inner',
      '| Plan | Price |\n|---|---|\n| Free | 0 |',
      'Setext\n------',
      '```js\nif (a < b) {\n\n  run();\n}\n```',
      '> quoted\n\n<div><b>HTML</b> text</div>',
    ].join('\n\n'),
  );
  expect(document.title).toBe('The guide');
  expect(document.text).toBe(
    'Start here & code\n\nA [link](https://example.com/) & an image.\nNext line.\n\n1. one\n2. two\n  - inner\n\nPlan: Free; Price: 0\n\nSetext\n\n' +
      'if (a < b) {\n  run();\n}\n\nquoted\n\nHTML text',
  );
  expect(outline(document).map(({ heading }) => heading)).toEqual(['1 Start here & code', '2 Setext']);
});

const page = `<!doctype html><html lang="de-AT"><head><title>Preise &ndash; Firma</title>
<link rel="canonical" href="/preise"><meta name="robots" content="noindex, nofollow"><base href="https://firma.example/de/">
<script>var text = "<p>not text</p>";</script><style>p { color: red }</style></head><body>
<div id="cookie-banner">We use cookies. <button>Accept</button></div>
<header><nav><a href="kontakt#form">Kontakt</a><a href="javascript:alert(1)">No</a></nav></header>
<main><h1>Preise</h1><p>Der erste&nbsp;Absatz ist <b>wich</b>tig.<br>Zeile zwei &copy; &#8364; &#x1F600; &unknown;.</p>
<h2>Tarife</h2><table><caption>Alle Tarife</caption><tr><th>Tarif</th><th>Preis</th></tr><tr><td><p>Klein</p><td>5 €</table>
<ul><li>eins<li><p>zwei</p><ol><li>innen</ol></ul><pre>code {
  a;
}</pre><details><summary>Frage?</summary>Antwort.</details><p hidden>unsichtbar</p></main>
<footer>Impressum <a href="https://other.example/x">x</a><a href="kontakt">Kontakt</a></footer></body></html>`;

test('a page gives its main content, and what it says about itself', async () => {
  const document = await read('html', page, { url: 'https://firma.example/start' });
  expect(document).toMatchObject({
    title: 'Preise – Firma',
    language: 'de-AT',
    canonical: 'https://firma.example/preise',
    robots: ['noindex', 'nofollow'],
    links: ['https://firma.example/de/kontakt', 'https://other.example/x'],
  });
  expect(document.text).toBe(
    'Preise\n\nDer erste Absatz ist wichtig.\nZeile zwei © € 😀 &unknown;.\n\nTarife\n\nAlle Tarife\nTarif: Klein; Preis: 5 €\n\n' +
      '- eins\n- zwei\n  1. innen\n\ncode {\n  a;\n}\n\nFrage?\n\nAntwort.',
  );
  expect(outline(document).map(({ heading }) => heading)).toEqual(['1 Preise', '2 Tarife']);
});

test('the whole of a page has its navigation, too', async () => {
  const { text } = await read('html', page, { url: 'https://firma.example/start', whole: true });
  expect(text).toContain('Kontakt');
  expect(text).toContain('Impressum');
  expect(text).not.toContain('not text');
  expect(text).not.toContain('unsichtbar');
});

test('a page is decoded as it says itself', async () => {
  const html = latin1('<meta charset="iso-8859-2"><body><p>\xa3\xf3d\xbc is a city in Poland.</p>');
  expect((await read('html', html)).text).toBe('Łódź is a city in Poland.');
});

test('an article keeps its place among links and asides', async () => {
  const words = 'Sentences of an article are long, have commas, and say something to their readers. '.repeat(6);
  const links = Array.from(
    { length: 30 },
    (_, index) => `<li><a href="/${index}">Another story ${index}</a></li>`,
  ).join('');
  const html = `<body><div class="sidebar"><ul>${links}</ul></div><article><h1>Title</h1><p>${words}</p><p>${words}</p></article><aside>Advertisement</aside>`;
  const { text } = await read('html', html);
  expect(text).not.toContain('Another story');
  expect(text).not.toContain('Advertisement');
  expect(text.split('\n\n')).toHaveLength(3);
});

test('each row of a CSV file is a paragraph with the names of its columns', async () => {
  const csv = 'Name;Price;Note\n"Apple; red";1,20;\nPear;2;"good\nand ""cheap"""\n';
  expect((await read('csv', csv)).text).toBe(
    'Name: Apple; red; Price: 1,20\n\nName: Pear; Price: 2; Note: good and "cheap"',
  );
  expect((await read('csv', 'a\tb\n1\t2\n')).text).toBe('a: 1; b: 2');
  expect((await read('csv', '1,2\n3,4\n')).text).toBe('1 | 2\n\n3 | 4');
  expect((await read('csv', 'one,two\n')).text).toBe('one | two');
  expect((await read('csv', '\ufeffa|b\n1|2|3\n4\n')).text).toBe('a: 1; b: 2; 3\n\na: 4');
});

test('a DOCX file gives headings, tables and its title', async () => {
  const body = [
    paragraph('Chapter', 1),
    paragraph('Text &lt;of&gt; it.'),
    paragraph('Section', 2),
    table([
      ['a', 'b'],
      ['1', '2'],
    ]),
  ];
  const document = await read('docx', writeDocx(body.join('')), { fileName: 'x.docx' });
  expect(document).toMatchObject({
    title: 'Handbook & more',
    text: 'Chapter\n\nText <of> it.\n\nSection\n\na | b\n1 | 2',
  });
  expect(outline(document).map(({ heading }) => heading)).toEqual(['1 Chapter', '2 Section']);
});

test('a PDF gives pages, headings by size, and joined lines', async () => {
  const long = 'This line of the text is as wide as the column of the page allows it to be';
  const document = await read(
    'pdf',
    writePdf({
      title: 'Report 2026',
      pages: [
        [{ text: 'The title', size: 24 }, { text: `${long} and infor-` }, { text: 'mation goes on in the next line.' }],
        'scan',
        [{ text: 'A section', size: 16 }, { text: long }, { text: 'ends here.' }],
      ],
    }),
  );
  expect(document.title).toBe('Report 2026');
  expect(document.text).toBe(
    `The title\n\n${long} and information goes on in the next line.\n\nA section\n\n${long} ends here.`,
  );
  expect(outline(document)).toEqual([
    { heading: '1 The title', page: 1, at: 'The title\n\nT' },
    { heading: '2 A section', page: 3, at: 'A section\n\nT' },
  ]);
  expect(document.warnings).toEqual([
    { code: 'pages_without_text', message: 'These pages have no text, or are scans: 2.' },
  ]);
});

test('a PDF with a predefined Japanese encoding gives its text', async () => {
  const { text } = await read(
    'pdf',
    writePdf({ japanese: true, pages: [[{ text: '', hex: '93fa967b8cea82cc95b68fcd' }]] }),
  );
  expect(text).toBe('日本語の文章');
});

test('links and titles are bounded', async () => {
  const links = Array.from({ length: 12_000 }, (_, index) => `<a href="/${index}">x</a>`).join(' ');
  const long = `<a href="/${'x'.repeat(3_000)}">x</a>`;
  const document = await read('html', `<title>${'T'.repeat(1_000)}</title><p>${'Text. '.repeat(20)}${long}${links}`, {
    url: 'https://a.example/',
  });
  expect(document.links).toHaveLength(10_000);
  expect(document.title).toHaveLength(300);
});

test('the process cuts chunks and builds the same segment as this one would', async () => {
  const { documents } = await extraction(
    extractor,
    'markdown',
    `# One\n\n${'Words of a text. '.repeat(200)}\n\n# Two\n\n漢字の文章。`,
  );
  const [prepared] = await extractor.prepare(documents, reader);
  const title = documents[0]?.title ?? '';
  const chunks = (prepared?.chunks ?? []).map(({ text, headings }, index) => ({
    number: index + 7,
    text,
    headings,
    title,
  }));
  expect(chunks.length).toBeGreaterThan(3);
  expect(await extractor.index(chunks, reader)).toEqual(buildSegment(chunks));
});
