import iconv from 'iconv-lite';
import type { CorpusMail } from './write-corpus-mail.ts';

/** Sentences in a language, and the older charsets in which mail has them. */
const texts: Readonly<Record<string, readonly [text: string, ...charsets: string[]]>> = {
  de: ['Können Sie helfen? Die Größe passt leider nicht, ich möchte zurückschicken.', 'windows-1252'],
  fr: ['J’ai reçu la mauvaise pièce. Pouvez-vous me rembourser dès que possible ?', 'windows-1252'],
  es: ['¿Cuándo llegará mi pedido? Todavía no he recibido ningún número de envío, señor.', 'windows-1252'],
  pl: ['Proszę o zwrot pieniędzy. Żółta lampa przyszła uszkodzona, załączam zdjęcia.', 'windows-1250', 'iso-8859-2'],
  tr: ['Siparişim ne zaman gelecek? Lambanın rengi yanlış, değiştirmek istiyorum.', 'windows-1254'],
  ru: ['Здравствуйте, когда придёт мой заказ? Лампа нужна мне к пятнице.', 'windows-1251', 'koi8-r'],
  ar: ['مرحبا، متى سيصل طلبي؟ أحتاج إلى المصباح يوم الجمعة من فضلكم.', 'windows-1256'],
  ja: ['こんにちは。注文した商品はいつ届きますか。金曜日までに必要です。', 'shift_jis', 'euc-jp'],
  ko: ['안녕하세요. 주문한 상품은 언제 도착하나요? 금요일까지 필요합니다.', 'euc-kr'],
  zh: ['您好，我订的商品什么时候能到？我需要在星期五之前收到。', 'gb18030'],
  'zh-TW': ['您好，我訂的商品什麼時候會到？我需要在星期五之前收到。', 'big5'],
};

/** Labels that say nothing of the charset, as mails have them. */
const emptyLabels: Readonly<Record<string, string>> = {
  'without a type': '',
  'without a charset': 'text/plain',
  'labelled us-ascii': 'text/plain; charset=us-ascii',
  'labelled utf-8': 'text/plain; charset=utf-8',
  'with an unknown label': 'text/plain; charset=x-unknown',
};

const bytesOf = (text: string, charset: string): Buffer => Buffer.from(iconv.encode(text, charset));

/** A text in another encoding of transfer. */
const asQuoted = (bytes: Buffer): string =>
  [...bytes]
    .map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('')
    .replace(/(.{72})/g, '$1=\r\n');
const asBase64 = (bytes: Buffer): string => bytes.toString('base64').replace(/(.{76})/g, '$1\r\n');

const undeclared: readonly CorpusMail[] = Object.entries(texts).flatMap(([code, [text, ...charsets]]) =>
  charsets.flatMap((charset) =>
    Object.entries(emptyLabels).map(([label, type]) => ({
      ...{ name: `${code} in ${charset} ${label}`, type, text: bytesOf(text, charset), reads: text },
    })),
  ),
);

const wrongly: readonly CorpusMail[] = Object.entries(texts).flatMap(([code, [text]]) =>
  ['us-ascii', 'iso-8859-1', 'windows-1251', 'koi8-r', 'gb2312', 'utf8mb4', 'ansi', 'x-unknown', '"utf-8;"'].map(
    (label) => ({
      ...{ name: `${code} in UTF-8 labelled ${label}`, type: `text/plain; charset=${label}`, text, reads: text },
    }),
  ),
);

const declared: readonly CorpusMail[] = Object.entries(texts).flatMap(([code, [text, ...charsets]]) =>
  charsets.flatMap((charset) => [
    {
      ...{ name: `${code} in ${charset}, quoted`, type: `text/plain; charset=${charset}`, reads: text },
      ...{ text: asQuoted(bytesOf(text, charset)), headers: ['Content-Transfer-Encoding: quoted-printable'] },
    },
    {
      ...{ name: `${code} in ${charset}, in base64`, type: `text/html; charset="${charset}"`, reads: text },
      ...{ text: asBase64(bytesOf(`<p>${text}</p>`, charset)), headers: ['Content-Transfer-Encoding: base64'] },
    },
  ]),
);

