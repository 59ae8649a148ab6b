// @module-tag pure

import { expect, test } from 'vitest';
import { attachmentOf } from '../platforms/content/attachment.ts';
import { lineOf } from '../platforms/content/content.ts';
import { withoutUnread } from '../text/questions/unread-lines.ts';
import { attachmentRule } from './attachments.ts';

test.each(['image', 'video', 'audio', 'voice', 'file', 'sticker', 'message', 'other'] as const)(
  'a model is told that it can’t see what is told of by a line: %s',
  (kind) => {
    expect(attachmentRule(lineOf(attachmentOf(kind)))).toContain('can’t see');
    const text = `Is this broken?\n${lineOf(attachmentOf(kind, { name: 'a, not read: b]\n' }))}`;
    expect(attachmentRule(text)).toContain('can’t see');
    expect(withoutUnread(text)).toBe('Is this broken?');
    expect(withoutUnread(lineOf(attachmentOf(kind)))).toBe(lineOf(attachmentOf(kind)));
  },
);

test.each(['location', 'contact', 'poll', 'order', 'form', 'dice'] as const)(
  'but not of %s, which it reads',
  (kind) => {
    const text = `Hello\n${lineOf(attachmentOf(kind, { text: 'a' }))}`;
    expect([attachmentRule(text), withoutUnread(text)]).toEqual(['', text]);
  },
);
