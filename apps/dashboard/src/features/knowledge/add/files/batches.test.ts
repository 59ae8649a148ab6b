// @module-tag pure

import { expect, it } from 'vitest';
import { batchesOf, sentOfEach } from './batches.ts';

const MiB = 1024 * 1024;
const filesOf = (...sizes: number[]) => sizes.map((size) => ({ file: { size } }));
const batched = (files: ReturnType<typeof filesOf>, folderOf = (_file: { size: number }) => '') =>
  batchesOf(files, folderOf).map((batch) => batch.map(({ file }) => file.size));

it('a request has few bytes and few files, in their order, and every file is in one', () => {
  expect(batched([])).toEqual([]);
  expect(batched(filesOf(MiB, 3 * MiB, 1))).toEqual([[MiB, 3 * MiB], [1]]);
  expect(batched(filesOf(1, 20 * MiB, 20 * MiB, 2))).toEqual([[1], [20 * MiB], [20 * MiB], [2]]);
  expect(batched(filesOf(...Array.from({ length: 45 }, () => 9))).map(({ length }) => length)).toEqual([20, 20, 5]);
});

it('a request has the files of one folder', () => {
  expect(batched(filesOf(1, 2, 3, 4), ({ size }) => `${size % 2}`)).toEqual([
    [1, 3],
    [2, 4],
  ]);
});

it('what has been sent is counted file by file', () => {
  expect(sentOfEach(filesOf(3, 4, 5), 5)).toEqual([3, 2, 0]);
  expect(sentOfEach(filesOf(3, 4), 99)).toEqual([3, 4]);
});
