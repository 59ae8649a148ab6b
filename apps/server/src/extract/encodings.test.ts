// @module-tag pure

import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { decode } from './decode.ts';
import { sampleTexts } from './testing/sample-texts.ts';

/** ISO-2022-JP has the codes of EUC-JP without their high bits, between shifts. */
const shifted = (text: string): Buffer =>
  Buffer.concat(
    (text.match(/[\0-\x7f]+|[^\0-\x7f]+/g) ?? []).map((part) => {
      const codes = iconv.encode(part, 'euc-jp');
      if (part < '\x80') return codes;
      return Buffer.from([0x1b, 0x24, 0x42, ...codes.map((byte) => byte & 0x7f), 0x1b, 0x28, 0x42]);
    }),
  );

const encoded = (text: string, encoding: string): Uint8Array =>
  new Uint8Array(encoding === 'iso-2022-jp' ? shifted(text) : iconv.encode(text, encoding, { addBOM: false }));

/** The beginning of a text, repeated if it is too short, that takes at most so many bytes. */
function beginning(text: string, encoding: string, bytes: number): string {
  let taken = '';
  let size = 0;
  for (const sign of text.repeat(Math.ceil(bytes / text.length))) {
    // Shifts are between the characters.
    size += encoded(sign, encoding === 'iso-2022-jp' ? 'euc-jp' : encoding).length;
    if (size > bytes) return taken;
    taken += sign;
  }
  return taken;
}

const wide = ['utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'];
const lengths = [30, 200, 2_000];

test('texts of sixteen languages come right in each of their encodings, however short', () => {
  const wrong = Object.entries(sampleTexts).flatMap(([language, [encodings, text]]) =>
    [...encodings, ...wide, 'utf-8'].flatMap((encoding) =>
      lengths.flatMap((length) => {
        const part = beginning(text, encoding, length);
        const found = decode(encoded(part, encoding)).text;
        return found === part ? [] : [`${language} ${encoding} ${length}: ${found.slice(0, 40)}`];
      }),
    ),
  );
  expect(wrong).toEqual([]);
});

test('exports of DOS and older Macs come right', () => {
  const text = 'Die Rückgabe ist innerhalb von dreißig Tagen möglich. Größe: für Käufer täglich geöffnet.';
  for (const encoding of ['cp437', 'cp850', 'macintosh']) {
    expect(decode(encoded(text, encoding)), encoding).toMatchObject({ text, warnings: [{ code: 'encoding_guessed' }] });
  }
});

test('a few Latin letters aren’t taken for those of another script', () => {
  const texts = [
    'Café 50%',
    'Preis: 19,90 €',
    '© 2024 Acme',
    '25°C',
    'naïve résumé',
    '“quoted” – dash',
    'Malmö',
    '5 µm ± 2',
  ];
  const more = ['Señor Muñoz', 'São Paulo', 'blåbær', 'it’s', '«oui»', '¿', 'Ångström', 'hyvää päivää', 'Größe „XL“'];
  const wrong = [...texts, ...more].filter((text) => decode(encoded(text, 'windows-1252')).text !== text);
  expect(wrong).toEqual([]);
});

test('a bad byte of UTF-8 spoils itself only, and is told', () => {
  const bytes = [...Buffer.from('Rückgabe in 14 Tagen. Größe'), 0xc3];
  expect(decode(new Uint8Array(bytes))).toEqual({
    text: 'Rückgabe in 14 Tagen. Größe\ufffd',
    warnings: [{ code: 'encoding_errors', message: 'Characters that are damaged, replaced by \ufffd: 1.' }],
  });
  const within = Buffer.concat([Buffer.from('Käse \u{1f600} '), Buffer.from([0xff, 0xfe]), Buffer.from(' für 5 €')]);
  expect(decode(new Uint8Array(within)).text).toBe('Käse \u{1f600} \ufffd\ufffd für 5 €');
  // A sign that another program has put there is text.
  expect(decode(new Uint8Array(Buffer.from('a \ufffd b ü'))).warnings).toEqual([]);
});

test('a declared encoding counts unless the text can’t be in it', () => {
  const russian = encoded('Товар можно вернуть в течение двух недель.', 'windows-1251');
  expect(decode(russian, { charset: 'windows-1251' })).toEqual({
    text: 'Товар можно вернуть в течение двух недель.',
    warnings: [],
  });
  for (const charset of ['utf-8', 'iso-8859-1', 'shift_jis', 'no-such-encoding']) {
    expect(decode(russian, { charset }).text, charset).toMatch(/^Товар можно/);
  }
  expect(decode(encoded('Łódź', 'iso-8859-2'), { charset: 'iso-8859-2' }).text).toBe('Łódź');
});

test('text in no encoding fails with a reason', () => {
  const bytes = new Uint8Array(
    Array.from({ length: 400 }, (_, index) => [0x81, 0x20, 0x8d, 0xff, 0x90, 0x30][index % 6] ?? 0),
  );
  expect(() => decode(bytes)).toThrow('The encoding of the text is not clear.');
});
