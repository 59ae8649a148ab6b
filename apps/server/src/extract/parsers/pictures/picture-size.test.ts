// @module-tag pure

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { latin1 } from '../../testing/extracting.ts';
import { scanPng } from '../../testing/scans.ts';
import { pageSizes } from './picture-size.ts';

const be16 = (value: number) => String.fromCharCode(value >> 8, value & 255);
const le16 = (value: number) => String.fromCharCode(value & 255, value >> 8);
const le24 = (value: number) => le16(value & 0xffff) + String.fromCharCode(value >> 16);
const le32 = (value: number) => le16(value & 0xffff) + le16(value >>> 16);
const be32 = (value: number) => be16(value >>> 16) + be16(value & 0xffff);
const riff = (chunk: string) => latin1(`RIFF\0\0\0\0WEBP${chunk}`);

/** A TIFF whose pages are directories of width and height, each 30 bytes long and followed by the next one. */
function tiff(pages: readonly (readonly [width: number, height: number])[], isLittle: boolean, last = 0): Uint8Array {
  const [short, long] = isLittle ? [le16, le32] : [be16, be32];
  const entry = (tag: number, value: number) =>
    short(tag) + (value < 0x10000 ? short(3) + long(1) + short(value) + short(0) : short(4) + long(1) + long(value));
  const directories = pages.map(
    ([width, height], index) =>
      short(2) + entry(256, width) + entry(257, height) + long(index + 1 < pages.length ? 8 + (index + 1) * 30 : last),
  );
  return latin1((isLittle ? 'II*\0' : 'MM\0*') + long(8) + directories.join(''));
}

const jpeg = (frame: string) =>
  latin1(`\xff\xd8\xff\xe0${be16(16)}JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xff\xff\xdb${be16(4)}xx${frame}`);

test.each([
  ['PNG', scanPng(), [[620, 130]]],
  ['JPEG', jpeg(`\xff\xc0${be16(17)}\x08${be16(300)}${be16(400)}\x03`), [[400, 300]]],
  ['progressive JPEG', jpeg(`\xff\xc4${be16(2)}\xff\xc2${be16(17)}\x08${be16(1)}${be16(65_535)}\x03`), [[65_535, 1]]],
  ['lossy WebP', riff(`VP8 ${le32(10)}\0\0\0\x9d\x01\x2a${le16(640)}${le16(480 | 0x4000)}`), [[640, 480]]],
  ['lossless WebP', riff(`VP8L${le32(10)}\x2f${le32(639 | (479 << 14))}`), [[640, 480]]],
  ['extended WebP', riff(`VP8X${le32(10)}\0\0\0\0${le24(99_999)}${le24(479)}`), [[100_000, 480]]],
  ['TIFF', tiff([[10, 20]], true), [[10, 20]]],
  [
    'TIFF of pages',
    tiff(
      [
        [10, 20],
        [100_000, 30],
        [7, 8],
      ],
      false,
    ),
    [
      [10, 20],
      [100_000, 30],
      [7, 8],
    ],
  ],
])('the size of a %s is in its header', (_, bytes, sizes) => {
  expect(pageSizes(bytes)).toEqual(sizes.map(([width, height]) => ({ width, height })));
  // Wherever it ends too early, there is no wrong size.
  for (let length = 0; length < 20; length += 1) expect(pageSizes(bytes.subarray(0, length))).toBeUndefined();
});

test.each([
  ['a PNG without a width', latin1(`\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR${be32(0)}${be32(5)}`)],
  ['a PNG of another first chunk', latin1(`\x89PNG\r\n\x1a\n\0\0\0\x0dIDAT${be32(5)}${be32(5)}`)],
  ['a JPEG without a frame', jpeg(`\xff\xda${be16(8)}`)],
  ['a JPEG that has something else', jpeg('xxxxxxxxxxxxxxxx')],
  ['a WebP of an unknown chunk', riff(`JUNK${le32(10)}${'\0'.repeat(20)}`)],
  [
    'a TIFF that is a circle',
    tiff(
      [
        [1, 2],
        [3, 4],
      ],
      true,
      8,
    ),
  ],
  [
    'a TIFF with a page without a size',
    tiff(
      [
        [1, 2],
        [0, 4],
      ],
      true,
    ),
  ],
  [
    'a TIFF of too many pages',
    tiff(
      Array.from({ length: 1_001 }, () => [1, 1] as const),
      true,
    ),
  ],
  ['a TIFF without a page', latin1(`II*\0${le32(0)}`)],
])('%s has none', (_, bytes) => {
  expect(pageSizes(bytes)).toBeUndefined();
});

test('arbitrary bytes have sizes or none', () => {
  const starts = ['\x89PNG', '\xff\xd8\xff', 'II*\0', 'MM\0*', 'RIFF\0\0\0\0WEBPVP8X'].map(latin1);
  fc.assert(
    fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 200 }), (start, noise) => {
      for (const { width, height } of pageSizes(new Uint8Array([...start, ...noise])) ?? []) {
        expect(Math.min(width, height)).toBeGreaterThan(0);
      }
    }),
  );
});
