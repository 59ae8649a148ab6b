// @module-tag pure
import { expect, test } from 'vitest';
import { mentionedIn } from './mentioned.ts';

const people = [
  { user: 'nora', name: 'Nora' },
  { user: 'berg', name: 'Nora Berg' },
  { user: 'dot', name: 'J. (Jo)' },
  { user: 'one', name: 'Mai' },
  { user: 'two', name: 'Mai' },
  { user: 'layla', name: 'ليلى' },
];

test.each([
  ['@Nora, look', ['nora']],
  ['(@nora berg)', ['berg']],
  ['@Nora Berg and @Nora', ['nora', 'berg']],
  ['@Norah', []],
  ['nora@Nora', []],
  ['Ask @J. (Jo).', ['dot']],
  ['@Mai', ['one', 'two']],
  ['مرحبا @ليلى', ['layla']],
  ['Nora', []],
])('%j', (text, users) => expect(mentionedIn(text, people)).toEqual(users));
