// @module-tag pure
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeUtf32 } from './utf32.ts';

const orders = [true, false];

function encoded(codes: readonly number[], isLittleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(codes.length * 4));
  for (const [at, code] of codes.entries()) view.setUint32(at * 4, code, isLittleEndian);
  return new Uint8Array(view.buffer);
}

const codesOf = (text: string) => Array.from(text, (sign) => sign.codePointAt(0) ?? 0);

test('any text comes right in both orders of bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...orders), (text, isLittleEndian) => {
      expect(decodeUtf32(encoded(codesOf(text), isLittleEndian), isLittleEndian)).toBe(text.replace(/^\ufeff/, ''));
    }),
  );
});

test('the byte order mark is left out once, also of a view that begins elsewhere', () => {
  const bytes = encoded(codesOf('\ufeff\ufeffé😀'), true);
  const shifted = Buffer.concat([Buffer.from('x'), bytes]).subarray(1);
  expect(decodeUtf32(shifted, true)).toBe('\ufeffé😀');
});

test('surrogates, numbers beyond Unicode and half a character become U+FFFD', () => {
  const bytes = Buffer.concat([encoded([0x61, 0xd800, 0x110000, 0xffffffff], false), Buffer.from([0, 0])]);
  expect(decodeUtf32(bytes, false)).toBe('a\ufffd\ufffd\ufffd\ufffd');
});

test('a long text comes right', () => {
  const text = 'aé€😀'.repeat(5_000);
  for (const isLittleEndian of orders) {
    expect(decodeUtf32(encoded(codesOf(text), isLittleEndian), isLittleEndian)).toBe(text);
  }
});
