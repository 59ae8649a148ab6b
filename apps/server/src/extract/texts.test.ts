import { expect, test } from 'vitest';
import { charsetMails } from '../../testing/mail/charsets.ts';
import { writeCorpusMail } from '../../testing/mail/write-corpus-mail.ts';
import { extractors, outline, readFile, utf8 } from './testing/extracting.ts';
import { writeMsg } from './testing/office-writer.ts';

const extractor = extractors()();
const read = (name: string, text: string | Uint8Array) =>
  readFile(extractor, { name, bytes: typeof text === 'string' ? utf8(text) : text });

/** A text without what forms of files change: lines and blanks. */
const plain = (text: string): string => text.normalize('NFC').replace(/\s+/g, '');

/** Files by their names, with their text. */
const files: Readonly<Record<string, readonly [content: string, text: string]>> = {
  'letter.rtf': [
    String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset204 Arial Cyr;}{\f2\fcharset128 MS;}}{\stylesheet{\s0 Normal;}{\s1\outlinelevel0 heading 1;}}{\info{\title Letter}{\author Ann}}
{\header\pard Firm\par}\pard\s1 Caf\'e9 hours\par\pard Nine\~to {\b five}\'85 \u8364?5, \f1\'cf\'f0\'e8\f2\'93\'fa\'83A\f0.{\v hidden}{\*\unknown skipped}\line next\par
{\pict\pngblip 89504e47}{\listtext\bullet\tab}One\par{\listtext\bullet\tab}Two\par\pard
\trowd\trhdr\intbl Size\cell Price\cell\row\trowd\intbl Small\cell 3\cell\row\pard
{\field{\*\fldinst{HYPERLINK "https://a.example/form"}}{\fldrslt The form}} ends.{\footnote A note}\par}`,
    'Café hours\n\nNine to five… €5, При日ア.\nnext\n\n- One\n- Two',
  ],
  'feed.xml': [
    '<?xml version="1.0"?><feed><title>News</title><entry><title>One</title><link href="https://a.example"/><summary>First &lt;b&gt;text&lt;/b&gt;</summary></entry><rows><row a="1" b="2"/><row a="3"/></rows></feed>',
    'title: News\n\nentry: title: One; link.href: https://a.example; summary: First <b>text</b>\n\nrows.row: a: 1; b: 2\n\nrows.row: a: 3',
  ],
  'a.json': [
    JSON.stringify({
      shop: 'Tea & Co',
      address: { city: 'Berlin', tags: ['a', 'b'] },
      empty: null,
      items: [
        { name: 'Tea', price: { amount: 3, currency: 'EUR' } },
        { name: 'Coffee', price: null, isOpen: false },
      ],
    }),
    'shop: Tea & Co; address.city: Berlin; address.tags: a, b\n\nitems:\n\nname: Tea; price.amount: 3; price.currency: EUR\n\nname: Coffee; isOpen: false',
  ],
  'rows.jsonl': ['{"a":1,"b":"x"}\n{"a":2,"b":"y"}\n', 'a: 1; b: x\n\na: 2; b: y'],
  'table.json': ['[["Name","Age"],["Ann",40]]', 'Name: Ann; Age: 40'],
  'a.xml': [
    '<?xml version="1.0"?><catalog date="2026-01-02"><item id="7"><name>Tea</name><price unit="EUR">3</price></item><item id="8"><name>Coffee &amp; cake</name></item></catalog>',
    'date: 2026-01-02\n\nitem: id: 7; name: Tea; price.unit: EUR; price: 3\n\nitem: id: 8; name: Coffee & cake',
  ],
  'notes.ipynb': [
    JSON.stringify({
      nbformat: 4,
      metadata: { kernelspec: { name: 'python3' } },
      cells: [
        { cell_type: 'markdown', source: ['# Growth\n', 'It *grows*.'] },
        {
          cell_type: 'code',
          source: 'print(6 * 7)',
          outputs: [
            { output_type: 'stream', text: ['42\n'] },
            { output_type: 'display_data', data: { 'image/png': 'iVBORw0KGgo=', 'text/plain': '<Figure>' } },
            { output_type: 'error', ename: 'ValueError', evalue: 'bad', traceback: ['\u001b[31mx'] },
          ],
        },
      ],
    }),
    'Growth\n\nIt grows.\n\nprint(6 * 7)\n\n42\n\nValueError: bad',
  ],
  'a.ics': [
    [
      'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-WR-CALNAME:Team\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Summer\\, party',
      'DTSTART;TZID=Europe/Berlin:20260704T180000\r\nDTEND;TZID=Europe/Berlin:20260704T230000\r\nLOCATION:Roof',
      'RRULE:FREQ=YEARLY\r\nATTENDEE;CN=Ann:mailto:ann@a.example\r\nDESCRIPTION:Bring a\r\n  friend.\\nFree.\r\nBEGIN:VALARM',
      'ACTION:DISPLAY\r\nDESCRIPTION:Alarm\r\nTRIGGER:-PT5M\r\nEND:VALARM\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
    ].join('\r\n'),
    'Summer, party\n\nStarts: 2026-07-04 18:00 Europe/Berlin\nEnds: 2026-07-04 23:00 Europe/Berlin\n' +
      'Repeats: FREQ=YEARLY\nWhere: Roof\nAttendees: Ann <ann@a.example>\n\nBring a friend.\nFree.',
  ],
  'talk.vtt': [
    'WEBVTT - talk\n\nNOTE inner\n\nSTYLE\n::cue {}\n\n1\n00:01.000 --> 00:02.000 align:start\n<v Ann>Hello <b>all</b> &amp; welcome.\n\n00:03.000 --> 00:04.000\nSecond.\n\n01:02:03.000 --> 01:02:04.000\nSecond.\nLater.',
    '[00:00:01] Ann: Hello all & welcome.\nSecond.\n\n[01:02:03] Later.',
  ],
  'talk.srt': [
    '1\r\n00:00:01,000 --> 00:00:02,000\r\n<i>One</i>\r\n\r\n2\r\n00:02:01,000 --> 00:02:02,000\r\n{\\an8}Two\r\n',
    '[00:00:01] One\n\n[00:02:01] Two',
  ],
  'guide.adoc': [
    '= The guide\nAnn Author <ann@a.example>\n:toc:\n\nIntro with *bold* and `code`.\n\n== Steps\n\n* One\n** Inner\n\n[source,js]\n----\nconst a = 1; // <1>\n----\n\nNOTE: Careful.\n\ninclude::other.adoc[]\n\nTerm:: Meaning\n',
    'The guide\n\nIntro with bold and code.\n\nSteps\n\n- One\n  - Inner\n\nconst a = 1; //\n\nNote:\n\nCareful.\n\nTerm: Meaning',
  ],
  'guide.rst': [
    '=====\nGuide\n=====\n\n.. comment\n   of two lines\n\n:Author: Ann\n\nIntro with **bold**, ``code_`` and a `form <https://a.example>`_::\n\n   x = 1\n\n     y\n\nSteps\n-----\n\n* One\n\n  * Inner\n* Two\n\n.. note:: Careful.\n\n   Very.\n\n.. code-block:: python\n   :linenos:\n\n   run()\n\n.. image:: a.png\n\n.. include:: b.rst\n\nterm\n  Meaning of it\n\n|x| says hi to :ref:`Ann <ann>`.\n\n.. |x| replace:: Bob\n.. _target: https://b.example\n',
    'Guide\n\nAuthor: Ann\n\nIntro with bold, code_ and a [form](https://a.example/):\n\nx = 1\n  y\n\nSteps\n\n- One\n  - Inner\n- Two\n\nNote: Careful.\n\nVery.\n\nrun()\n\nterm: Meaning of it\n\nBob says hi to Ann.',
  ],
  'notes.org': [
    '#+TITLE: My notes\n#+AUTHOR: Ann\n* TODO [#A] First steps :work:\n:PROPERTIES:\n:ID: 7\n:END:\nSome *bold* and =code= with [[https://a.example][a form]].\n# comment\n- one\n  - inner\n- [X] two\n\n#+BEGIN_SRC sh\nnpm start\n#+END_SRC\n** Second\n| Size | Price |\n|------+-------|\n| S    | 3     |\n* COMMENT Secret\nhidden\n** deeper\n* Last\n: fixed',
    'First steps\n\nSome bold and code with [a form](https://a.example/).\n\n- one\n  - inner\n- two\n\nnpm start\n\nSecond',
  ],
};

