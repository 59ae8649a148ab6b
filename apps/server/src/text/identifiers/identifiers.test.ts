// @module-tag pure

import { describe, expect, test } from 'vitest';
import { identifiersIn } from '../identifiers.ts';

const keysIn = (text: string) => identifiersIn(text).map(({ key }) => key);

/** Spellings of one identifier, its key and its kind. */
const same: readonly (readonly [kind: string, key: string, ...spellings: readonly string[]])[] = [
  ['code', '4-771.30/b', '4-771.30/B', '4\u2011771.30/b', '４－７７１．３０／Ｂ'],
  ['code', 'x250', 'X-250', 'X250', 'x-250', 'X\u2010250', 'Ｘ－２５０', '(X-250)', '"X-250",', 'X-250.'],
  ['code', 'e10', 'E10', 'E-10', 'e\u201310', 'E\u00ad10'],
  ['code', '0x80070005', '0x80070005', '0X80070005'],
  ['code', 'usb-c', 'USB-C', 'usb-c', 'USB\u2011C', 'ＵＳＢ－Ｃ'],
  ['code', 'c#', 'C#', 'c#', 'Ｃ＃'],
  ['code', 'c++', 'C++', 'c++'],
  ['code', '.net', '.NET', '.net'],
  ['code', 'asp.net', 'ASP.NET', 'asp.net'],
  ['code', 'at&t', 'AT&T', 'at&t', 'AT＆T'],
  ['code', 'm8x40', 'M8x40', 'M8×40', 'm8X40'],
  ['code', '2026-0171', '2026-0171', '#2026-0171', '2026–0171'],
  ['code', '--no-cache', '--no-cache', '`--no-cache`'],
  ['code', 'app.config.js', 'app.config.js', 'app.config.js,', 'App.config.js'],
  ['code', 'max_old_space', 'max_old_space', 'MAX_OLD_SPACE'],
  ['code', 'http/2', 'HTTP/2', 'http/2'],
  ['code', '/etc/hosts', '/etc/hosts', '/etc/hosts.'],
  ['version', '1.10.2', '1.10.2', 'v1.10.2', '１.１０.２', '1.10.2.'],
  ['version', '2.0.0-beta.1', '2.0.0-beta.1', 'v2.0.0-Beta.1'],
  ['version', '10.0.11.2', '10.0.11.2'],
  ['phone', '+4930901820', '+49 30 901820', '+4930901820', '0049 30 901820', '+49 (0)30 / 901820', '+49-30-90-18-20'],
  ['phone', '030901820', '030 901820', '(030) 901820', '030/901820', '030 90 18 20', '030-901820', '030901820'],
  ['phone', '5550123456', '(555) 012-3456', '555-012-3456', '555.012.3456'],
  ['phone', '0123456789', '01 23 45 67 89', '01.23.45.67.89', '0123456789'],
  [
    'iban',
    'de02120300000000202051',
    ...['DE02 1203 0000 0000 2020 51', 'DE02120300000000202051', 'de02 1203 0000 0000 2020 51'],
    'DE02-1203-0000-0000-2020-51',
  ],
  ['iban', 'gb82west12345698765432', 'GB82 WEST 1234 5698 7654 32', 'GB82WEST12345698765432'],
  ['email', 'info@example.org', 'info@example.org', 'Info@Example.org.', '<info@example.org>'],
  [
    'number',
    '1299',
    '1299',
    '1,299',
    '$1,299.00',
    '1.299,00 €',
    '1 299 €',
    '1\u202f299',
    '€ 1.299',
    "1'299.00",
    '١٢٩٩',
  ],
  ['number', '19.90', '19,90', '19.90', '19,9 €', '$19.90'],
  ['number', '1234567', '1,234,567', '1.234.567', '1 234 567', '12,34,567'],
  ['number', '25', '25kg', '25 kg', '25', '25-day', '25 %', '25th'],
  ['number', '9:30', '9:30', '09:30'],
  ['number', '2026-07-03', '2026-07-03', '3.7.2026', '03.07.2026'],
];

