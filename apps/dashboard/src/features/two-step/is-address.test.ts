// @module-tag pure

import { expect, it } from 'vitest';
import { isAddress } from './is-address.ts';

it('tells addresses from names, as a browser writes them', () => {
  expect(['127.0.0.1', '[::1]', '[fe80::1]', '192.0.2.10'].map(isAddress)).toEqual([true, true, true, true]);
  expect(['localhost', 'parley.example.com', '1.example', '10.0.0.1.example'].map(isAddress)).toEqual([
    ...[false, false, false, false],
  ]);
});