const shifted = Buffer.from('\x1b$B$3$s$K$A$O\x1b(B', 'latin1');
const latin = 'Größe und Menge: 5 für Käufer, bitte früh liefern. Schöne Grüße';

const others: readonly CorpusMail[] = [
  { name: 'ISO-2022-JP without a label', type: '', text: shifted, reads: 'こんにちは' },
  { name: 'ISO-2022-JP labelled us-ascii', type: 'text/plain; charset=us-ascii', text: shifted, reads: 'こんにちは' },
  { name: 'a code page of DOS', type: 'text/plain; charset=cp-850', text: bytesOf(latin, 'cp850'), reads: latin },
  {
    name: 'another name',
    type: 'text/plain; charset=x-windows-932',
    text: bytesOf(texts['ja']?.[0] ?? '', 'shift_jis'),
    reads: texts['ja']?.[0] ?? '',
  },
  {
    ...{ name: 'HTML that names its charset itself', type: 'text/html', reads: texts['ru']?.[0] ?? '' },
    text: bytesOf(`<meta charset="koi8-r"><p>${texts['ru']?.[0]}</p>`, 'koi8-r'),
  },
  {
    ...{ name: 'UTF-16', type: 'text/plain; charset=utf-16le', headers: ['Content-Transfer-Encoding: base64'] },
    ...{ text: asBase64(Buffer.from('Größe?', 'utf16le')), reads: 'Größe?' },
  },
];

/** Mails in charsets that are missing, wrong, unknown or rare. */
export const charsetMails: readonly CorpusMail[] = [...undeclared, ...wrongly, ...declared, ...others];

const word = (text: string, charset: string, label = charset): string =>
  `=?${label}?B?${bytesOf(text, charset).toString('base64')}?=`;
const latinSigns = (bytes: Buffer): string => bytes.toString('latin1');
const half = Buffer.from('Größe – Käufer').toString('base64');

/** Subjects as headers have them, and as they must be read. */
export const subjectMails: readonly (readonly [name: string, subject: string, reads: string, type?: string])[] = [
  ['raw UTF-8', latinSigns(Buffer.from('Größe der Lampe')), 'Größe der Lampe'],
  ['raw Latin-1', latinSigns(bytesOf('Größe der Lampe', 'windows-1252')), 'Größe der Lampe', ''],
  ['raw windows-1251', latinSigns(bytesOf('Где мой заказ на лампу?', 'windows-1251')), 'Где мой заказ на лампу?', ''],
  [
    'raw Big5',
    latinSigns(bytesOf('我訂的商品什麼時候會到？', 'big5')),
    '我訂的商品什麼時候會到？',
    'text/plain; charset=big5',
  ],
  ['raw ISO-2022-JP', latinSigns(shifted), 'こんにちは', ''],
  ['UTF-8 labelled us-ascii', word('Größe der Lampe', 'utf-8', 'us-ascii'), 'Größe der Lampe'],
  ['UTF-8 labelled iso-8859-1', word('Größe der Lampe', 'utf-8', 'iso-8859-1'), 'Größe der Lampe'],
  ['Latin-1 labelled utf-8', word('Größe der Lampe', 'windows-1252', 'utf-8'), 'Größe der Lampe'],
  ['an unknown label', word('Größe der Lampe', 'utf-8', 'utf8mb4'), 'Größe der Lampe'],
  ['a language', '=?utf-8*de?Q?Gr=C3=B6=C3=9Fe?=', 'Größe'],
  ['KOI8-R', word('Лампа', 'koi8-r'), 'Лампа'],
  ['GB2312', word('我的灯', 'gbk', 'gb2312'), '我的灯'],
  ['words that share a character', `=?utf-8?Q?Gr=C3?=\r\n =?utf-8?Q?=B6=C3=9Fe_5?=`, 'Größe 5'],
  ['base64 that shares a character', `=?UTF-8?B?${half.slice(0, 4)}?= =?utf-8?B?${half.slice(4)}?=`, 'Größe – Käufer'],
  ['words beside plain ones', 'Lamp =?utf-8?Q?Gr=C3=B6=C3=9Fe?= 5', 'Lamp Größe 5'],
  ['folded', 'The lamp\r\n is broken', 'The lamp is broken'],
  ['no encoded word', 'Is 2 =? 3 ?= 5', 'Is 2 =? 3 ?= 5'],
];
