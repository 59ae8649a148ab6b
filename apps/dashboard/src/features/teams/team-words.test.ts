// @module-tag pure
import { expect, it } from 'vitest';
import { answerTimes, timeWords } from './team-words.ts';

it.each([
  [30, '30 seconds'],
  [60, '1 minute'],
  [90, '90 seconds'],
  [300, '5 minutes'],
  [3_600, '1 hour'],
  [5_400, '90 minutes'],
  [86_400, '1 day'],
])('%d seconds are %s', (seconds, words) => expect(timeWords(seconds)).toBe(words));

it('a stored time is among the choices, in order', () => {
  const values = answerTimes(90).map(({ value }) => value);
  expect(values.slice(0, 4)).toEqual(['', '60', '90', '120']);
  expect(answerTimes(60)).toEqual(answerTimes(null));
});
