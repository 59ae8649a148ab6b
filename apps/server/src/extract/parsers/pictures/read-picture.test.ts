// @module-tag pure

import { expect, test } from 'vitest';
import { SourceFailure } from '../../document.ts';
import { writePng } from '../../recognition/png.ts';
import { scanPng } from '../../testing/scans.ts';
import { read } from '../read.ts';

const recognised = async (bytes: Uint8Array, text: string) => {
  let pictures = 0;
  const recognise = async () => {
    pictures += 1;
    return text;
  };
  const result = await read({ format: 'picture', fileName: 'Photo of a sign.png', recognise }, bytes).catch(
    (error: unknown) => error,
  );
  return { result, pictures };
};
/** A PNG of any size, without its pixels. */
const sized = (width: number, height: number): Uint8Array => {
  const bytes = Buffer.from(scanPng());
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return new Uint8Array(bytes);
};
/** A TIFF of three pages of 100 × 100 pixels, in the order of bytes of a PC. */
const pages = Buffer.alloc(8 + 3 * 30);
pages.write('II*\0', 'latin1');
pages.writeUInt32LE(8, 4);
for (const at of [8, 38, 68]) {
  pages.writeUInt16LE(2, at);
  for (const [index, tag] of [256, 257].entries()) {
    pages.writeUInt16LE(tag, at + 2 + index * 12);
    pages.writeUInt16LE(3, at + 4 + index * 12);
    pages.writeUInt16LE(100, at + 10 + index * 12);
  }
  pages.writeUInt32LE(at === 68 ? 0 : at + 30, at + 26);
}

test('a picture is a document of its paragraphs, with a note', async () => {
  const { result } = await recognised(
    scanPng(),
    'Opening hours\nMonday to Fri-\nday: 9 to 17\n\n \nEin-\nund Ausgang\n\f',
  );
  expect(result).toEqual({
    documents: [
      { title: 'Photo of a sign', text: 'Opening hours\nMonday to Friday: 9 to 17\n\nEin-\nund Ausgang', marks: [] },
    ],
    warnings: [{ code: 'text_recognised', message: expect.stringContaining('may have errors') }],
  });
});

test('the pages of a TIFF are those of the document', async () => {
  const { result, pictures } = await recognised(new Uint8Array(pages), 'One\n\f\n\fThree\n\fFour');
  expect(pictures).toBe(1);
  expect(result).toMatchObject({
    documents: [{ text: 'One\n\nThree\n\nFour', marks: [{ at: 0, page: 1 }, { at: 5, page: 3 }, { page: 3 }] }],
  });
});

test.each([
  ['without text', scanPng(), 'no_text', 'No text was recognised in the picture (OCR).', 1],
  ['that is damaged', scanPng().slice(0, 20), 'broken_file', 'The picture is damaged.', 0],
  [
    'that unpacks to gigabytes',
    sized(60_000, 60_000),
    'too_large',
    'The picture has 3,600 million pixels. At most 40 million can be read.',
    0,
  ],
  ['of as many pixels as possible', sized(8_000, 5_000), 'no_text', expect.any(String), 1],
  ['of one more row', sized(8_000, 5_001), 'too_large', expect.any(String), 0],
])('a picture %s has a clear reason', async (_, bytes, code, message, count) => {
  const { result, pictures } = await recognised(bytes, ' \n\f\n');
  expect(result).toBeInstanceOf(SourceFailure);
  expect(result).toMatchObject({ code, message });
  expect(pictures).toBe(count);
});

test('the pixels of all pages of a TIFF count', async () => {
  const large = Buffer.from(pages);
  for (const at of [8, 38, 68]) large.writeUInt16LE(60_000, at + 10);
  for (const at of [8, 38, 68]) large.writeUInt16LE(300, at + 22);
  expect((await recognised(new Uint8Array(large), 'x')).result).toMatchObject({ code: 'too_large' });
});

test('without recognition, a picture isn’t read', async () => {
  const bytes = writePng({ width: 1, height: 1, pixels: new Uint8Array(1), pixelsPerMetre: 1 });
  await expect(read({ format: 'picture' }, bytes)).rejects.toMatchObject({ code: 'unsupported_type' });
});
