// @module-tag pure

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashAndSize, hashOf } from './text-hash.ts';

test('a text that is measured in portions has the hash and the bytes of the whole', async () => {
  const units = fc.constantFrom('a', 'ß', '漢', '😀', '😀a');
  await fc.assert(
    fc.asyncProperty(units, fc.constantFrom('', 'x', 'é'), fc.nat(400_000), async (unit, before, length) => {
      const text = before + unit.repeat(Math.ceil(length / unit.length));
      expect(await hashAndSize(text)).toEqual({ hash: hashOf(text), bytes: Buffer.byteLength(text) });
    }),
    { numRuns: 30 },
  );
});
