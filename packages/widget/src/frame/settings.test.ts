// @module-tag pure

import { describe, expect, it } from 'vitest';
import { readableOn } from '../color.ts';
import { createStorage } from './conversation/storage.ts';
import { subjectOf } from './conversation/values.ts';
import { readSettings } from './settings.ts';
import { defaultTexts } from './texts.ts';

describe('the settings of a channel', () => {
  it('are taken field by field', () => {
    const theme = { mode: 'dark', light: { accent: '#0F766E', text: 'red' }, radius: 4 };
    const settings = readSettings({
      title: 'Ask us',
      suggestions: ['a', 7, ''],
      theme,
      texts: { send: 'Los', x: 'y' },
    });
    expect(settings).toMatchObject({ title: 'Ask us', suggestions: ['a'], feedback: true, available: true });
    expect(settings.theme).toEqual({ mode: 'dark', light: { accent: '#0F766E' }, dark: {}, radius: 4 });
    expect(settings.texts).toEqual({ ...defaultTexts, send: 'Los' });
  });

  it.each([[{}], [{ theme: 7, texts: [], suggestions: {}, title: null, offlineMessage: '' }]])(
    'have their defaults for %j',
    (given) => {
      const { theme, texts, suggestions, offlineMessage } = readSettings(given);
      expect({ theme, suggestions, offlineMessage }).toEqual({
        theme: { mode: 'auto', light: {}, dark: {}, radius: 12 },
        suggestions: [],
        offlineMessage: null,
      });
      expect(texts).toEqual(defaultTexts);
    },
  );
});

it.each([
  ['#ffffff', '#000000'],
  ['#000000', '#ffffff'],
  ['#4f46e5', '#ffffff'],
  ['#8b8cf9', '#000000'],
])('text on %s is %s', (color, text) => {
  expect(readableOn(color)).toBe(text);
});

it('what is kept of one person is not read for another', () => {
  const values = new Map<string, string>();
  const storage = createStorage('channel_1', () => ({
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }));
  const kept = {
    token: 'pvt_1',
    visitor: 'v1',
    conversation: 'conv_1',
    draft: '',
    unsent: [],
    seen: null,
    readUntil: {},
    startedOver: false,
  };
  storage.slot('ada').write(kept);
  expect(storage.slot('ada').read()).toEqual(kept);
  expect(storage.slot('grace').read()).toBeUndefined();
  expect(storage.slot(null).read()).toBeUndefined();
  storage.slot(null).write(kept);
  for (const key of values.keys()) values.set(key, '{"kept":7');
  expect(storage.slot(null).read()).toBeUndefined();
  storage.forget();
  expect(values.size).toBe(0);
});

it.each([
  [`e30.${Buffer.from('{"sub":"ünï"}').toString('base64url')}.x`, 'ünï'],
  ['e30.e30.x', null],
  ['no token', null],
])('the subject of %s is %s', (identity, subject) => {
  expect(subjectOf(identity)).toBe(subject);
});
