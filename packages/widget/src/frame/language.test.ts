// @module-tag pure

import { describe, expect, it } from 'vitest';
import { findLanguage, translations } from './language.ts';
import { languageNames } from './language-names.ts';
import { defaultTexts, type TextKey } from './texts.ts';

const placeholders = (text = '') => (text.match(/\{\w+\}/g) ?? []).sort();

describe.each(Object.entries(translations))('the texts in %s', (_code, load) => {
  it('are complete, different, short enough for a channel, and have the same placeholders', async () => {
    const { texts } = await load();
    expect(Object.keys(texts)).toEqual(Object.keys(defaultTexts));
    for (const [key, english] of Object.entries(defaultTexts)) {
      const text = texts[key as TextKey] ?? '';
      expect(text.trim(), key).not.toBe('');
      expect(text.length, key).toBeLessThanOrEqual(200);
      expect(placeholders(text), key).toEqual(placeholders(english));
    }
    const same = Object.entries(defaultTexts).filter(([key, english]) => texts[key as TextKey] === english);
    // Some languages share a word, such as "Code".
    expect(same.length).toBeLessThanOrEqual(5);
  });
});

it('has a name of each language', () => {
  expect(Object.keys(languageNames)).toEqual([...Object.keys(translations), 'en'].sort());
});

it.each([
  [['fr-CA', 'en'], 'fr'],
  [['nl', 'pt-BR', 'en'], 'pt'],
  [['en-GB', 'de'], 'en'],
  [['ZH-hant-TW'], 'zh'],
  [['constructor', '__proto__', ''], 'en'],
  [[], 'en'],
])('a visitor who reads %j gets %s', (wanted, code) => {
  expect(findLanguage(wanted)).toBe(code);
});
