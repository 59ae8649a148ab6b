// @module-tag pure

import { describe, expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { isAmong } from './address.ts';
import { connectionLimits } from './settings.ts';

const read = (text: string) => readConfig({ PARLEY_CONNECTIONS_PER_ADDRESS: text }).connectionsPerAddress;

describe('PARLEY_CONNECTIONS_PER_ADDRESS', () => {
  test('is 100 unless it is set', () => {
    expect([readConfig({}).connectionsPerAddress, read(''), read('1'), read('10000')]).toEqual([100, 100, 1, 10_000]);
  });

  test.each(['0', '10001', '-1', '1.5', 'many', '5 5'])('%s is refused', (text) => {
    expect(() => read(text)).toThrow('PARLEY_CONNECTIONS_PER_ADDRESS: must be a number from 1 to 10000');
  });
});

test('the connections in all leave files for the rest of the process', () => {
  const { total, perAddress } = connectionLimits(7);
  expect(perAddress).toBe(7);
  expect(total).toBeGreaterThan(100);
  expect(total).toBeLessThanOrEqual(10_000);
});

describe('the addresses of proxies', () => {
  test.each([
    ['10.0.0.7', true],
    ['10.0.0.8', false],
    ['192.168.3.4', true],
    ['fd00::1', true],
    ['fd01::1', false],
    ['2001:db8::7', true],
  ])('%s: %s', (address, expected) => {
    expect(isAmong(['10.0.0.7', '192.168.0.0/16', 'fd00::/64', '2001:db8:0::7'])(address)).toBe(expected);
  });
});
