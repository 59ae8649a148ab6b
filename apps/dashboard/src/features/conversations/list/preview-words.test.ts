// @module-tag pure

import { expect, it } from 'vitest';
import { previewWords } from './preview-words.ts';

const message = {
  role: 'assistant',
  status: 'complete',
  content: 'Hello',
  createdAt: '2026-11-21T10:00:00.000Z',
  attachmentKind: null,
} as const;

it('says who wrote; the user needs no name', () => {
  expect(previewWords(message)).toBe('Agent: Hello');
  expect(previewWords({ ...message, role: 'human' })).toBe('Person: Hello');
  expect(previewWords({ ...message, role: 'human' }, 'Nora')).toBe('Nora: Hello');
  expect(previewWords({ ...message, role: 'user', content: '**Hi**\n there' })).toBe('**Hi** there');
});

it('leaves out marks of Markdown', () => {
  const content = '## Steps\n\n- Press **Start**\n- Read [the manual](https://example.com) or `help`\n> 2 * 3 * 4';
  expect(previewWords({ ...message, content })).toBe('Agent: Steps Press Start Read the manual or help 2 * 3 * 4');
  const emphasis = 'The role *Mechanic* of ~~old~~ _new_ snake_case_names, 2*3*4';
  expect(previewWords({ ...message, content: emphasis })).toBe(
    'Agent: The role Mechanic of old new snake_case_names, 2*3*4',
  );
});

it('has no brackets around what came beside the text', () => {
  const photo = { ...message, role: 'user', content: 'This one?\n[Photo, not seen: 2 kB]' } as const;
  expect(previewWords({ ...photo, attachmentKind: 'image' })).toBe('This one? Photo: 2 kB');
  expect(previewWords(photo)).toBe('This one? [Photo, not seen: 2 kB]');
});

it('says what a message without text is', () => {
  expect(previewWords({ ...message, content: '', status: 'streaming' })).toBe('The agent is replying.');
  expect(previewWords({ ...message, content: '', status: 'failed' })).toBe('The reply failed.');
  expect(previewWords({ ...message, content: '', status: 'cancelled' })).toBe('No text.');
});
