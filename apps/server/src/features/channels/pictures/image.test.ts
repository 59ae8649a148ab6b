// @module-tag pure

import { describe, expect, it } from 'vitest';
import { pngOf } from '../../../../testing/fixtures/pictures.ts';
import { readImage } from './image.ts';

const bytesOf = (base64: string) => Buffer.from(base64, 'base64');
const webp = {
  lossy: bytesOf('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA'),
  lossless: bytesOf('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=='),
  animated: bytesOf(
    'UklGRlIAAABXRUJQVlA4WAoAAAASAAAAAAAAAAAAQU5JTQYAAAD/////AABBTk1GJgAAAAAAAAAAAAAAAAAAAGQAAABWUDhMDQAAAC8AAAAQBxAREYiI/gcA',
  ),
};
/** The segments of a JPEG up to its frame: a comment, fill bytes, a table, and 300 × 200 pixels. */
const jpeg = Buffer.from('ffd8fffe000648692121ffffc40004abcdffc2001108012c00c803', 'hex');

/** A copy with some bytes changed. */
const changed = (bytes: Buffer, at: number, ...values: number[]) => {
  const copy = Buffer.from(bytes);
  copy.set(values, at);
  return copy;
};

describe('a picture', () => {
  it.each([
    ['a PNG', pngOf(64, 32), { type: 'image/png', width: 64, height: 32, isAnimated: false }],
    ['an animated PNG', pngOf(64, 32, { more: ['acTL'] }), { type: 'image/png', isAnimated: true }],
    ['a JPEG', jpeg, { type: 'image/jpeg', width: 200, height: 300, isAnimated: false }],
    ['a lossy WebP', webp.lossy, { type: 'image/webp', width: 1, height: 1, isAnimated: false }],
    ['a larger one', changed(webp.lossy, 26, 0x00, 0x41), { type: 'image/webp', width: 256, height: 1 }],
    ['a lossless WebP', webp.lossless, { type: 'image/webp', width: 1, height: 1, isAnimated: false }],
    ['a larger one', changed(webp.lossless, 21, 0xff, 0x3f, 0x10), { width: 0x4000, height: 65 }],
    ['an animated WebP', webp.animated, { type: 'image/webp', width: 1, height: 1, isAnimated: true }],
    ['a WebP with alpha', changed(webp.animated, 20, 0x10), { isAnimated: false }],
  ])('is read by its bytes: %s', (_what, bytes, facts) => {
    expect(readImage(bytes)).toMatchObject(facts);
  });

  it('is nothing else, and nothing that ends before its size', () => {
    const others = [
      '',
      'GIF89a',
      '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>',
      '\ufffd'.repeat(40),
    ];
    const before = changed(jpeg, 2, 0xff, 0xda);
    const wrong = [
      ...others.map((text) => Buffer.from(text)),
      before,
      changed(webp.lossy, 23, 0),
      changed(webp.lossless, 20, 0),
    ];
    const cut = [pngOf(64, 32), jpeg, webp.lossy, webp.lossless, webp.animated].flatMap((bytes) =>
      Array.from({ length: 20 }, (_, length) => bytes.subarray(0, length)),
    );
    expect([...wrong, ...cut].map(readImage).filter((facts) => facts !== undefined)).toEqual([]);
  });

  it('takes no longer with hostile lengths: each step goes on', () => {
    const zeros = Buffer.concat([pngOf(64, 32).subarray(0, 33), Buffer.alloc(256 * 1024)]);
    const fills = Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(256 * 1024, 0xff)]);
    expect([zeros, fills].map(readImage)).toEqual([undefined, undefined]);
  });
});
