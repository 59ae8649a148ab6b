// @module-tag pure
import type { MessageAttachment } from '@parley/sdk';
import { expect, it } from 'vitest';
import { attachmentWords, kindOf, textBeside, withoutBrackets } from './attachment-words.ts';

const attachment = (given: Partial<MessageAttachment>): MessageAttachment => ({
  ...{ kind: 'image', name: null, contentType: null, size: null, duration: null, text: null },
  ...given,
});

it('names an attachment by its name, its words or its kind', () => {
  expect(attachmentWords(attachment({}))).toEqual({ name: 'Photo', details: '' });
  expect(attachmentWords(attachment({ name: 'a.jpg', size: 119_600 }))).toEqual({ name: 'a.jpg', details: '120 kB' });
  const voice = attachment({ kind: 'voice', duration: 67.2, size: 999_600 });
  expect(attachmentWords(voice)).toEqual({ name: 'Voice message', details: '1:07 · 1.0 MB' });
  const place = attachment({ kind: 'location', text: 'Café Central' });
  expect(attachmentWords(place)).toEqual({ name: 'Café Central', details: '' });
  expect(kindOf('hologram')).toEqual(kindOf('file'));
  expect(kindOf('constructor')).toEqual(kindOf('file'));
});

it('leaves the lines of attachments out of the text, and nothing else', () => {
  const [one, two] = [attachment({}), attachment({ kind: 'file' })];
  const content = 'Is this [it]?\n[Photo, not seen: 2 kB]\n[File, not read: a.pdf]';
  expect(textBeside({ content, attachments: [one, two] })).toBe('Is this [it]?');
  expect(textBeside({ content, attachments: [one] })).toBe('Is this [it]?\n[Photo, not seen: 2 kB]');
  expect(textBeside({ content: '[Photo, not seen]', attachments: [one] })).toBe('');
  expect(textBeside({ content: 'Words', attachments: [one] })).toBe('Words');
  expect(textBeside({ content: '[typed]', attachments: [] })).toBe('[typed]');
});

it('turns the brackets of a preview into words', () => {
  expect(withoutBrackets('[Photo, not seen: 2 kB]')).toBe('Photo: 2 kB');
  expect(withoutBrackets('Look [Voice message, not heard]')).toBe('Look Voice message');
  expect(withoutBrackets('[Location: Café Central (48.2, 16.3)]')).toBe('Location: Café Central (48.2, 16.3)');
});
