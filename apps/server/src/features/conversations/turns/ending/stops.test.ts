// @module-tag pure

import { expect, onTestFinished, test } from 'vitest';
import type { TurnRequest } from '../../../../writing/turn.ts';
import { createRegistry, type RegistryNeeds } from '../leases/registry.ts';
import type { runTurn } from '../run.ts';

/** Number of callers that the pace lets pass in one turn of the event loop before it looks at the time. */
const atOnce = 8;

/** Time that stopping one turn takes here, in ms: more than one turn of the loop has for all. */
const stopMs = 2;

const stops: number[] = [];
let loopTurn = 0;

/** A turn that does nothing until it is stopped, and then works for a while. */
const untilStopped: typeof runTurn = (_needs, _request, { signal }) =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      stops.push(loopTurn);
      const until = performance.now() + stopMs;
      while (performance.now() < until);
      resolve();
    });
  });

/** Starts a registry whose turns run until they are stopped. */
function setUp(turns: number) {
  stops.length = 0;
  const registry = createRegistry(
    {
      stopElsewhere: () => undefined,
      now: Date.now,
      onError: () => undefined,
    } as unknown as RegistryNeeds,
    untilStopped,
  );
  const ids = Array.from({ length: turns }, (_, index) => `msg_${index}`);
  for (const replyId of ids) {
    const request = { replyId, conversation: 'conv', workspace: 'ws', agent: { id: 'agent' } };
    registry.start(request as unknown as TurnRequest, () => undefined);
  }
  let next: NodeJS.Immediate;
  const count = () => {
    loopTurn += 1;
    next = setImmediate(count);
  };
  count();
  onTestFinished(() => clearImmediate(next));
  return { registry, ids };
}

/** The most that were stopped in one turn of the event loop. */
function mostInOneTurn(): number {
  const counts = new Map<number, number>();
  for (const turn of stops) counts.set(turn, (counts.get(turn) ?? 0) + 1);
  return Math.max(...counts.values());
}

test.each([
  ['those of an agent', ({ registry }: ReturnType<typeof setUp>) => registry.stopOf('agent')],
  [
    'those of a person, one after another',
    async ({ registry, ids }: ReturnType<typeof setUp>) => {
      for (const id of ids) await registry.stop(id, 'gone');
    },
  ],
])('forty turns that are stopped don’t hold the event loop: %s', async (_whose, stop) => {
  const given = setUp(40);
  await stop(given);
  expect(stops).toHaveLength(40);
  expect(mostInOneTurn()).toBeLessThanOrEqual(atOnce);
  expect(given.ids.filter((id) => given.registry.find(id) !== undefined)).toEqual([]);
});
