// @module-tag pure
import { expect, test } from 'vitest';
import { expectationIn, languageFor, type Prospects } from './expectation.ts';
import { waitingTexts } from './texts.ts';

const now = Date.parse('2026-01-09T18:00:00Z');
const open: Prospects = {
  ...{ open: true, opensAt: null, here: true, usuallyWithin: 900, awayText: null, timeZone: 'Europe/Berlin' },
};
const closed = { ...open, open: false, opensAt: '2026-01-12T08:00:00.000Z' };

test('a conversation is in the language of its user, or else of its replies, or else of the request', () => {
  expect(languageFor('person', ['Wo ist meine Bestellung?', 'Your order is on its way.'])).toBe('de');
  expect(languageFor('person', ['4711', '¿Cuándo llega el pedido?'])).toBe('es');
  expect(languageFor('Mensch!', ['', ''])).toBe('de');
  expect(languageFor('担当者', [])).toBe('ja');
  expect(languageFor('人工', [])).toBe('zh');
  expect(languageFor('মানুষ', [])).toBe('bn');
  expect(languageFor('/person', [])).toBe('en');
  // One without sentences.
  expect(languageFor('/person', ['Gdzie jest moje zamówienie?'])).toBe('en');
});

test('the usual time is told only if a person is here', () => {
  expect(expectationIn('en', open, now)).toBe('A person will answer here, usually within 15 minutes.');
  expect(expectationIn('de', { ...open, usuallyWithin: 7_200 }, now)).toContain('2 Stunden');
  expect(expectationIn('en', { ...open, here: false }, now)).toBe(waitingTexts.en.soon);
});

test('outside the hours, the away text or the opening is told in the zone of the hours', () => {
  expect(expectationIn('en', { ...closed, awayText: 'Closed.' }, now)).toBe('Closed.');
  expect(expectationIn('en', closed, now).replaceAll('\u202f', ' ')).toBe(
    'We are away. A person will answer here from Monday, 9:00 AM GMT+1.',
  );
  const tonight = expectationIn('de', { ...closed, opensAt: '2026-01-09T22:30:00.000Z' }, now);
  expect(tonight).toContain('23:30 MEZ');
  expect(tonight).not.toContain('Freitag');
  expect(expectationIn('en', { ...closed, opensAt: '2026-03-02T08:00:00.000Z' }, now)).toContain('March 2');
  expect(expectationIn('en', { ...closed, opensAt: null }, now)).toBe(waitingTexts.en.soon);
});

test('each language has every place for a time', () => {
  for (const { within, from } of Object.values(waitingTexts)) {
    expect(within).toContain('{time}');
    expect(from).toContain('{time}');
  }
});
