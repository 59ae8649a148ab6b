// @module-tag pure

import { expect, it } from 'vitest';
import { strengthOf } from './password-strength.ts';

it.each([
  ['', 0],
  ['short', 1],
  ['aaaaaaaaaaaaaaaa', 1],
  ['password1234', 1],
  ['P@ssw0rd2024!', 1],
  ['qwertyuiop123', 1],
  ['abcdefghijklm', 1],
  ['iloveyou123456', 1],
  ['Willkommen2026', 1],
  ['adminadmin123', 1],
  ['zyxwvut987654321', 1],
  ['liverpool2024rovers', 2],
  ['tr0ub4dor&3x', 2],
  ['four words make a pass', 3],
  ['correct horse battery staple', 3],
  ['X9#vLq2!mZr8@wKp', 3],
])('rates %s with %d', (password, level) => {
  expect(strengthOf(password).level).toBe(level);
});

it('takes a long password in no time', () => {
  expect(strengthOf('password'.repeat(100)).level).toBe(1);
  expect(strengthOf('abc😀def\u0000'.repeat(100)).level).toBeGreaterThan(0);
});
