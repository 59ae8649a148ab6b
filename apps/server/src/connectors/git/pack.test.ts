// @module-tag pure
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readPack } from './pack.ts';
import { packetsOf } from './packets.ts';

const head = (count: number) => {
  const bytes = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1');
  bytes.writeUInt32BE(count, 8);
  return bytes;
};
const blob = (text: string, size = text.length) => Buffer.concat([Buffer.from([0x30 | size]), deflateSync(text)]);
const delta = (...bytes: number[]) =>
  Buffer.concat([Buffer.from([0x70 | bytes.length]), Buffer.alloc(20, 7), deflateSync(Buffer.from(bytes))]);
/** The size of an object of 1 GiB, in the head of an object. */
const huge = Buffer.from([0xb0, 0x80, 0x80, 0x80, 0x20]);

describe('a pack', () => {
  test('gives its objects by their IDs', async () => {
    const objects = await readPack(Buffer.concat([head(1), blob('hello')]), 'sha1');
    expect([...objects.keys()]).toEqual(['b6fc4c620b67d95f953a5c1c1230aaab5db5a1b0']);
  });

  test.each([
    ['no pack', Buffer.from('hello, this is not one')],
    ['without its end', Buffer.concat([head(2), blob('hello')])],
    ['with a wrong size', Buffer.concat([head(1), blob('hello', 3)])],
    ['with a larger size', Buffer.concat([head(1), blob('hello', 9)])],
    ['with broken bytes', Buffer.concat([head(1), Buffer.from([0x35, 1, 2, 3, 4, 5])])],
    ['with a difference to nothing', Buffer.concat([head(1), delta(5, 5, 0x90, 5)])],
    ['with an unknown type', Buffer.concat([head(1), Buffer.from([0x55]), deflateSync('hello')])],
  ])('that is %s is a failure', async (_name, bytes) => {
    await expect(readPack(bytes, 'sha1')).rejects.toMatchObject({ code: 'broken_file' });
  });

  test('that announces too much is refused before it is inflated', async () => {
    const bytes = Buffer.concat([head(1), huge, deflateSync('')]);
    await expect(readPack(bytes, 'sha1')).rejects.toMatchObject({ code: 'too_large' });
  });
});

test.each(['00', 'zzzz', '0009a', '0003', 'ffff'])('packets are refused that begin with %s', (text) => {
  expect(() => [...packetsOf(Buffer.from(text))]).toThrow(RangeError);
});
