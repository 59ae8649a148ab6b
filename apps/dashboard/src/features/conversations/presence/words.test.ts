// @module-tag pure
import { expect, test } from 'vitest';
import { initialsOf, lookWords, othersIn, typingWords } from './words.ts';

const nora = { user: 'user_1', name: 'Nora Berg', typing: false };
const mateo = { user: 'user_2', name: 'Mateo', typing: true };
const nameless = { user: 'user_3', name: '', typing: true };

test('the others come without the user, and those who type come first', () => {
  expect(othersIn([nora, nameless, mateo], 'user_3')).toEqual([mateo, nora]);
});

test('one who types is named, and more are counted', () => {
  expect(typingWords([nora])).toBeUndefined();
  expect(typingWords([nora, mateo])).toBe('Mateo is typing…');
  expect(typingWords([mateo, nameless])).toBe('2 people are typing…');
  expect([lookWords(nora), lookWords(nameless)]).toEqual(['Nora Berg looks at this', 'A member is typing']);
});

test('initials are at most two letters, and never none', () => {
  expect([initialsOf('Nora Berg Lie'), initialsOf('émile'), initialsOf('')]).toEqual(['NB', 'É', '?']);
});