test.each(Object.entries(files))('%s is read', async (name, [content, expected]) => {
  const { text } = await read(name, content);
  expect(text).toContain(expected);
});

test('RTF gives headings, lists, tables, links and notes', async () => {
  const document = await read('letter.rtf', files['letter.rtf']?.[0] ?? '');
  expect(document.title).toBe('Letter');
  expect(outline(document)).toMatchObject([{ heading: '1 Café hours' }]);
  expect(document.text).toMatch(
    /- Two\n\nSize: Small; Price: 3\n\n\[The form\]\(https:\/\/a\.example\/form\) ends\.\n\nA note$/,
  );
  expect(document.text).not.toMatch(/hidden|skipped|Arial|Firm|89504/);
  expect(document.warnings).toEqual([{ code: 'media_left_out', message: 'Left out: 1 picture.' }]);
});

test('Org and reStructuredText give their tables and titles', async () => {
  const org = await read('notes.org', files['notes.org']?.[0] ?? '');
  expect(org.title).toBe('My notes');
  expect(org.text).toMatch(/\n\nSize: S; Price: 3\n\nLast\n\nfixed$/);
  const tables = [
    '===== =====\nSize  Price\n===== =====\nSmall 3\n      EUR\n===== =====\n',
    '+-------+-------+\n| Size  | Price |\n+=======+=======+\n| Small | 3     |\n|       | EUR   |\n+-------+-------+\n',
    '.. list-table:: Prices\n   :header-rows: 1\n\n   * - Size\n     - Price\n   * - Small\n     - 3\n       EUR\n',
    '.. csv-table:: Prices\n   :header: Size, Price\n\n   Small, 3 EUR\n',
  ];
  for (const table of tables) {
    expect((await read('a.rst', `${table}\nAfter it.\n`)).text).toMatch(
      /(?:^|\n)Size: Small; Price: 3 EUR\n\nAfter it\.$/,
    );
  }
});

