// @module-tag pure

import { describe, expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { defaultConcurrency, readConcurrency } from './concurrency-settings.ts';

const read = (text?: string) => {
  const problems: string[] = [];
  const limits = readConcurrency({ ...(text !== undefined && { PARLEY_PLAN_CONCURRENCY: text }) }, problems);
  return { limits, problems };
};

describe('PARLEY_PLAN_CONCURRENCY', () => {
  test('has a limit for each kind and plan by default', () => {
    expect(readConfig({}).planConcurrency).toEqual({
      replies: { free: 10, pro: 100, business: 500 },
      streams: { free: 50, pro: 500, business: 2_000 },
      exports: { free: 2, pro: 5, business: 10 },
    });
  });

  test('changes what it names', () => {
    const { limits, problems } = read('replies:free=3,business=1000000; exports: pro=7');
    expect(problems).toEqual([]);
    expect(limits).toEqual({
      replies: { free: 3, pro: 100, business: 1_000_000 },
      streams: defaultConcurrency.streams,
      exports: { free: 2, pro: 7, business: 10 },
    });
  });

  const example = 'must look like replies:free=10,pro=100;streams:free=50;exports:free=2';
  test.each([
    ['', example],
    ['free=10', example],
    ['turns:free=10', example],
    ['constructor:free=10', example],
    ['replies:free=10;', example],
    ['replies:', 'replies: must look like free=10,pro=100,business=500'],
    ['replies:free', 'replies: must look like free=10,pro=100,business=500'],
    ['streams:gold=1', 'streams: must look like free=50,pro=500,business=2000'],
    ['exports:free=0', 'exports: free must be from 1 to 1000000 at once'],
    ['exports:pro=1000001', 'exports: pro must be from 1 to 1000000 at once'],
    ['replies:free=1,free=2', 'replies: names free twice'],
    ['replies:free=1;replies:pro=2', 'names replies twice'],
  ])('%j says what is wrong with it', (text, problem) => {
    expect(read(text).problems).toEqual([`PARLEY_PLAN_CONCURRENCY: ${problem}`]);
    expect(() => readConfig({ PARLEY_PLAN_CONCURRENCY: text })).toThrow(`PARLEY_PLAN_CONCURRENCY: ${problem}`);
  });

  test('names every wrong part', () => {
    expect(read('turns:free=1;exports:free=0').problems).toHaveLength(2);
  });
});
