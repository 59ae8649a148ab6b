// @module-tag pure

import { describe, expect, test } from 'vitest';
import { createProgress } from './progress.ts';

const mebibyte = 1024 * 1024;

/** A stream that keeps what is written, and a clock that the test sets. */
function setUp(stream: { isTTY?: boolean; columns?: number } = {}) {
  const written: string[] = [];
  const clock = { now: 0 };
  const write = (text: string) => written.push(text);
  const line = createProgress({ stream: { ...stream, write }, now: () => clock.now });
  const at = (now: number) => {
    clock.now = now;
    return line;
  };
  return { written, at };
}

const copied = (done: number) => ({
  what: 'Copying the database',
  done: done * mebibyte,
  of: 2048 * mebibyte,
  unit: 'bytes' as const,
});

describe('progress', () => {
  test('is one line each ten seconds without a terminal: what, rate and what is left', () => {
    const { written, at } = setUp();
    at(0).report(copied(0));
    for (let second = 1; second < 25; second += 1) at(second * 1000).report(copied(second * 64));
    expect(written).toEqual([
      'Copying the database: 0.6 of 2.0 GiB, 64.0 MiB/s, 22 s left\n',
      'Copying the database: 1.3 of 2.0 GiB, 64.0 MiB/s, 12 s left\n',
    ]);
    at(60_000).end();
    at(61_000).tick();
    expect(written).toHaveLength(2);
  });

  test('is one rewritten line on a terminal, which is removed at the end', () => {
    const { written, at } = setUp({ isTTY: true, columns: 40 });
    at(0).report(copied(0));
    at(400).report(copied(32));
    expect(written).toEqual([]);
    at(1000).report(copied(512));
    at(1100).report(copied(513));
    at(1200).tick();
    at(1300).end();
    expect(written).toEqual([
      '\r\x1b[2KCopying the database: 0.5 of 2.0 GiB, 5',
      '\r\x1b[2KCopying the database: 0.5 of 2.0 GiB, 4',
      '\r\x1b[2K',
    ]);
  });

  test('says nothing of what ends soon', () => {
    for (const isTTY of [true, false]) {
      const { written, at } = setUp({ isTTY });
      at(0).report(copied(0));
      at(499).report(copied(2048));
      at(499).end();
      expect(written).toEqual([]);
    }
  });

  test('shows a step that holds the thread at once on a terminal, since nothing can be drawn later', () => {
    const { written, at } = setUp({ isTTY: true });
    at(0).report({ what: 'Verifying the copy', holds: true });
    expect(written).toEqual(['\r\x1b[2KVerifying the copy: 0 s']);
  });

  test('shows the elapsed time of what can’t be counted, and starts a rate with each step', () => {
    const { written, at } = setUp();
    at(0).report({ what: 'Counting' });
    at(10_000).tick();
    at(19_000).report({ what: 'Moving', done: 500, of: 9000, unit: 'rows' });
    at(20_000).report({ what: 'Moving', done: 501.5, of: 9000, unit: 'rows' });
    at(30_000).report({ what: 'Moving', done: 500, of: 9000, unit: 'rows' });
    at(5_000_000).report({ what: 'Moving', done: 600, of: 9000, unit: 'rows' });
    expect(written).toEqual([
      'Counting: 10 s\n',
      'Moving: 501.5 of 9000 rows, 1.5 rows/s, 1 h 34 min left\n',
      'Moving: 500 of 9000 rows\n',
      'Moving: 600 of 9000 rows, 0.0 rows/s, 116 h 13 min left\n',
    ]);
  });
});
