// @module-tag pure

import { expect, it } from 'vitest';
import { translations } from '../../frame/language.ts';
import { defaultTexts } from '../../frame/texts.ts';
import { wordsIn } from './words.ts';

it('has the words of the chat in each of its languages', async () => {
  const loaded = Object.entries(translations).map(async ([code, load]) => [code, (await load()).texts] as const);
  const all = [...(await Promise.all(loaded)), ['en', defaultTexts] as const];
  const differing = all.filter(([code, { open, unread }]) => {
    const own = wordsIn([code]);
    return own.open !== open || own.unread !== unread || own.close === '';
  });
  expect(differing.map(([code]) => code)).toEqual([]);
});

it('speaks the first language that there is, without its region', () => {
  expect(wordsIn(['', 'auto', 'pl', 'DE-AT', 'fr']).close).toBe('Schließen');
  expect(wordsIn(['constructor']).open).toBe('Open chat');
});
