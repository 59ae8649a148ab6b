import fc from 'fast-check';
import { TypeID } from 'typeid-js';
import { expect, test } from 'vitest';
import { eventId, positionAt, positionOf } from './event-id.ts';

const positions = fc.integer({ min: 1, max: positionAt(Date.UTC(2100, 0)) });

test('an ID tells its position, in its own account only', () => {
  fc.assert(
    fc.property(positions, fc.string(), fc.string(), (position, account, other) => {
      const id = eventId(account, position);
      expect(positionOf(account, id)).toBe(position);
      if (other !== account) expect(positionOf(other, id)).toBeUndefined();
    }),
  );
});

test('IDs sort like positions', () => {
  fc.assert(
    fc.property(positions, positions, (one, other) => {
      expect(eventId('a', one) < eventId('a', other)).toBe(one < other);
    }),
  );
});

test('an ID is a TypeID with a UUIDv7 of its time', () => {
  const time = Date.UTC(2026, 10, 27, 12, 0, 0, 123);
  const uuid = TypeID.fromString(eventId('acct_1', positionAt(time) + 7)).toUUID();
  expect(uuid.slice(0, 13).replace('-', '')).toBe(time.toString(16).padStart(12, '0'));
  expect(uuid[14]).toBe('7');
  expect('89ab').toContain(uuid[19]);
});

test('any other text is no ID of an event', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(positionOf('acct_1', text)).toBeUndefined();
    }),
  );
  const id = eventId('acct_1', positionAt(1));
  for (const changed of [`${id}0`, id.slice(0, -1), id.toUpperCase(), `msg_${id.slice(4)}`, `${id.slice(0, -1)}!`]) {
    expect(positionOf('acct_1', changed)).toBeUndefined();
  }
});
