// @module-tag pure

import { expect, test } from 'vitest';
import { attachmentOf } from '../platforms/content/attachment.ts';
import { lineOf } from '../platforms/content/content.ts';
import { attachmentRule } from './attachments.ts';

test.each(['image', 'video', 'audio', 'voice', 'file', 'sticker', 'message', 'other'] as const)(
  'a model is told that it can’t see what is told of by a line: %s',
  (kind) => {
    expect(attachmentRule(lineOf(attachmentOf(kind)))).toContain('can’t see');
    expect(attachmentRule(`Is this broken?\n${lineOf(attachmentOf(kind, { name: 'a' }))}`)).toContain('can’t see');
  },
);

test.each(['location', 'contact', 'poll', 'order', 'form', 'dice'] as const)(
  'but not of %s, which it reads',
  (kind) => {
    expect(attachmentRule(`Hello\n${lineOf(attachmentOf(kind, { text: 'a' }))}`)).toBe('');
  },
);
