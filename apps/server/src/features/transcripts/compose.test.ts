// @module-tag pure
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { composeTranscript } from './compose.ts';
import { sentenceOf } from './entry-texts.ts';
import { languageOf, transcriptLanguages } from './texts.ts';

const line = (role: 'user' | 'assistant' | 'human', content: string, citations: object[] = []) => ({
  ...{
    id: 'msg_1',
    role,
    content,
    citations: JSON.stringify(citations),
    createdAt: Date.parse('2026-07-01T10:00:00Z'),
  },
});

const happened: readonly string[] = ['handed_over', 'taken', 'given_back', 'closed', 'noted', 'tagged', 'reopened'];

const compose = (language: string, title = 'Help {site} $&') =>
  composeTranscript({
    ...{ to: 'ada@example.com', title, site: 'shop.example', timeZone: 'Europe/Berlin', citations: true, isCut: true },
    language,
    lines: [
      line('user', 'Where is {name}?'),
      line('assistant', 'Here.', [{ title: 'A {site} & b', url: null }]),
      line('human', 'Ada here.'),
    ],
    entries: happened.map((type) => ({
      ...{ type, isOfVisitor: type === 'handed_over', isToAgent: false, createdAt: Date.parse('2026-07-02T10:00:00Z') },
    })),
  });

test('transcripts have the languages of the chat', () => {
  const chat = readdirSync(resolve(import.meta.dirname, '../../../../../packages/widget/src/frame/languages'));
  expect(transcriptLanguages.toSorted()).toEqual(['en', ...chat.map((file) => file.replace('.ts', ''))].toSorted());
});

test.each(transcriptLanguages)('a transcript in %s has all of its values once, and its direction', async (language) => {
  const { subject, text, html = '' } = await compose(language);
  expect(subject).toContain('Help {site} $&');
  for (const value of ['Europe/Berlin', 'Where is {name}?', 'A {site} & b']) expect(text).toContain(value);
  expect(text.match(/2026|২০২৬/g)).toHaveLength(3 + 5);
  expect(text.match(/shop\.example/g)).toHaveLength(2);
  expect(html).toContain('A {site} &amp; b</li>');
  expect(html).toContain(`dir="${language === 'ar' ? 'rtl' : 'ltr'}"`);
  // A place that isn't filled would be in braces.
  expect(text.replaceAll('{site} ', '').replace('{name}?', '')).not.toMatch(/[{}]/);
  const plain = await compose(language, 'https://evil.example');
  expect(plain.subject + plain.text).not.toMatch(/evil|\{name\} |\{timeZone\}/);
  const english = await compose('en');
  if (language !== 'en') {
    const its = new Set(text.split('\n'));
    expect(english.text.split('\n').filter((each) => each !== '' && its.has(each)).length).toBeLessThan(4);
  }
});

test('a tag gives its language without its region, or else English', () => {
  expect(['de-AT', 'PT-br', 'zh-Hant-TW', 'en-US', 'nl', 'constructor', ''].map(languageOf)).toEqual([
    ...['de', 'pt', 'zh', 'en', 'en', 'en', 'en'],
  ]);
});

test.each(transcriptLanguages)('what happened has a sentence of its own in %s, behind its time', async (language) => {
  const entry = { isOfVisitor: false, isToAgent: false };
  const told = [
    ...happened.map((type) => sentenceOf({ ...entry, type }, language)),
    sentenceOf({ ...entry, type: 'handed_over', isOfVisitor: true }, language),
    sentenceOf({ ...entry, type: 'handed_over', isToAgent: true }, language),
  ].filter((sentence) => sentence !== undefined);
  expect(new Set(told).size).toBe(7);
  const { text, html = '' } = await compose(language);
  for (const type of happened) {
    const sentence = sentenceOf({ ...entry, type, isOfVisitor: true }, language);
    if (sentence !== undefined) expect(text + html).toContain(`: ${sentence}`);
  }
  const asked = sentenceOf({ ...entry, type: 'handed_over', isOfVisitor: true }, language) ?? '';
  expect(text.indexOf('Ada here.')).toBeLessThan(text.indexOf(asked));
});
