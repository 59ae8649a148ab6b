// @module-tag pure

import { expect, it } from 'vitest';
import { decodeCsv } from './decode-csv.ts';

it.each([
  ['UTF-8', Buffer.from('Größe?,€ 5')],
  ['UTF-8 with a byte order mark', Buffer.from('\ufeffGröße?,€ 5')],
  ['UTF-16, least byte first', Buffer.from('\ufeffGröße?,€ 5', 'utf16le')],
  ['UTF-16, greatest byte first', Buffer.from('\ufeffGröße?,€ 5', 'utf16le').swap16()],
  ['Windows-1252', Buffer.from([0x47, 0x72, 0xf6, 0xdf, 0x65, 0x3f, 0x2c, 0x80, 0x20, 0x35])],
])('reads %s', (_name, bytes) => {
  expect(decodeCsv(bytes)).toBe('Größe?,€ 5');
});
