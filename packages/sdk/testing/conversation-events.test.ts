// @module-tag pure

import { describe, expect, it } from 'vitest';
import {
  APIConnectionError,
  APIUserAbortError,
  type ConversationEvent,
  InternalServerError,
  InvalidResponseError,
  NotFoundError,
} from '../src/index.ts';
import { failureOf, patientClient } from './clients.ts';
import { answer, breaksOff, question, sends } from './event-server.ts';
import { fail, ok, type Play, playServer, reset } from './fault-server.ts';

const conversation = { _id: 'conv_1', status: 'open', title: 'How are you?' };
const call = { callId: 'call_1', name: 'weather', arguments: {} };
const citation = { source: 'src_1', title: 'Manners', url: null, quote: 'Say “fine”.', score: 0.9 };

/** Events as the service sends them: ID, name and data. */
const sent: readonly (readonly [id: string, event: string, data: object])[] = [
  ['1.0.0', 'conversation.updated', { conversation }],
  ['1.1.0', 'message.created', { message: question }],
  ['1.2.0:msg_a:0:0', 'message.created', { message: { ...answer, content: '', status: 'streaming' } }],
  ['1.2.0:msg_a:5:0', 'message.delta', { message: 'msg_a', text: 'Fine.' }],
  ['1.2.0:msg_a:5:1', 'citation', { message: 'msg_a', ...citation }],
  ['1.2.0:msg_a:5:2', 'tool.call', { message: 'msg_a', ...call }],
  ['1.2.0:msg_a:5:2', 'message.danced', { steps: 3 }],
  ['1.3.0', 'message.completed', { message: answer }],
  ['1.3.1', 'message.rated', { message: { ...answer, feedback: 'positive' } }],
  ['2.3.1', 'conversation.deleted', { conversation: 'conv_1' }],
];
const frames = sent.map(([id, event, data]) => `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

/** The same events as the client returns them; it skips unknown ones. */
const events = [
  { id: '1.0.0', type: 'conversation.updated', conversation },
  { id: '1.1.0', type: 'message.created', message: question },
  { id: '1.2.0:msg_a:0:0', type: 'message.created', message: { ...answer, content: '', status: 'streaming' } },
  { id: '1.2.0:msg_a:5:0', type: 'message.delta', message: 'msg_a', text: 'Fine.' },
  { id: '1.2.0:msg_a:5:1', type: 'citation', message: 'msg_a', citation },
  { id: '1.2.0:msg_a:5:2', type: 'tool.call', message: 'msg_a', call },
  { id: '1.3.0', type: 'message.completed', message: answer },
  { id: '1.3.1', type: 'message.rated', message: { ...answer, feedback: 'positive' } },
  { id: '2.3.1', type: 'conversation.deleted', conversation: 'conv_1' },
];

type Following = AsyncIterable<ConversationEvent>;

async function collect(following: Following, into: ConversationEvent[] = []): Promise<ConversationEvent[]> {
  for await (const event of following) into.push(event);
  return into;
}

/** Sends some events and waits; `left` resolves once the reader has gone. */
function staysOpen(...some: readonly string[]) {
  let leave: () => void = () => undefined;
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const play: Play = (response) => {
    response.once('close', leave);
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(some.join(''));
  };
  return { play, left };
}

describe('following a conversation', () => {
  it('returns every known event until the conversation is deleted', async () => {
    const server = await playServer(sends(...frames));
    expect(await collect(patientClient(server.baseURL).conversations.events('conv_1'))).toEqual(events);
    const [request] = server.received;
    expect(request).toMatchObject({ method: 'GET', url: '/api/conversations/conv_1/events' });
    expect(request?.headers).toMatchObject({ accept: 'text/event-stream' });
    expect(request?.headers).not.toHaveProperty('last-event-id');
  });

  it('continues after the last event, however the connection is lost', async () => {
    const server = await playServer(
      ...[breaksOff(...frames.slice(0, 2)), reset, fail(503, { code: 'unavailable' })],
      ...[sends(...frames.slice(2, 4)), sends(...frames.slice(4))],
    );
    const { conversations, waits } = patientClient(server.baseURL);
    expect(await collect(conversations.events('conv_1', { lastEventId: '0.0.0' }))).toEqual(events);
    const places = server.received.map(({ headers }) => headers['last-event-id']);
    expect(places).toEqual(['0.0.0', '1.1.0', '1.1.0', '1.1.0', '1.2.0:msg_a:5:0']);
    expect(waits).toEqual([437.5, 437.5, 875, 437.5]);
  });

  it('starts anew with each loop', async () => {
    const server = await playServer(sends(...frames));
    const following = patientClient(server.baseURL).conversations.events('conv_1');
    expect(await collect(following)).toHaveLength(events.length);
    expect(await collect(following)).toHaveLength(events.length);
    expect(server.received).toHaveLength(2);
  });

  it('closes the connection after a break', async () => {
    const { play, left } = staysOpen(...frames.slice(0, 1));
    const server = await playServer(play);
    for await (const { type } of patientClient(server.baseURL).conversations.events('conv_1')) {
      expect(type).toBe('conversation.updated');
      break;
    }
    await left;
    expect(server.received).toHaveLength(1);
  });

  it('closes the connection and throws if it is aborted', async () => {
    const { play, left } = staysOpen(...frames.slice(0, 1));
    const server = await playServer(play);
    const leaving = new AbortController();
    const following = patientClient(server.baseURL).conversations.events('conv_1', { signal: leaving.signal });
    const reading = (async () => {
      for await (const _ of following) leaving.abort();
    })();
    expect(await failureOf(reading)).toBeInstanceOf(APIUserAbortError);
    await left;
    expect(server.received).toHaveLength(1);
  });

  it.each<[string, Play, new (...parts: never[]) => Error, number]>([
    ['the service can’t be reached again', reset, APIConnectionError, 4],
    ['the service keeps failing', fail(503, { code: 'unavailable' }), InternalServerError, 4],
    ['the conversation is gone', fail(404, { code: 'conversation_not_found' }), NotFoundError, 2],
    ['the answer is no stream', ok({}), InvalidResponseError, 2],
    ['an event is malformed', sends('id: 2\nevent: message.delta\ndata: {}\n\n'), InvalidResponseError, 2],
  ])('throws if %s, after what has arrived', async (_, then, kind, requests) => {
    const server = await playServer(breaksOff(...frames.slice(0, 2)), then);
    const arrived: ConversationEvent[] = [];
    const { conversations } = patientClient(server.baseURL);
    expect(await failureOf(collect(conversations.events('conv_1'), arrived))).toBeInstanceOf(kind);
    expect(arrived).toEqual(events.slice(0, 2));
    expect(server.received).toHaveLength(requests);
  });
});
