// @module-tag pure

import type { Message } from '@parley/sdk';
import { expect, it } from 'vitest';
import { adviceOn, duration, endingOf, marksOf, saidOn, webAddress } from './message-words.ts';

const message = (fields: Partial<Message>) =>
  ({
    status: 'complete',
    finishReason: 'stop',
    error: null,
    model: null,
    fallbacks: [],
    usage: null,
    ...fields,
  }) as Message;
const error = { code: 'provider_error', message: 'The model’s provider failed.' };

it.each([
  [message({}), undefined],
  [message({ finishReason: 'length' }), 'Cut off: the model’s limit for one reply was reached.'],
  [message({ status: 'streaming', finishReason: null }), undefined],
  [message({ status: 'cancelled', finishReason: 'cancelled' }), 'Stopped before it was finished.'],
  [message({ status: 'failed', error }), 'The model’s provider failed.'],
  [
    message({ status: 'failed', error: { code: 'interrupted', message: '' } }),
    'The server stopped while this reply was being written.',
  ],
  [message({ status: 'failed' }), 'The reply failed.'],
])('says how a reply ended (%#)', (given, words) => {
  expect(endingOf(given)).toBe(words);
});

it('says what to do about a failed reply', () => {
  const failed = (reason: NonNullable<Message['error']>['reason']) =>
    adviceOn(message({ status: 'failed', error: { ...error, ...(reason && { reason }) } }));
  expect(failed('context_too_long')).toMatch(/^Shorten the system prompt/);
  expect(failed('quota_used_up')).toMatch(/raise the quota/);
  expect(failed(undefined)).toBeUndefined();
  expect(adviceOn(message({}))).toBeUndefined();
});

it('quotes the provider', () => {
  const said = { ...error, providerMessage: 'No such model.' };
  expect(saidOn(message({ status: 'failed', error: said }))).toBe('No such model.');
  expect(saidOn(message({ status: 'failed', error }))).toBeUndefined();
});

it('marks what a reply took', () => {
  const given = { model: 'builtin/echo', usage: { inputTokens: 1200, outputTokens: 7 } };
  const tokens = { icon: 'text', figure: '1,207', words: '1,200 tokens in, 7 out' };
  expect(marksOf(message({ ...given, firstTokenMs: 40, latencyMs: 1_340 }))).toEqual([
    { icon: 'gauge', figure: '1.3 s', words: 'First token after 40 ms, complete after 1.3 s' },
    tokens,
  ]);
  expect(marksOf(message({ ...given, firstTokenMs: null, latencyMs: 20, status: 'cancelled' }))).toEqual([
    { icon: 'gauge', figure: '20 ms', words: 'Ended after 20 ms' },
    tokens,
  ]);
  expect(marksOf(message({ ...given, status: 'streaming' }))).toEqual([]);
  const failed = {
    model: 'openai/a',
    code: 'provider_error',
    message: 'It is overloaded.',
    reason: 'unavailable' as const,
  };
  expect(marksOf(message({ ...given, fallbacks: [failed], latencyMs: null }))).toEqual([
    { icon: 'warning', figure: 'after openai/a failed', words: 'It is overloaded.' },
    tokens,
  ]);
  expect(marksOf(message({}))).toEqual([]);
});

it.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1_000, '1.0 s'],
  [75_400, '75 s'],
])('writes %d ms as %s', (ms, words) => {
  expect(duration(ms)).toBe(words);
});

it('links only http(s) sources', () => {
  expect(webAddress('https://example.com/a')).toBe('https://example.com/a');
  expect(webAddress('javascript:alert(1)')).toBeUndefined();
  expect(webAddress('/api/agents')).toBeUndefined();
  expect(webAddress(null)).toBeUndefined();
});
