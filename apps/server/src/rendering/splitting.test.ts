// @module-tag pure

import { describe, expect, test } from 'vitest';
import { platforms } from '../../testing/platform-formats/platforms.ts';
import { lettersOf } from '../../testing/platform-formats/visible.ts';
import { renderDiscord } from './formats/discord.ts';
import { renderMail } from './formats/mail.ts';
import { renderSlack } from './formats/slack.ts';
import { renderTelegram } from './formats/telegram.ts';
import { renderWhatsapp } from './formats/whatsapp.ts';

const messengers = platforms.filter(({ limit }) => Number.isFinite(limit));
const texts = (markdown: string) => renderDiscord(markdown).map(({ text }) => text);
const words = (count: number, word = 'word') =>
  Array.from({ length: count }, (_, index) => `${word}${index}`).join(' ');

describe('a message that is too long', () => {
  test('is split at a paragraph', () => {
    const first = `${words(150)}. ${words(100)}.`;
    const second = `${words(200, 'next')}.`;
    expect(texts(`${first}\n\n${second}`)).toEqual([first, second]);
  });

  test('is split at the end of an item of a list', () => {
    const items = Array.from({ length: 60 }, (_, index) => `- item ${index} ${'x'.repeat(40)}`);
    const parts = texts(items.join('\n'));
    expect(parts).toHaveLength(2);
    expect(parts.join('\n')).toBe(items.join('\n'));
  });

  test('is split at a sentence, if a paragraph is too long', () => {
    const sentences = Array.from({ length: 60 }, (_, index) => `Sentence number ${index} is about Dr. Smith and more.`);
    const parts = texts(sentences.join(' '));
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.join(' ')).toBe(sentences.join(' '));
    for (const part of parts) expect(part).toMatch(/^Sentence.* and more\.$/s);
  });

  test('is split at a sentence in a language without spaces', () => {
    const sentences = Array.from({ length: 200 }, (_, index) => `这是第${index}个句子它没有空格。`);
    const parts = texts(sentences.join(''));
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.join('')).toBe(sentences.join(''));
    for (const part of parts) expect(part.endsWith('。')).toBe(true);
  });

  test('is split at a word, if a sentence is too long', () => {
    const parts = texts(words(600));
    expect(parts.join(' ')).toBe(words(600));
    for (const part of parts) expect(part).toMatch(/^word\d+ .* word\d+$/s);
  });

  test('is split between words in a language without spaces and ends of sentences', () => {
    const parts = texts('東京大学'.repeat(800));
    expect(parts.join('')).toBe('東京大学'.repeat(800));
    for (const part of parts.slice(0, -1)) expect(part).toMatch(/(?:東京|大学)$/);
  });

  test('is split between two characters, if a word is too long', () => {
    const family = '👩‍👩‍👧‍👦';
    const parts = texts(family.repeat(400));
    expect(parts.join('')).toBe(family.repeat(400));
    for (const part of parts) expect(part.replaceAll(family, '')).toBe('');
  });

  test('is split between two code points, if a character is too long', () => {
    const letter = `a${'\u0301'.repeat(5_000)}`;
    expect(texts(letter).join('')).toBe(letter);
    const note = `a${'\u{1d165}'.repeat(3_000)}`;
    for (const part of texts(note)) expect(part.isWellFormed()).toBe(true);
    expect(texts(note).join('')).toBe(note);
  });

  test('is not split in an address that has room in the next part', () => {
    const address = `https://example.com/${'x'.repeat(300)}`;
    const parts = renderWhatsapp(`${'a'.repeat(3_900)} [the text](${address}) end`);
    expect(parts.map(({ text }) => text)).toEqual([`${'a'.repeat(3_900)} the text`, `(${address}) end`]);
  });

  test('keeps a heading with what follows it', () => {
    const parts = texts(`${words(200)}.\n\n# Heading\n\n${words(120, 'next')}.`);
    expect(parts).toEqual([`${words(200)}.`, `# Heading\n${words(120, 'next')}.`]);
  });

  test('closes and reopens a block of code, and cuts it at a line', () => {
    const code = Array.from({ length: 200 }, (_, index) => `  line(${index});`);
    const parts = texts(`\`\`\`ts\n${code.join('\n')}\n\`\`\``);
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) expect(part).toMatch(/^```ts\n {2}line.*;\n```$/s);
    expect(parts.map((part) => part.slice(6, -4)).join('\n')).toBe(code.join('\n'));
  });

  test('closes and reopens formats and links', () => {
    const bold = renderTelegram(`**_${words(800)}_**`);
    expect(bold).toHaveLength(2);
    for (const { text } of bold) expect(text).toMatch(/^<b><i>word\d+ .*<\/i><\/b>$/);
    const link = renderTelegram(`[${words(800)}](https://example.com)`);
    expect(link).toHaveLength(2);
    for (const { text } of link) expect(text).toMatch(/^<a href="https:\/\/example.com\/">word\d+ .*<\/a>$/);
    const quote = renderTelegram(`> ${words(800)}`);
    for (const { text } of quote) expect(text).toMatch(/^<blockquote>.*<\/blockquote>$/);
    const slack = renderSlack(`**${words(800)}**`);
    for (const { text } of slack) expect(text).toMatch(/^\*word\d+ .*\d\*$/);
  });

  test('repeats no bullet or number of the item that was cut', () => {
    const [first, second] = renderTelegram(`1. ${words(800)}`);
    expect(first?.text).toMatch(/^1\. word0 /);
    expect(second?.text).toMatch(/^ {3}word\d/);
  });

  test.each(messengers)('has no part without a visible text, for $name', ({ render }) => {
    for (const markdown of ['\u00a0'.repeat(9_000), '\u200b'.repeat(9_000), `a${'&nbsp;'.repeat(9_000)}b`]) {
      for (const { plain } of render(markdown)) expect(lettersOf(plain)).not.toBe('');
    }
  });

  test.each(messengers)('fills its parts, for $name', ({ render, limit }) => {
    const parts = render(words(2_000));
    for (const { text } of parts.slice(0, -1)) expect(text.length).toBeGreaterThan(limit * 0.9);
  });
});

describe('a message', () => {
  test.each(platforms)('without a text has no part, for $name', ({ render }) => {
    for (const markdown of ['', ' \n\t', '\u200b', '\0'.slice(1)]) expect(render(markdown)).toEqual([]);
  });

  test.each(platforms)('that shows nothing is sent as it is written, for $name', ({ render }) => {
    expect(render('[a]: https://example.com').map(({ plain }) => plain)).toEqual(['[a]: https://example.com']);
  });

  test('is one mail, however long it is', () => {
    expect(renderMail(words(50_000))).toHaveLength(1);
  });
});
