// @module-tag pure

import { describe, expect, test } from 'vitest';
import { maxChunks } from '../../../../retrieval/index/segment.ts';
import type { Statement } from '../../../../storage/unit.ts';
import type { SyncIndex } from '../job/seams.ts';
import { createIndexing } from './indexing.ts';

const partOf = (segment: number): Statement[] => [{ sql: `segment ${segment}`, parameters: [] }];

/** An index whose segments are built when a test says so, and what happened in order. */
function make(fails = false) {
  const log: string[] = [];
  const builders: (() => void)[] = [];
  const segment: SyncIndex['segment'] = ({ segment: number }, chunks) =>
    new Promise((resolve, reject) => {
      log.push(`begin ${number}: ${chunks.length}`);
      builders.push(() => (fails ? reject(new Error('full')) : resolve([partOf(number)])));
    });
  const indexing = createIndexing(
    { segment },
    {
      ...{ workspace: 'ws', source: 'src', since: 1, signal: new AbortController().signal },
      write: async ([one]) => {
        log.push(`write ${one?.sql}`);
      },
    },
  );
  const add = (from: number, count: number) => {
    for (let number = from; number < from + count; number += 1)
      indexing.add({ number, text: 'text', headings: [], title: 'Title' });
  };
  return { log, builders, indexing, add };
}

describe('the segments of a sync', () => {
  test('one is built while the one before is written', async () => {
    const { log, builders, indexing, add } = make();
    add(0, maxChunks);
    await indexing.run();
    expect(log).toEqual([`begin 0: ${maxChunks}`]);
    add(maxChunks, maxChunks + 5);
    const running = indexing.run();
    builders[0]?.();
    await running;
    expect(log.slice(1)).toEqual([`begin ${maxChunks}: ${maxChunks}`, 'write segment 0']);
    const finishing = indexing.finish();
    builders[1]?.();
    await expect.poll(() => builders.length).toBe(3);
    builders[2]?.();
    await finishing;
    expect(log.slice(3)).toEqual([
      `begin ${2 * maxChunks}: 5`,
      `write segment ${maxChunks}`,
      `write segment ${2 * maxChunks}`,
    ]);
  });

  test('nothing is begun until enough have come together', async () => {
    const { log, indexing, add } = make();
    add(0, maxChunks - 1);
    await indexing.run();
    expect(log).toEqual([]);
  });

  test('one that can’t be built fails the sync, and nothing of it is written', async () => {
    const { log, builders, indexing, add } = make(true);
    add(0, 3);
    const finishing = indexing.finish();
    builders[0]?.();
    await expect.poll(() => builders.length).toBe(1);
    builders[0]?.();
    await expect(finishing).rejects.toThrow('full');
    expect(log).toEqual(['begin 0: 3']);
  });
});
