// @module-tag pure

import { expect, test } from 'vitest';
import { figuresIn } from './quantities.ts';

test.each([
  ['The warranty lasts two years.', '2 year'],
  ['a 2-year warranty', '2 year'],
  ['2–4 days', '2 day, 4 day'],
  ['two to four working days', '2 day, 4 day'],
  ['€5.50 or 12,50 Euro', '5.5 eur, 12.5 eur'],
  ['1.299,00 €', '1299 eur'],
  ['1,299 units', '1299/1.299 '],
  ['two hundred and fifty kilos', '250 kg'],
  ['zweihundertfünfzig Gramm', '250 g'],
  ['fünfundzwanzig Prozent', '25 percent'],
  ['trentacinque giorni', '35 day'],
  ['quatre-vingt-dix jours', '90 day'],
  ['vingt-cinq pour cent', '25 percent'],
  ['treinta y dos días', '32 day'],
  ['двадцать пять дней', '25 day'],
  ['保修两年', '2 year'],
  ['30日以内', '30 day'],
  ['von neun bis 17 Uhr', '9 clock, 17 clock'],
  ['a year', '1 year'],
  ['a bicycle', ''],
  ['2 dollars per hour', '2 usd'],
  ['-5 °C', '-5 degree'],
])('%s: %s', (text, expected) => {
  const { quantities } = figuresIn(text);
  expect(quantities.map(({ values, unit }) => `${values.join('/')} ${unit ?? ''}`).join(', ')).toBe(expected);
});

test.each([
  ['am 3. März 2024', 'month:3'],
  ['2024-03-03', 'month:3'],
  ['Monday to Wednesday', 'weekday:1 weekday:2 weekday:3'],
  ['周六至周一', 'weekday:6 weekday:7 weekday:1'],
  ['You may march.', ''],
])('%s: %s', (text, expected) => {
  expect(new Set(figuresIn(text).days)).toEqual(new Set(expected.split(' ').filter(Boolean)));
});
