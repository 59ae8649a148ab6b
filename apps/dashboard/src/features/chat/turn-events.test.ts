// @module-tag pure

import type { Message, MessageEvent } from '@parley/sdk';
import { expect, it } from 'vitest';
import { callsOf, waitsFor } from './calls.ts';
import { advance, mergeMessages } from './turn-events.ts';

const message = (fields: Partial<Message>): Message => ({
  _id: 'msg_1',
  conversation: 'conv_1',
  role: 'assistant',
  content: '',
  status: 'complete',
  author: null,
  clientMessageId: null,
  replyTo: null,
  citations: [],
  attachments: [],
  parts: [],
  model: null,
  fallbacks: [],
  usage: null,
  firstTokenMs: null,
  latencyMs: null,
  feedback: null,
  feedbackComment: null,
  finishReason: null,
  error: null,
  createdAt: '2026-11-21T09:00:00.000Z',
  updatedAt: '2026-11-21T09:00:00.000Z',
  ...fields,
});
const question = message({ _id: 'msg_1', role: 'user', content: 'Hello?' });
const answer = message({ _id: 'msg_2', status: 'streaming', createdAt: '2026-11-21T09:00:00.001Z' });
const citation = { source: 'src_1', title: 'Manual', url: null, quote: 'Turn it on.', score: 1 };
const play = (...events: object[]) =>
  events.reduce<readonly Message[]>((all, event) => advance(all, { id: '', ...event } as MessageEvent), []);

it('follows a turn from the sent message to the complete reply', () => {
  const begun = [
    { type: 'message.created', message: question },
    { type: 'message.created', message: answer },
    { type: 'message.delta', text: 'Good ' },
    { type: 'citation', citation },
    { type: 'message.delta', text: 'day.' },
  ];
  const heard = play(...begun);
  expect(heard.map(({ content }) => content)).toEqual(['Hello?', 'Good day.']);
  expect(heard[1]?.citations).toEqual([citation]);
  expect(heard[1]?.parts).toEqual([
    { type: 'text', text: 'Good ' },
    { type: 'citation', citation },
    { type: 'text', text: 'day.' },
  ]);
  const whole = message({ ...answer, content: 'Good day.', status: 'complete' });
  expect(play(...begun, { type: 'message.completed', message: whole })).toEqual([question, whole]);
});

it('keeps thoughts apart from the text', () => {
  const begun = [
    { type: 'message.created', message: answer },
    { type: 'reasoning', text: 'A greeting.' },
    { type: 'reasoning', text: ' Hm.', truncated: true },
    { type: 'message.delta', text: 'Good day.' },
  ];
  const [reply] = play(...begun);
  expect(reply?.content).toBe('Good day.');
  expect(reply?.parts).toEqual([
    { type: 'reasoning', text: 'A greeting.' },
    { type: 'reasoning', text: ' Hm.', truncated: true },
    { type: 'text', text: 'Good day.' },
  ]);
});

it('collects tool calls and their results', () => {
  const call = { callId: 'call_1', name: 'clock', arguments: {} };
  const result = { callId: 'call_1', name: 'clock', content: 'Nine.', isError: false };
  const begun = [
    { type: 'message.created', message: answer },
    { type: 'message.delta', text: 'Let me ' },
    { type: 'message.delta', text: 'look.' },
    { type: 'tool.call', call },
  ];
  const [running] = play(...begun);
  const [done] = play(...begun, { type: 'tool.result', result });
  expect(done?.parts).toEqual([
    { type: 'text', text: 'Let me look.' },
    { type: 'tool-call', ...call },
    { type: 'tool-result', ...result },
  ]);
  if (running === undefined || done === undefined) throw new Error('There is no message.');
  expect(callsOf(running)).toEqual([
    {
      ...{ callId: 'call_1', name: 'clock', given: '{}', state: 'running' },
      ...{ result: undefined, latencyMs: undefined, asked: undefined },
    },
  ]);
  expect(callsOf({ ...running, status: 'cancelled' })).toMatchObject([{ state: 'no result' }]);
  expect(callsOf(done)).toMatchObject([{ state: 'completed', result: 'Nine.' }]);
  const failed = { ...done, parts: done.parts.map((part) => ({ ...part, isError: true })) } as Message;
  expect(callsOf(failed)).toMatchObject([{ state: 'failed', result: 'Nine.' }]);
  expect(mergeMessages([running], [done])).toEqual([done]);
});

