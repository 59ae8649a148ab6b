// @module-tag pure

import { readQuickReplies } from '@parley/markdown/quick-replies';
import { expect, test } from 'vitest';
import { type ChannelType, kindOf } from '../../../platforms/kinds.ts';
import { questionFor } from './question.ts';

const words = { question: 'Happy?', how: 'Reply with a number.' };

function asked(type: ChannelType, thread: string | null = null) {
  const { messenger } = kindOf(type);
  if (messenger === undefined) throw new Error(`${type} has no messenger.`);
  const message = {
    ...{ id: 'job_1', channel: 'channel_1', conversation: 'conv_1', user: '7', thread, context: null },
    ...({ lastEventAt: 0, role: 'assistant', text: '' } as const),
  };
  return readQuickReplies(questionFor({ messenger, message, context: { settings: {} } }, words));
}

test.each(['telegram', 'slack', 'whatsapp'] as const)('%s shows five buttons', (type) => {
  expect(asked(type)).toEqual({ text: 'Happy?\n\nReply with a number.', replies: ['1', '2', '3', '4', '5'] });
});

test.each([
  ['telegram', '-100'],
  ['discord', '9'],
  ['webhook', null],
] as const)('%s in thread %s has the words alone', (type, thread) => {
  expect(asked(type, thread)).toEqual({ text: 'Happy?\n\nReply with a number.', replies: [] });
});
