// @module-tag pure

import { describe, expect, it } from 'vitest';
import {
  InvalidResponseError,
  type MessageEvent,
  MessageFailedError,
  NotFoundError,
  ParleyError,
} from '../src/index.ts';
import { client, failureOf, patientClient } from './clients.ts';
import { answer, events, frame, question, sends } from './event-server.ts';
import { fail, ok, type Play, playServer } from './fault-server.ts';

/** A stream with the given response. */
async function streamOf(play: Play) {
  const server = await playServer(play);
  const { messages } = patientClient(server.baseURL);
  return { stream: messages.stream('conv_1', { content: 'How are you?' }), server };
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const failed = (more: object) => ({ id: 'msg_a:4', type: 'message.failed', error: 'It failed.', ...more }) as never;

describe('a stream', () => {
  it('returns the events unchanged', async () => {
    const { stream, server } = await streamOf(sends(...events));
    expect(await collect(stream)).toEqual(events);
    const [{ method, url, headers, body } = {}, ...more] = server.received;
    expect({ method, url, body, more }).toEqual({
      method: 'POST',
      url: '/api/conversations/conv_1/messages',
      body: '{"content":"How are you?","stream":true}',
      more: [],
    });
    expect(headers).toMatchObject({
      accept: 'text/event-stream',
      'idempotency-key': expect.stringMatching(/^\w{32}$/),
    });
  });

  it('returns its text, complete and piece by piece', async () => {
    const server = await playServer(sends(...events));
    const text = () => client(server.baseURL).agents.stream('agent_1', { message: 'How are you?' }).text();
    expect(await text()).toBe('Fine, thänk you 👍.');
    expect(await collect(text())).toEqual(['Fine, ', 'thänk ', 'you 👍.']);
    expect(server.received[0]?.url).toBe('/api/agents/agent_1/chat');
  });

  it('returns the reply at its end', async () => {
    const { stream } = await streamOf(sends(...events));
    expect(await stream.final()).toEqual(answer);
  });

  it('returns no reply and no text after a takeover', async () => {
    const silence = sends(
      { id: 'msg_q:0', type: 'message.created', message: question },
      { id: 'msg_q:12', type: 'message.completed', message: question },
    );
    expect(await (await streamOf(silence)).stream.final()).toBeNull();
    expect(await (await streamOf(silence)).stream.text()).toBe('');
  });

  it('fails at its end if the reply failed, with the stored message', async () => {
    const error = {
      code: 'provider_error',
      message: 'It failed.',
      reason: 'context_too_long',
      providerStatus: 400,
      providerMessage: 'Too long.',
    };
    const reply = { ...answer, content: 'Fine', status: 'failed', error };
    const play = sends(...events.slice(0, 3), failed({ code: 'provider_error', message: reply }));
    const final = await failureOf((await streamOf(play)).stream.final());
    expect(final).toBeInstanceOf(MessageFailedError);
    expect(final).toMatchObject({ name: 'MessageFailedError', message: 'It failed.', code: 'provider_error', reply });
    expect(final).toMatchObject({ reason: 'context_too_long', providerStatus: 400, providerMessage: 'Too long.' });
    const { stream } = await streamOf(play);
    const pieces: string[] = [];
    const walk = async () => {
      for await (const piece of stream.text()) pieces.push(piece);
    };
    expect(await failureOf(walk())).toMatchObject({ code: 'provider_error', reply });
    expect(pieces).toEqual(['Fine, ']);
    // It is an event like any other.
    expect((await collect((await streamOf(play)).stream)).at(-1)).toMatchObject({
      type: 'message.failed',
      id: 'msg_a:4',
    });
  });

  it('fails without a reply if it was deleted', async () => {
    const { stream } = await streamOf(sends(failed({ code: 'message_not_found', message: null })));
    expect(await failureOf(stream.text())).toMatchObject({
      code: 'message_not_found',
      reply: undefined,
    });
  });

  it('does not fail if the reply was cancelled', async () => {
    const reply = { ...answer, content: 'Fine, ', status: 'cancelled' };
    const end = { id: 'msg_a:6', type: 'message.cancelled', message: reply } as never;
    // Former services sent `message.failed`.
    for (const last of [end, failed({ code: 'cancelled', message: reply })]) {
      const play = sends(...events.slice(0, 3), last);
      expect(await (await streamOf(play)).stream.final()).toEqual(reply);
      expect(await (await streamOf(play)).stream.text()).toBe('Fine, ');
    }
    const { stream, server } = await streamOf(sends(...events.slice(0, 3), end));
    expect(await collect(stream)).toEqual([...events.slice(0, 3), end]);
    expect(server.received).toHaveLength(1);
  });

  it('sends nothing before it is read, and can be read once', async () => {
    const { stream, server } = await streamOf(sends(...events));
    const text = stream.text();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(server.received).toHaveLength(0);
    expect(await text).toBe('Fine, thänk you 👍.');
    for (const again of [() => text, stream.final, () => collect(stream), () => collect(text)]) {
      const error = await failureOf(again());
      expect(error).toBeInstanceOf(ParleyError);
      expect(error).toMatchObject({ message: 'A stream can be read only once.' });
    }
    expect(server.received).toHaveLength(1);
  });

  it('skips unknown events', async () => {
    const unknown = 'id: msg_a:6\nevent: message.thought\ndata: {"thought":"Hm."}\n\nevent: toString\ndata: x\n\n';
    const { stream } = await streamOf(sends(...events.slice(0, 3), unknown, 'data: x\n\n', ...events.slice(3)));
    expect(await collect(stream)).toEqual(events);
  });

  it('returns thoughts, tool calls and their results; they are no text', async () => {
    const call = { callId: 'call_1', name: 'weather', arguments: { city: 'Oslo', days: [1, 2] } };
    const result = { callId: 'call_1', name: 'weather', content: 'Rain.', isError: false };
    const used: readonly MessageEvent[] = [
      ...events.slice(0, 3),
      { id: 'msg_a:6:1', type: 'reasoning', text: 'Which city?' },
      { id: 'msg_a:6:2', type: 'tool.call', call },
      { id: 'msg_a:6:3', type: 'tool.result', result },
      ...events.slice(3),
    ];
    const server = await playServer(sends(...used));
    const stream = () => client(server.baseURL).messages.stream('conv_1', { content: 'How are you?' });
    expect(await collect(stream())).toEqual(used);
    expect(await stream().text()).toBe(answer.content);
    expect(await stream().final()).toEqual(answer);
  });

  it('fails like other calls if it is refused', async () => {
    const { stream, server } = await streamOf(
      fail(404, { code: 'conversation_not_found', error: 'It was not found.' }),
    );
    const error = await failureOf(stream.final());
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error).toMatchObject({ code: 'conversation_not_found', message: 'It was not found.', attempts: 1 });
    expect(server.received).toHaveLength(1);
  });

  it('can be retried with settings', async () => {
    const server = await playServer(sends(...events));
    const body = { settings: { temperature: 0.5 } };
    expect(await client(server.baseURL).messages.retryStream('msg_f', body).text()).toBe(answer.content);
    const [{ url, body: sent } = {}] = server.received;
    expect({ url, sent: JSON.parse(sent ?? '') }).toEqual({
      url: '/api/messages/msg_f/retry',
      sent: { settings: { temperature: 0.5 }, stream: true },
    });
  });
});

