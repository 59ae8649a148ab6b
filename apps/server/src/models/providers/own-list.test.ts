// @module-tag pure

import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { collectGarbage } from '../../../testing/memory/collect-garbage.ts';
import { modelLimits } from '../limits.ts';
import { createOwnList } from './own-list.ts';

/** A provider whose answers the test gives, and a clock that it moves. */
function world(limits: Partial<typeof modelLimits> = {}) {
  const waiting: { resolve(models: string[]): void; reject(error: Error): void; signal: AbortSignal }[] = [];
  let time = 0;
  const list = createOwnList(
    (signal) =>
      new Promise<string[]>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        waiting.push({ resolve, reject, signal });
      }),
    { ...modelLimits, ...limits },
    () => time,
  );
  return {
    list,
    waiting,
    pass: (ms: number) => {
      time += ms;
    },
  };
}

describe('the list of a provider', () => {
  test('is asked for by one request, however many wait, and kept', async () => {
    const { list, waiting } = world();
    const all = Promise.all([list.ready(), list.ready(), list.ready()]);
    expect(waiting).toHaveLength(1);
    expect(list.models()).toBeUndefined();
    expect(list.problem()).toMatch(/not answered yet/);
    waiting[0]?.resolve(['a', 'b']);
    await all;
    await list.ready();
    expect(list.models()).toEqual(['a', 'b']);
    expect(list.problem()).toBeUndefined();
    expect(waiting).toHaveLength(1);
  });

  test('that doesn’t come is waited for no longer than a moment', async () => {
    const { list, waiting } = world({ listWait: 5 });
    await list.ready();
    await list.ready();
    expect(waiting).toHaveLength(1);
    expect(list.models()).toBeUndefined();
    list.close();
    expect(waiting[0]?.signal.aborted).toBe(true);
  });

  test('that never comes is given up, even if memory is collected meanwhile', async () => {
    const { list, waiting } = world({ list: 200, listWait: 60_000 });
    const ready = list.ready();
    await collectGarbage();
    await ready;
    expect(list.problem()).toBe('The provider did not answer in time.');
    expect(waiting[0]?.signal.aborted).toBe(true);
  });

  test('is refreshed without a wait once it is old; if that fails, the last one stays', async () => {
    const { list, waiting, pass } = world();
    const first = list.ready();
    waiting[0]?.resolve(['a']);
    await first;
    pass(modelLimits.listFresh);
    await list.ready();
    expect(waiting).toHaveLength(2);
    waiting[1]?.reject(new Error('broken'));
    await setImmediate();
    expect(list.models()).toEqual(['a']);
    expect(list.problem()).toBeUndefined();
    await list.ready();
    expect(waiting).toHaveLength(2);
    pass(modelLimits.listRetry);
    await list.ready();
    waiting[2]?.resolve(['c']);
    await setImmediate();
    expect(list.models()).toEqual(['c']);
  });

  test('is asked for again soon after a failure, which is told', async () => {
    const { list, waiting, pass } = world({ list: 1 });
    await list.ready();
    expect(list.problem()).toBe('The provider did not answer in time.');
    await list.ready();
    expect(waiting).toHaveLength(1);
    pass(modelLimits.listRetry);
    void list.ready();
    expect(waiting).toHaveLength(2);
    waiting[1]?.resolve([]);
    await setImmediate();
    expect(list.models()).toEqual([]);
  });
});
