// @module-tag pure
import { expect, test } from 'vitest';
import { rulesIn, rulesInWords, rulesText } from './rules.ts';

const off = {
  ...{ onFailedReply: false, onNegativeRating: false, onUnanswered: false },
  ...{ keywords: [], when: [], team: null },
};

test('rules keep their text, and are empty words if all are off', () => {
  expect(rulesIn(rulesText(off))).toEqual(off);
  expect(rulesInWords(rulesText(off))).toBe('');
});

test('each rule has a line of words', () => {
  const rules = {
    ...{ onFailedReply: true, onNegativeRating: true, onUnanswered: true },
    ...{ keywords: ['refund', 'person'], when: [{ key: 'vip', value: true }], team: 'team_1' },
  };
  expect(rulesInWords(rulesText(rules)).split('\n')).toEqual([
    'A reply fails',
    'A reply is rated negatively',
    'A question has no answer',
    'Words: refund, person',
    'Metadata: vip is true',
    'Team: team_1',
  ]);
});