it('shows a call that waits for approval, and goes on with the same reply', () => {
  const call = { callId: 'call_1', name: 'refund', arguments: { amount: 12 }, toolCall: 'toolcall_1' };
  const request = { callId: 'call_1', name: 'refund', toolCall: 'toolcall_1', deadline: '2026-11-22T09:00:00.000Z' };
  const begun = [
    { type: 'message.created', message: answer },
    { type: 'tool.call', call },
    { type: 'approval.requested', request },
  ];
  const [asking] = play(...begun);
  if (asking === undefined) throw new Error('There is no message.');
  expect(asking.parts).toMatchObject([{ type: 'tool-call' }, { type: 'approval-requested', ...request }]);
  const held = message({ ...asking, status: 'requires_action', updatedAt: '2026-11-21T09:00:01.000Z' });
  expect(play(...begun, { type: 'message.requires_action', message: held })).toEqual([held]);
  expect(callsOf(held)).toMatchObject([{ state: 'waiting for approval', asked: 'toolcall_1' }]);
  expect(waitsFor(held)).toBe('Waiting for approval');
  const own = { type: 'tool-call', ...call, answeredBy: 'client' } as const;
  const forCode = message({ ...held, parts: [own] });
  expect(callsOf(forCode)).toMatchObject([{ state: 'waiting for your code', asked: undefined }]);
  expect(waitsFor(forCode)).toBe('Waiting for your code');
  const again = message({ ...held, status: 'streaming', updatedAt: '2026-11-21T09:30:00.000Z' });
  expect(mergeMessages([held], [again])).toEqual([again]);
  expect(mergeMessages([again], [held])).toEqual([again]);
  expect(mergeMessages([held], [asking])).toEqual([held]);
  const result = { type: 'tool-result', callId: 'call_1', name: 'refund', content: '', isError: true } as const;
  const ended = (status: 'denied' | 'expired' | 'unknown') =>
    callsOf(message({ ...again, parts: [...again.parts, { ...result, status }] }))[0]?.state;
  expect([ended('denied'), ended('expired'), ended('unknown')]).toEqual(['denied', 'expired', 'outcome unknown']);
});

it('follows a conversation in which an earlier reply is rated while another grows', () => {
  const earlier = message({ _id: 'msg_0', feedback: 'positive' });
  const stopped = message({ ...answer, content: 'Good', status: 'cancelled' });
  const begun = [
    { type: 'message.created', message: answer },
    { type: 'message.delta', message: 'msg_2', text: 'Go' },
    { type: 'message.rated', message: earlier },
    { type: 'message.delta', message: 'msg_2', text: 'od' },
  ];
  expect(play(...begun).map(({ content }) => content)).toEqual(['Good', '']);
  expect(play(...begun, { type: 'message.cancelled', message: stopped })).toEqual([stopped, earlier]);
});

it('keeps the text of a failed reply, and drops a deleted one', () => {
  const failed = message({ ...answer, content: 'Goo', status: 'failed' });
  const begun = [
    { type: 'message.created', message: question },
    { type: 'message.created', message: answer },
  ];
  expect(play(...begun, { type: 'message.failed', message: failed, error: '', code: '' })).toEqual([question, failed]);
  expect(play(...begun, { type: 'message.failed', message: null, error: '', code: '' })).toEqual([question]);
});

it('merges listed and streamed messages in order, and prefers the more complete copy', () => {
  const whole = message({ ...answer, content: 'Good day.', status: 'complete' });
  const rated = message({ ...whole, feedback: 'positive', updatedAt: '2026-11-21T09:05:00.000Z' });
  const half = message({ ...answer, content: 'Go' });
  expect(mergeMessages([question], [answer])).toEqual([question, answer]);
  expect(mergeMessages([answer, question], [half])).toEqual([question, half]);
  expect(mergeMessages([whole], [half])).toEqual([whole]);
  expect(mergeMessages([half], [whole])).toEqual([whole]);
  expect(mergeMessages([rated], [whole])).toEqual([rated]);
});
