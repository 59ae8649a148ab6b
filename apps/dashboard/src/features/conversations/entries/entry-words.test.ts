// @module-tag pure
import type { ConversationEntry } from '@parley/sdk';
import { expect, test } from 'vitest';
import { detailsOf, wordsOf } from './entry-words.ts';

const names = {
  person: (id: string | null) => (id === 'user_1' ? 'You' : 'A member'),
  agent: (id: string) => (id === 'agent_1' ? 'Lena' : undefined),
};
const entry = (
  type: ConversationEntry['type'],
  data: ConversationEntry['data'] = {},
  actor: ConversationEntry['actor'] = { kind: 'person', id: 'user_1' },
): ConversationEntry => ({ _id: 'ent_1', conversation: 'conv_1', type, data, actor, createdAt: '' });
const system = { kind: 'system', id: 'system' } as const;

test.each([
  [entry('taken', { from: null }), 'You took over'],
  [entry('taken', { from: 'user_2' }), 'You took over from A member'],
  [entry('taken', {}, { kind: 'person', id: 'user_2', name: 'Mateo' }), 'Mateo took over'],
  [
    entry('given_back', {}, { kind: 'key', id: 'key_1', name: 'Nightly' }),
    'The program Nightly gave it back to the agent',
  ],
  [entry('given_back', {}, { kind: 'key', id: 'key_1' }), 'A program gave it back to the agent'],
  [entry('handed_over', { reason: 'Angry' }, { kind: 'visitor', id: 'v' }), 'The visitor asked for a person'],
  [entry('handed_over', { reason: 'x', agent: 'agent_1' }, system), 'Lena asked for a person'],
  [entry('handed_over', { toAgent: 'agent_1' }, system), 'The agent handed over to Lena'],
  [entry('handed_over', { reason: 'undelivered' }, system), 'A message could not be delivered: a person has to answer'],
  [entry('assigned', { assignee: 'user_2' }), 'You gave it to A member'],
  [entry('assigned', { assignee: 'user_1' }, system), 'Assigned to You'],
  [entry('noted', { text: '', mentions: [], deletedAt: '' }), 'You deleted a note'],
  [entry('rated', { score: 4 }, { kind: 'visitor', id: 'v' }), 'The visitor answered how satisfied they are: 4 of 5'],
  [entry('closed'), 'You closed it'],
  [entry('reopened', { added: ['a'], removed: [] }), 'You reopened it and added the tag a'],
  [entry('tagged', { added: ['a', 'b'], removed: ['c'] }), 'You added the tags a, b and removed c'],
])('%o', (given, words) => expect(wordsOf(given, names)).toBe(words));

test('a handover to people shows its reason and summary, unless the service gave it', () => {
  expect(detailsOf(entry('handed_over', { reason: 'Angry', summary: 'Money back' }))).toEqual(['Angry', 'Money back']);
  expect(detailsOf(entry('handed_over', { reason: 'undelivered', summary: null }))).toEqual([]);
  const asked = entry('handed_over', { reason: 'asked', summary: 'A late parcel' }, { kind: 'visitor', id: 'v' });
  expect(detailsOf(asked)).toEqual(['A late parcel']);
  expect(detailsOf(entry('taken', {}))).toEqual([]);
  expect(detailsOf(entry('rated', { score: 1, comment: 'Rude' }))).toEqual(['Rude']);
  expect(detailsOf(entry('rated', { score: 1, comment: null }))).toEqual([]);
});
