import type { CorpusMail } from './write-corpus-mail.ts';

const html = (name: string, text: string, reads: string): CorpusMail => ({
  name,
  text,
  reads,
  type: 'text/html; charset=utf-8',
});

/** HTML of first mails, and its text. */
export const htmlMails: readonly CorpusMail[] = [
  html(
    'a link',
    '<p>See <a href="https://e.example/order/7?utm_source=a&amp;b=2">this page</a>.</p>',
    'See this page (https://e.example/order/7?utm_source=a&b=2).',
  ),
  html(
    'a link that shows its address',
    '<a href="https://www.e.example/">e.example</a> <a href="mailto:a@e.example">a@e.example</a>',
    'e.example a@e.example',
  ),
  html('links that lead nowhere', '<a href="#top">Up</a> <a href="javascript:x()">Run</a> <a>None</a>', 'Up Run None'),
  html(
    'a link around a picture',
    '<a href="https://e.example/7"><img alt="The lamp" src="x"></a>',
    '[The lamp] (https://e.example/7)',
  ),
  html(
    'pictures',
    'Broken: <img alt="crack in the glass"><img src="pixel"> <img alt="😀">',
    'Broken: [crack in the glass] 😀',
  ),
  html(
    'lists',
    '<p>I need</p><ol><li>a lamp<li><p>two tables</p></ol><ul><li>soon</li></ul>',
    'I need\n\n1. a lamp\n2. two tables\n\n- soon',
  ),
  html(
    'a table',
    '<table><tr><th>Item</th><th>Pieces</th></tr><tr><td><p>Lamp</p></td><td><p>2</p></td></tr></table><p>Thanks</p>',
    'Item | Pieces\nLamp | 2\n\nThanks',
  ),
  html(
    'lines',
    'one<br>two<br><br>three<div>four</div><div><br></div><div>five</div>',
    'one\ntwo\n\nthree\nfour\n\nfive',
  ),
  html(
    'a preview',
    '<div style="display: none; max-height:0">Preview</div><span style="max-height:0px;overflow:hidden">Two</span><div hidden>Three</div>Text',
    'Text',
  ),
  html(
    'a filled preview',
    `<div>Hello${'&#847;&zwnj;&nbsp;&#8199;&shy;'.repeat(40)}</div><p>Text</p>`,
    'Hello\n\nText',
  ),
  html('code', '<pre>a  b\n  c</pre>', 'a  b\nc'),
  html('a head without its end', '<html><head><style>p{}</style><title>x</title><body>Text', 'Text'),
  html('an indented text', '<blockquote style="margin:0 0 0 40px;border:none;padding:0px">Text</blockquote>', 'Text'),
  html('signs', 'a &lt;b&gt; &amp;amp; c&nbsp;d &copy', 'a <b> &amp; c d ©'),
];

/** A multipart: its subtype, its parts and its last line. */
interface Multipart {
  readonly parts: readonly string[];
  readonly type?: string;
  readonly end?: string;
}

const multipart = (name: string, reads: string, { parts, type = 'mixed', end = '--b--' }: Multipart): CorpusMail => ({
  ...{ name, reads, type: `multipart/${type}; boundary=b` },
  text: `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}${end}`,
});
const plainPart = (text: string): string => `Content-Type: text/plain; charset=utf-8\r\n\r\n${text}`;
const htmlPart = (text: string): string => `Content-Type: text/html; charset=utf-8\r\n\r\n${text}`;
const signed =
  '-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nIs it blue?\n- -- \nAda\n-----BEGIN PGP SIGNATURE-----\n\nabcd\n-----END PGP SIGNATURE-----';

