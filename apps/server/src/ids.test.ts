// @module-tag pure

import { TypeID } from 'typeid-js';
import { expect, test } from 'vitest';
import { createIdSource, newId } from './ids.ts';

const partsOf = (id: string) => {
  const parsed = TypeID.fromString(id);
  const uuid = parsed.toUUID();
  return { prefix: parsed.getType(), uuid, time: Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16) };
};

test('an ID is a TypeID: its prefix, and a UUIDv7 of the current time', () => {
  const idAt = createIdSource(() => Date.parse('2100-03-04T05:06:07.891Z'));
  const { prefix, uuid, time } = partsOf(idAt('agent'));
  expect(prefix).toBe('agent');
  expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Date(time).toISOString()).toBe('2100-03-04T05:06:07.891Z');
});

test('the library reads and writes every ID alike', () => {
  for (let count = 0; count < 2_000; count += 1) {
    const id = newId('message');
    expect(TypeID.fromUUID('msg', TypeID.fromString(id).toUUID()).toString()).toBe(id);
  }
});

test('IDs are different, and sort in the order of their creation', () => {
  const created = Array.from({ length: 100_000 }, () => newId('event'));
  expect(new Set(created).size).toBe(created.length);
  expect([...created].sort()).toEqual(created);
});

test('IDs sort in order within a millisecond that has more than fit, and past a clock set back', () => {
  const start = Date.parse('2101-01-01T00:00:00.000Z');
  let now = start;
  const next = createIdSource(() => now);
  const created = Array.from({ length: 10_000 }, () => next('event'));
  now = start - 3_600_000;
  created.push(...Array.from({ length: 10_000 }, () => next('event')));
  expect([...created].sort()).toEqual(created);
  // A count has 12 bits, so 20,000 IDs take at most ten milliseconds that aren't over yet.
  expect(partsOf(String(created.at(-1))).time).toBeLessThanOrEqual(start + 10);
  now = start + 1_000;
  expect(partsOf(next('event')).time).toBe(now);
});

test('the random part of an ID differs from that of the next', () => {
  const parts = Array.from({ length: 1_000 }, () => newId('agent').slice(-13));
  expect(new Set(parts).size).toBe(parts.length);
});