describe('a malformed stream', () => {
  const bad = (event: string, data: string) => sends(`id: x\nevent: ${event}\ndata: ${data}\n\n`, ...events);

  it.each<[string, Play, string]>([
    ['cut JSON', bad('message.delta', '{"text":'), 'The stream contains an invalid message.delta event.'],
    ['JSON that is not an object', bad('message.delta', 'null'), 'The stream contains an invalid message.delta event.'],
    [
      'a delta that is not text',
      bad('message.delta', '{"text":1}'),
      'The stream contains an invalid message.delta event.',
    ],
    ['an invalid message', bad('message.created', '{}'), 'The stream contains an invalid message.created event.'],
    [
      'an end without a message',
      bad('message.completed', '{}'),
      'The stream contains an invalid message.completed event.',
    ],
    [
      'a failure without a code',
      bad('message.failed', '{"message":null,"error":"x"}'),
      'The stream contains an invalid message.failed event.',
    ],
    ['an invalid citation', bad('citation', '[]'), 'The stream contains an invalid citation event.'],
    ['invalid thoughts', bad('reasoning', '{}'), 'The stream contains an invalid reasoning event.'],
    ['an invalid tool call', bad('tool.call', '{"callId":1}'), 'The stream contains an invalid tool.call event.'],
    ['an invalid tool result', bad('tool.result', '{}'), 'The stream contains an invalid tool.result event.'],
    ['a line without an end', sends('x'.repeat(5_000_000)), 'The stream contains an event that is too long.'],
    [
      'an event without an end',
      sends(`data: ${'x'.repeat(99_990)}\n`.repeat(50)),
      'The stream contains an event that is too long.',
    ],
    ['another response', ok({ text: 'Hello' }), 'The response is not an event stream.'],
  ])(
    'fails on %s with a specific error, without retrying',
    async (_, play, message) => {
      const { stream, server } = await streamOf(play);
      const error = await failureOf(stream.text());
      expect(error).toBeInstanceOf(InvalidResponseError);
      expect(error).toMatchObject({ name: 'InvalidResponseError', status: 200, message, attempts: 1 });
      expect(server.received).toHaveLength(1);
    },
    30_000,
  );
});

describe('the format of a stream', () => {
  const whole = events.map(frame).join('');

  /** Splits bytes into chunks. */
  async function read(text: string, size: number) {
    const bytes = new TextEncoder().encode(text);
    const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    );
    const fetch = async () =>
      new Response(ReadableStream.from(parts) as ReadableStream, { headers: { 'Content-Type': 'text/event-stream' } });
    const { messages } = client('http://localhost', { fetch, maxRetries: 0 });
    return collect(messages.stream('conv_1', { content: 'How are you?' }));
  }

  it.each<[string, string]>([
    ['line feeds', whole],
    ['carriage returns and line feeds', whole.replaceAll('\n', '\r\n')],
    ['carriage returns', `${whole.replaceAll('\n', '\r')}\n`],
    ['comments between and within events', `: hello\n\n${whole.replaceAll('event:', ': ping\nevent:')}: ping\n\n`],
    ['data of several lines', whole.replaceAll(/data: (\{)(.*)(\})\n/g, 'data: $1\ndata: $2\ndata:$3\n')],
    ['no space after the colon', whole.replaceAll(/^(id|event|data): /gm, '$1:')],
    ['a null character in an ID', whole.replaceAll(/^(id: .*)\n/gm, '$1\nid: x\0\n')],
    ['unknown fields', whole.replaceAll('event:', 'retry: 10\nevents: x\nnothing\nevent:')],
    ['a byte order mark', `\ufeff${whole}`],
  ])('may have %s, however it is chunked', async (_, text) => {
    for (const size of [1, 2, 3, 7, 64, 100_000]) expect(await read(text, size)).toEqual(events);
  });

  it('keeps the last ID for events without one', async () => {
    const ids = events.map(({ id }, index) => (index === 2 ? 'msg_a:0' : id));
    expect((await read(whole.replace('id: msg_a:6\n', ''), 5)).map(({ id }) => id)).toEqual(ids);
  });
});