const boundary = (...parts: readonly string[]) =>
  `MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`;

test('a mail gives its subject, its people and its text, and the names of its attachments', async () => {
  const text = Buffer.from('Grüße,\n\nthe order is here.').toString('base64');
  const mail =
    'From: =?utf-8?B?SsO8cmdlbg==?= <j@a.example>\r\nTo: Ann <ann@a.example>, bob@a.example\r\nSubject: Your order\r\n' +
    'Date: Tue, 3 Mar 2026 10:15:00 +0100\r\n' +
    boundary(
      `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${text}`,
      'Content-Type: application/pdf; name="order.pdf"\r\nContent-Disposition: attachment; filename="order.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\nJVBERi0xLjQKJVBERi0xLjQK',
    );
  const document = await read('a.eml', mail);
  expect(document.text).toBe(
    'Your order\n\nFrom: Jürgen <j@a.example>\nTo: Ann <ann@a.example>, bob@a.example\nDate: 2026-03-03 09:15 UTC\n\n' +
      'Grüße,\n\nthe order is here.\n\nAttachments: order.pdf',
  );
  expect(document).toMatchObject({ title: 'Your order', warnings: [{ code: 'attachments_left_out' }] });
});

test('a mail is read in its charset, whatever it declares', { timeout: 120_000 }, async () => {
  const wrong: string[] = [];
  for (const mail of charsetMails) {
    const { text } = await read('a.eml', writeCorpusMail(mail));
    if (!plain(text).endsWith(plain(mail.reads ?? ''))) wrong.push(`${mail.name}: ${text}`);
  }
  expect(charsetMails.length).toBeGreaterThan(150);
  expect(wrong).toEqual([]);
  const subject = Buffer.from('Größe fehlt', 'latin1');
  const raw = Buffer.concat([Buffer.from('From: a@a.example\r\nSubject: '), subject, Buffer.from('\r\n\r\nHello.')]);
  expect((await read('a.eml', raw)).title).toBe('Größe fehlt');
});

test('a mail has the texts of its parts in order, and the mails that it forwards, each with its head', async () => {
  const inner =
    'From: Ann <ann@a.example>\r\nSubject: The lamp\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: 8bit\r\n\r\n';
  const mail = boundary(
    'Content-Type: text/plain\r\n\r\nSee below.',
    'Content-Type: text/html\r\n\r\n<p>Or <b>above</b>.</p>',
    `Content-Type: message/rfc822\r\n\r\n${inner}GR`,
    'Content-Type: message/rfc822\r\nContent-Disposition: attachment; filename="b.eml"\r\n\r\nSubject: B\r\n\r\nNo.',
  );
  const latin = Buffer.from(`From: a@a.example\r\n${mail}`.replace('GR', 'Die Größe und die Prüfung'), 'latin1');
  const { text } = await read('a.eml', latin);
  expect(text).toBe(
    'From: a@a.example\n\nSee below.\n\nOr above.\n\nSubject: The lamp\nFrom: Ann <ann@a.example>\n\n' +
      'Die Größe und die Prüfung\n\nAttachments: b.eml',
  );
});

test('blanks behind a soft line break of a mail are no text', async () => {
  const quoted = (type: string, text: string) =>
    `Content-Type: ${type}\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${text}`;
  const soft = 'The par= \r\ncel is=\t  \r\n here=2E 1 =3D 1 =3D\r\nEnd= ';
  const { text } = await read('a.eml', `From: a@a.example\r\n${boundary(quoted('text/plain', soft))}`);
  expect(text).toBe('From: a@a.example\n\nThe parcel is here. 1 = 1 =\nEnd');
  const plainText = await read('a.eml', 'From: a@a.example\r\n\r\na = \r\nb');
  expect(plainText.text).toBe('From: a@a.example\n\na =\nb');
});

test('a mail in HTML is read like a page', async () => {
  const mail = boundary(
    'Content-Type: text/html; charset=utf-8\r\n\r\n<style>p{}</style><p>Hello &amp; <b>welcome</b>.</p>',
  );
  const { text } = await read('mail.txt', `Message-ID: <1@a.example>\r\nFrom: a@a.example\r\n${mail}`);
  expect(text).toBe('From: a@a.example\n\nHello & welcome.');
});

test('a message of Outlook gives its subject, sender and text', async () => {
  const { text, title } = await read(
    'mail.bin',
    writeMsg({
      '0037001F': 'Your order',
      '0C1A001F': 'Jürgen',
      '5D01001F': 'j@a.example',
      '1000001F': 'It is here.\r\n',
    }),
  );
  expect(title).toBe('Your order');
  expect(text).toBe('Your order\n\nFrom: Jürgen <j@a.example>\n\nIt is here.');
});
