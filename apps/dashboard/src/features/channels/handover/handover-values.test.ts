// @module-tag pure
import type { ChannelType } from '@parley/sdk';
import { expect, it } from 'vitest';
import { formToHandover, handoverMistakes, handoverToForm } from './handover-values.ts';

const words = { type: 'array', default: ['person', 'Mensch'] };
const kind = {
  settings: { properties: { handover: { properties: { words } } } },
} as unknown as ChannelType;

it('shows a channel that is older than its handover with the usual words', () => {
  expect(handoverToForm(undefined, kind)).toEqual({
    ...{ offered: false, team: null, awayText: '', words: 'person\nMensch' },
  });
  expect(handoverToForm({ offered: true, words: [] }, kind)).toMatchObject({ offered: true, words: '' });
});

it('sends each word once, without spaces around it', () => {
  const values = { offered: true, team: null, awayText: ' Later. ', words: ' person \n\nperson\nhelp me' };
  expect(formToHandover(values)).toEqual({
    ...{ offered: true, team: null, awayText: 'Later.', words: ['person', 'help me'] },
  });
});

it('says what is wrong, by the path of the field', () => {
  const fine = { offered: true, team: null, awayText: '', words: '人\n7' };
  expect(handoverMistakes(fine)).toEqual({});
  const wrong = (words: string) => handoverMistakes({ ...fine, words })['handover.words'];
  expect(wrong('?!')).toBe('Each must have a letter or a digit.');
  expect(wrong('a'.repeat(51))).toBe('Each must have at most 50 characters.');
  expect(wrong(Array.from({ length: 21 }, (_, index) => `word ${index}`).join('\n'))).toBe('Must be at most 20.');
  expect(handoverMistakes({ ...fine, awayText: 'a'.repeat(301) })).toHaveProperty(['handover.awayText']);
});
