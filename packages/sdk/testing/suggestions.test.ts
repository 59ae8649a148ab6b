// @module-tag pure

import { expect, it } from 'vitest';
import { APIConnectionError, InvalidResponseError, type SuggestionEvent } from '../src/index.ts';
import { patientClient } from './clients.ts';
import { breaksOff, sends } from './event-server.ts';
import { ok, type Play, playServer } from './fault-server.ts';

const suggestion = {
  ...{ kind: 'reply', text: 'On its way.', citations: [], agent: 'agent_1', model: 'fake/m' },
  usage: { inputTokens: 9, outputTokens: 3 },
};
const frame = (event: string, data: object) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
const delta = frame('suggestion.delta', { text: 'On its ' });
const done = frame('suggestion.completed', { suggestion });

const collect = async (events: AsyncIterable<SuggestionEvent>) => {
  const all: SuggestionEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
};

it('returns a whole suggestion, without an idempotency key', async () => {
  const server = await playServer(ok(suggestion));
  const { conversations } = patientClient(server.baseURL);
  expect(await conversations.suggest('conv_1', { kind: 'reply', instructions: 'Short' })).toEqual(suggestion);
  const [request] = server.received;
  expect(request).toMatchObject({ method: 'POST', url: '/api/conversations/conv_1/suggestions' });
  expect(request?.headers).not.toHaveProperty('idempotency-key');
});

it('streams a suggestion until its end', async () => {
  const play: Play = sends(delta, frame('suggestion.danced', {}), frame('suggestion.delta', { text: 'way.' }), done);
  const server = await playServer(play);
  expect(await collect(patientClient(server.baseURL).conversations.suggestStream('conv_1'))).toEqual([
    { type: 'suggestion.delta', text: 'On its ' },
    { type: 'suggestion.delta', text: 'way.' },
    { type: 'suggestion.completed', suggestion },
  ]);
  expect(server.received[0]?.headers).toMatchObject({ accept: 'text/event-stream' });
});

it.each([
  ['a lost connection', breaksOff(delta), APIConnectionError],
  ['a stream without an end', sends(delta), APIConnectionError],
  ['an invalid event', sends(frame('suggestion.completed', { suggestion: 1 })), InvalidResponseError],
])('throws for %s, and asks only once', async (_, play, error) => {
  const server = await playServer(play);
  const { conversations } = patientClient(server.baseURL);
  await expect(collect(conversations.suggestStream('conv_1'))).rejects.toThrow(error);
  expect(server.received).toHaveLength(1);
});
