// @module-tag pure
import { expect, test } from 'vitest';
import { type Candidate, choose } from './choose.ts';

const person = (user: string, assignedAt: number | null = null, limit: number | null = null): Candidate => ({
  user,
  assignedAt,
  limit,
});
const loads = (given: Record<string, number>) => new Map(Object.entries(given));

test('in turn: the one whose last conversation is longest ago, those without one first', () => {
  const people = [person('ada', 30), person('bob', 10), person('cem', 20)];
  expect(choose(people, loads({ bob: 9 }), 'round_robin')?.user).toBe('bob');
  expect(choose([...people, person('dee')], loads({}), 'round_robin')?.user).toBe('dee');
  expect(choose([person('ada'), person('bob')], loads({}), 'round_robin')?.user).toBe('ada');
});

test('least busy: the one with the fewest under way, of equals in turn', () => {
  const people = [person('ada', 30), person('bob', 10), person('cem', 20)];
  expect(choose(people, loads({ ada: 1, bob: 2, cem: 1 }), 'least_busy')?.user).toBe('cem');
  expect(choose(people, loads({ ada: 0, bob: 2, cem: 1 }), 'least_busy')?.user).toBe('ada');
});

test('a person with as many as the limit gets none', () => {
  expect(choose([person('ada', 1, 2), person('bob', 2, 2)], loads({ ada: 2, bob: 1 }), 'round_robin')?.user).toBe(
    'bob',
  );
  expect(choose([person('ada', 1, 2)], loads({ ada: 3 }), 'least_busy')).toBeUndefined();
  expect(choose([], loads({}), 'round_robin')).toBeUndefined();
});
