// @module-tag pure
import { expect, test } from 'vitest';
import { hasWord, isPhrase, phraseIn } from './phrases.ts';

const rows: readonly (readonly [phrase: string, text: string, isIn: boolean])[] = [
  ['refund', 'I want a REFUND!', true],
  ['refund', 'It was refunded.', false],
  ['real person', 'Give me a real\n person, please', true],
  ['real person', 'a person who is real', false],
  ['Beschwerde', 'BESCHWERDE über euch', true],
  ['straße', 'In der STRASSE', true],
  ['kundigung', 'Ich schicke die Kündigung.', true],
  ['оператор', 'Оператор!', true],
  ['оператор', 'операторы', false],
  ['退款', '我要退款。', true],
  ['退款', '我要发票。', false],
  ['ຄົນ', 'ຂໍລົມກັບຄົນແດ່', true],
  ['iPhone 退款', '我的iPhone 退款吧', true],
  ['100 $', 'It cost 100 $.', true],
  ['a.b', 'a b', true],
  ['!?', 'Hello!?', false],
];

test.each(rows)('the phrase %j in %j: %j', (phrase, text, isIn) => {
  expect(phraseIn(['another', phrase], text)).toBe(isIn ? phrase : undefined);
});

test('no phrase is in a text without phrases, and a phrase of signs alone has no word', () => {
  expect(phraseIn([], 'refund')).toBeUndefined();
  expect([hasWord('!?'), hasWord(' '), hasWord('7'), hasWord('人')]).toEqual([false, false, true, true]);
});

test('a text is a phrase if it has nothing else but punctuation', () => {
  const is = (text: string) => isPhrase(['Mensch', 'talk to a person', '人工', '!'], text);
  expect(['mensch', ' MENSCH!! ', '„Mensch“', 'Talk to a  person.', '人工。'].map(is)).toEqual(Array(5).fill(true));
  expect(['Menschen', 'ein Mensch', 'talk to', '', '!', '人工服务'].map(is)).toEqual(Array(6).fill(false));
});