/** Identifiers that are like each other, and aren't the same. */
const apart: readonly (readonly string[])[] = [
  ['4-771.30/B', '4-771.20/B', '4-771.30/C', '4771.30/B', '4-771.30'],
  ['E-01', 'E-10', 'E-101', 'E-1'],
  ['1.1.2', '1.10.2', '1.1.02', '1.12.0', '11.0.2'],
  ['C#', 'C++', 'F#'],
  ['USB-A', 'USB-C'],
  ['1.10', '1.1', '11', '110'],
  ['2.0', '2'],
  ['007', '7'],
  ['1.299', '1299'],
  ['+49 30 901820', '030 901820', '+43 30 901820', '030 901821'],
  ['10.0.1.12', '10.0.11.2'],
  ['5G', '5'],
  ['app.config.js', 'app-config.js', 'app.config.ts'],
  ['app-2.js', 'app2.js'],
  ['HTTP/2', 'HTTP/3', 'HTTP-2'],
];

describe('identifiers', () => {
  test.each(same)('%s %s has one key in all spellings', (kind, key, ...spellings) => {
    for (const spelling of spellings) {
      const text = `Ask for ${spelling} today`;
      const found = identifiersIn(text);
      expect(found, spelling).toMatchObject([{ kind, key }]);
      for (const { text: part, start, end } of found) expect(text.slice(start, end)).toBe(part);
    }
  });

  test('those that are alike have keys of their own', () => {
    for (const texts of apart) expect(new Set(texts.flatMap(keysIn)).size, texts.join(' ')).toBe(texts.length);
  });

  test('words, abbreviations and compounds are not identifiers', () => {
    const text = `We check-in well-known e-mail, Wi-Fi and T-Shirts: and/or, km/h, e.g. this, i.e. that, z.B. so, vas-y,
      est-ce, Dr. A. B. Winter's rock'n'roll -- yes - no… 100 % sure?Yes. I am at °C. Ok, end.Then "it" goes (on) & on.
      HDMI GDPR JavaScript _emphasis_ **bold** # Title ## Sub | a | b | --- ... ... привет-мир кто-то`;
    expect(keysIn(text)).toEqual(['100']);
  });

  test('several in one text keep their order and their places', () => {
    const text =
      'Pumps X-250/X-300, rooms 3–5, open 9:00-18:00, C#/F#, DE123456789: call 0800 555 0199, or a@b.example!';
    const found = identifiersIn(text);
    expect(found.map(({ key }) => key)).toEqual([
      ...['x250', 'x300', '3', '5', '9:00', '18:00', 'c#', 'f#'],
      ...['de123456789', '08005550199', 'a@b.example'],
    ]);
    for (const { text: part, start, end } of found) expect(text.slice(start, end)).toBe(part);
    expect(found.every(({ start }, index) => start >= (found[index - 1]?.end ?? 0))).toBe(true);
  });

  test.each([
    ['Die X-250-Pumpe und das USB-C-Kabel', ['x250', 'usb-c']],
    ['30-Tage-Frist, 5-й этаж', ['30', '5']],
    ['C courses start in July. Vitamin C helps.', ['c', 'c']],
    ['型番Ｘ－２５０はＵＳＢ－Ｃで１，２９９円です', ['x250', 'usb-c', '1299']],
    ['Ошибка Ф-16 и №４７', ['ф16', '47']],
    ['Chapter............12', ['12']],
    [`Chapter${'.'.repeat(150)}12`, ['12']],
  ])('%s', (text, keys) => {
    expect(keysIn(text)).toEqual(keys);
  });

  test('places are those of the original after characters that change their length', () => {
    const text = '㎏ and ﬁne\u00ad-print: １０㎏, E\u200b-10, 😀 X-250…';
    const found = identifiersIn(text).map(({ text: part, start, end }) => [part, text.slice(start, end)]);
    expect(found).toEqual([
      ['１０㎏', '１０㎏'],
      ['E\u200b-10', 'E\u200b-10'],
      ['X-250', 'X-250'],
    ]);
  });

  test('a key has no white space, and no run is too long for one', () => {
    const size = 20_000;
    const hostile = [
      '1',
      '-',
      'a.',
      '/a1',
      'a@',
      '+1 ',
      '00 ',
      'DE02 ',
      '1,',
      '111 ',
      '１２',
      '0 1 2 ',
      '#',
      'a\u0301\u0316',
    ].map((part) => part.repeat(size / part.length));
    const wrong = hostile.flatMap((text) =>
      identifiersIn(text).filter(({ key, start, end }) => !/^\S{1,128}$/.test(key) || end <= start),
    );
    expect(wrong).toEqual([]);
  });
});
