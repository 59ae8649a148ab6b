// @module-tag pure

import { expect, it } from 'vitest';
import { decodeCsv } from './decode-csv.ts';

it.each([
  ['UTF-8', Buffer.from('Größe?,5')],
  ['UTF-8 with a byte order mark', Buffer.from('\ufeffGröße?,5')],
  ['UTF-16, least byte first', Buffer.from('\ufeffGröße?,5', 'utf16le')],
  ['UTF-16, greatest byte first', Buffer.from('\ufeffGröße?,5', 'utf16le').swap16()],
  // Without the bytes from 0x80 to 0x9f: browsers decode them, but some versions of Node.js don't.
  ['Windows-1252', Buffer.from('Größe?,5', 'latin1')],
])('reads %s', (_name, bytes) => {
  expect(decodeCsv(bytes)).toBe('Größe?,5');
});