/** Mails whose parts are put together in other ways, or broken. */
export const mimeMails: readonly CorpusMail[] = [
  multipart('alternatives', 'Is it blue?', {
    type: 'alternative',
    parts: [plainPart('Is it blue?'), htmlPart('<p>Is it <b>blue</b>?</p>')],
  }),
  multipart('an empty alternative', 'Is it blue?', {
    type: 'alternative',
    parts: [plainPart('  '), htmlPart('<p>Is it blue?</p>')],
  }),
  multipart('an alternative that says nothing', 'Is it blue?', {
    type: 'alternative',
    parts: [plainPart('This is an HTML mail.'), htmlPart('<p>Is it blue?</p>')],
  }),
  multipart('a short alternative', 'HTML?', {
    type: 'alternative',
    parts: [plainPart('HTML?'), htmlPart('<p>HTML?</p>')],
  }),
  multipart('a missing end', 'Is it blue?', { parts: [plainPart('Is it blue?')], end: '' }),
  multipart('text around a file', 'Is it blue?\n\nAda\n[File, not read: a.pdf]', {
    parts: [
      plainPart('Is it blue?'),
      'Content-Type: application/pdf; name="a.pdf"\r\n\r\n%PDF',
      htmlPart('<p>Ada</p>'),
    ],
  }),
  multipart('nested parts', 'Is it blue?\n\n[lamp]', {
    parts: [
      `Content-Type: multipart/alternative; boundary=c\r\n\r\n--c\r\n${plainPart('')}\r\n--c\r\nContent-Type: multipart/related; boundary=d\r\n\r\n--d\r\n${htmlPart('<p>Is it blue?</p><img alt="lamp" src="cid:x">')}\r\n--d\r\nContent-Type: image/png\r\nContent-ID: <x>\r\n\r\nx\r\n--d--\r\n--c--`,
    ],
  }),
  multipart('a file with a name in another charset', 'See.\n[File, not read: Größe.pdf]', {
    parts: [plainPart('See.'), 'Content-Type: application/pdf; name="=?x-unknown?Q?Gr=C3=B6=C3=9Fe.pdf?="\r\n\r\n%PDF'],
  }),
  multipart('a signature beside the text', 'Is it blue?', {
    type: 'signed',
    parts: [plainPart('Is it blue?'), 'Content-Type: application/pgp-signature; name="signature.asc"\r\n\r\nabcd'],
  }),
  multipart('TNEF', 'Is it blue?\n[File, not read: winmail.dat]', {
    parts: [plainPart('Is it blue?'), 'Content-Type: application/ms-tnef; name="winmail.dat"\r\n\r\nx'],
  }),
  { name: 'a missing boundary', type: 'multipart/mixed', text: 'Is it blue?', reads: 'Is it blue?' },
  {
    name: 'an unknown type of text',
    type: 'text',
    text: 'Is it blue?',
    reads: '(Your mail has only attachments (text), which can’t be read here. Please write what you need as text.)',
    subject: '',
  },
  { name: 'OpenPGP within the text', text: signed, reads: 'Is it blue?' },
  {
    name: 'OpenPGP',
    text: '-----BEGIN PGP MESSAGE-----\n\nabcd\n-----END PGP MESSAGE-----',
    reads: '(Your mail is encrypted, or signed in a form that can’t be read here. Please write what you need as text.)',
  },
  {
    name: 'S/MIME',
    type: 'application/pkcs7-mime; smime-type=signed-data; name="smime.p7m"',
    text: 'abcd',
    reads: '(Your mail is encrypted, or signed in a form that can’t be read here. Please write what you need as text.)',
  },
  {
    name: 'broken soft breaks',
    headers: ['Content-Transfer-Encoding: quoted-printable'],
    text: 'Is it =\r\nblue=3F =XY 5=',
    reads: 'Is it blue? =XY 5',
  },
  {
    name: 'blanks behind soft breaks',
    headers: ['Content-Transfer-Encoding: quoted-printable'],
    text: 'Is it= \r\n bl=\t \r\nue=3F 5 =3D',
    reads: 'Is it blue? 5 =',
  },
  {
    name: 'no soft breaks in another encoding',
    headers: ['Content-Transfer-Encoding: 8bit'],
    text: 'Is a = \r\nb?',
    reads: 'Is a =\nb?',
  },
  {
    name: 'base64 with other signs',
    headers: ['Content-Transfer-Encoding: base64'],
    text: 'SXMg\r\n*aXQg\r\n!Ymx1ZT8=\r\n',
    reads: 'Is it blue?',
  },
  {
    name: 'stuffed lines',
    type: 'text/plain; charset=utf-8; format=flowed',
    text: ' From here\r\nit \r\ngoes.\r\n-- \r\nAda',
    reads: 'From here\nit goes.',
  },
  {
    name: 'flowed with deleted spaces',
    type: 'text/plain; charset=utf-8; format=flowed; delsp=yes',
    text: '青でお \r\n願いします',
    reads: '青でお願いします',
  },
  {
    name: 'a group of recipients',
    to: 'Team: support@shop.test, b@shop.test;',
    text: 'Is it blue?',
    reads: 'Is it blue?',
  },
  { name: 'a sender in a group', from: 'Team: ada@customer.test;', text: 'Is it blue?', reads: 'Is it blue?' },
];
