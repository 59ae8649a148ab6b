// @module-tag pure

import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIUserAbortError,
  InternalServerError,
  type MessageEvent,
  type MessageStream,
  NotFoundError,
} from '../src/index.ts';
import { client, failureOf, patientClient } from './clients.ts';
import { answer, breaksOff, events, fallsSilent, frame, question, sends, takesUp } from './event-server.ts';
import { fail, hang, ok, type Play, playServer, reset } from './fault-server.ts';

const send = ({ messages }: Pick<ReturnType<typeof patientClient>, 'messages'>) =>
  messages.stream('conv_1', { content: 'How are you?' });

async function collect(stream: MessageStream): Promise<MessageEvent[]> {
  const all: MessageEvent[] = [];
  for await (const event of stream) all.push(event);
  return all;
}

/** A summary of what arrived. */
const summary = ({ received }: Awaited<ReturnType<typeof playServer>>) =>
  received.map(({ method, url, headers }) => `${method} ${url} ${headers['last-event-id'] ?? '-'}`);

const sent = 'POST /api/conversations/conv_1/messages -';
const resumed = (id: string) => `GET /api/conversations/conv_1/stream ${id}`;

afterEach(() => {
  vi.useRealTimers();
});

describe('a lost connection', () => {
  it.each<[string, Play]>([
    ['before a response', reset],
    ['before the first event', breaksOff()],
    ['within the first event', breaksOff('id: msg_q:0\nevent: message.created\ndata: {"mess')],
    ['by a service that is not ready', fail(503, { code: 'unavailable' })],
  ])('%s: the message is sent again with the same key', async (_, lost) => {
    const server = await playServer(lost, sends(...events));
    expect(await collect(send(patientClient(server.baseURL)))).toEqual(events);
    expect(summary(server)).toEqual([sent, sent]);
    const keys = server.received.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(server.received[1]?.body).toBe(server.received[0]?.body);
  });

  it('after the message was sent, before any event: the running reply is followed', async () => {
    const details = [
      { path: 'conversation', message: 'conv_1' },
      { path: 'message', message: 'msg_q' },
    ];
    const running = fail(409, { code: 'idempotency_in_progress', details }, { 'Retry-After': '1' });
    const server = await playServer(breaksOff(), running, ok(question), breaksOff(...events.slice(1, 3)), takesUp);
    const { agents, waits } = patientClient(server.baseURL);
    const stream = agents.stream('agent_1', { message: 'How are you?' }, { idempotencyKey: 'mine' });
    expect(await collect(stream)).toEqual(events);
    const chat = 'POST /api/agents/agent_1/chat -';
    expect(summary(server)).toEqual([chat, chat, 'GET /api/messages/msg_q -', resumed('msg_q:0'), resumed('msg_a:6')]);
    expect(server.received.map(({ headers }) => headers['idempotency-key'])).toEqual([
      ...['mine', 'mine'],
      ...[undefined, undefined, undefined],
    ]);
    expect(waits).toEqual([437.5, 437.5]);
  });

  it('fails with the service’s error if the running turn is unknown', async () => {
    const server = await playServer(fail(409, { code: 'idempotency_in_progress' }, { 'Retry-After': '1' }));
    const error = await failureOf(send(patientClient(server.baseURL)).text());
    expect(error).toMatchObject({ code: 'idempotency_in_progress' });
    expect(server.received).toHaveLength(1);
  });

  it('resends the caller’s own key, but not when it resumes', async () => {
    const server = await playServer(breaksOff(), breaksOff(...events.slice(0, 2)), takesUp);
    const { agents } = patientClient(server.baseURL);
    await agents.stream('agent_1', { message: 'How are you?' }, { idempotencyKey: 'mine' }).final();
    expect(server.received.map(({ headers }) => headers['idempotency-key'])).toEqual(['mine', 'mine', undefined]);
  });

  it.each<[string, number]>([
    ['after the message', 1],
    ['before the first delta', 2],
    ['between two deltas', 3],
    ['before the last event', 6],
  ])('%s: the stream resumes after the last event', async (_, count) => {
    const server = await playServer(breaksOff(...events.slice(0, count)), takesUp);
    expect(await collect(send(patientClient(server.baseURL)))).toEqual(events);
    expect(summary(server)).toEqual([sent, resumed(events[count - 1]?.id ?? '')]);
    expect(server.received[1]?.headers.accept).toBe('text/event-stream');
  });

  it('loses and repeats no character, at any byte', async () => {
    const whole = Buffer.from(events.map(frame).join(''));
    for (let at = 1; at < whole.length; at += 3) {
      const again: Play = (response, request) =>
        request.method === 'GET' ? takesUp(response, request) : sends(...events)(response, request);
      const server = await playServer(breaksOff(whole.subarray(0, at)), again);
      expect(await collect(send(patientClient(server.baseURL)))).toEqual(events);
      expect(server.received).toHaveLength(2);
      await server.close();
    }
  }, 60_000);

  it('also resumes if the response ends cleanly but early', async () => {
    const server = await playServer(sends(...events.slice(0, 4)), takesUp);
    expect(await send(patientClient(server.baseURL)).text()).toBe(answer.content);
    expect(summary(server)).toEqual([sent, resumed('msg_a:12')]);
  });

  it('resumes any number of times while there is progress', async () => {
    const one: Play = (response, request) => {
      const place = events.findIndex(({ id }) => id === request.headers['last-event-id']);
      const [next = events[0]] = events.slice(place + 1);
      breaksOff(...(next === undefined ? [] : [next]))(response, request);
    };
    const server = await playServer(one, one, one, one, one, takesUp);
    const { messages, waits } = patientClient(server.baseURL);
    expect(await send({ messages }).text()).toBe(answer.content);
    expect(server.received).toHaveLength(6);
    expect(waits).toEqual(Array(5).fill(437.5));
  });

  it('fails after two attempts without progress', async () => {
    const server = await playServer(breaksOff(...events.slice(0, 3)), breaksOff());
    const { messages, waits } = patientClient(server.baseURL);
    const pieces: string[] = [];
    const error = await failureOf(
      (async () => {
        for await (const piece of send({ messages }).text()) pieces.push(piece);
      })(),
    );
    expect(error).toBeInstanceOf(APIConnectionError);
    expect(error).toMatchObject({ code: 'stream_interrupted' });
    expect(pieces).toEqual(['Fine, ']);
    expect(summary(server)).toEqual([sent, resumed('msg_a:6'), resumed('msg_a:6')]);
    expect(waits).toEqual([437.5, 875]);
  });

  it('fails if the same event repeats', async () => {
    const server = await playServer(breaksOff(...events.slice(0, 3)), breaksOff(...events.slice(2, 3)));
    expect(await failureOf(send(patientClient(server.baseURL)).text())).toBeInstanceOf(APIConnectionError);
    expect(server.received).toHaveLength(3);
  });

  it('does not multiply opening attempts by resumptions', async () => {
    const server = await playServer(breaksOff(...events.slice(0, 3)), reset);
    expect(await failureOf(send(patientClient(server.baseURL)).text())).toBeInstanceOf(APIConnectionError);
    expect(server.received).toHaveLength(3);
  });

  it('does not resume with maxRetries 0', async () => {
    const server = await playServer(breaksOff(...events.slice(0, 3)), takesUp);
    const stream = send(patientClient(server.baseURL, { maxRetries: 0 }));
    expect(await failureOf(stream.final())).toBeInstanceOf(APIConnectionError);
    expect(server.received).toHaveLength(1);
  });

  it('fails with the service’s message if it can’t resume', async () => {
    const gone = fail(404, { code: 'conversation_not_found' });
    const server = await playServer(breaksOff(...events.slice(0, 3)), gone);
    expect(await failureOf(send(patientClient(server.baseURL)).final())).toBeInstanceOf(NotFoundError);
    expect(server.received).toHaveLength(2);

    const down = await playServer(breaksOff(...events.slice(0, 3)), fail(503, { code: 'unavailable' }));
    const error = await failureOf(send(patientClient(down.baseURL)).final());
    expect(error).toBeInstanceOf(InternalServerError);
    expect(error).toMatchObject({ code: 'unavailable', attempts: 2 });
    expect(down.received).toHaveLength(3);
  });

  it('resumes a follow from its event, not from the beginning', async () => {
    const server = await playServer(breaksOff(...events.slice(3, 4)), takesUp);
    const headers = { 'Last-Event-ID': 'msg_a:6' };
    const stream = patientClient(server.baseURL).conversations.follow('conv_1', { headers });
    expect(await stream.text()).toBe('thänk you 👍.');
    expect(summary(server)).toEqual([resumed('msg_a:6'), resumed('msg_a:12')]);
  });

  it('also resumes a retried reply', async () => {
    const server = await playServer(breaksOff(), breaksOff(...events.slice(0, 3)), takesUp);
    expect(await patientClient(server.baseURL).messages.retryStream('msg_f').final()).toEqual(answer);
    const [first, again] = server.received;
    expect(summary(server)).toEqual([
      'POST /api/messages/msg_f/retry -',
      'POST /api/messages/msg_f/retry -',
      resumed('msg_a:6'),
    ]);
    expect(again?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
  });
});

describe('an abandoned stream', () => {
  it('closes its connection when the reader stops', async () => {
    const { play, left } = fallsSilent(...events.slice(0, 3));
    const server = await playServer(play);
    for await (const piece of send(patientClient(server.baseURL)).text()) {
      expect(piece).toBe('Fine, ');
      break;
    }
    await left;
    expect(server.received).toHaveLength(1);
  });

  it.each<[string, readonly MessageEvent[]]>([
    ['before the first event', []],
    ['in the middle', events.slice(0, 3)],
  ])('closes its connection when the signal is aborted %s, and does not resume', async (_, before) => {
    const { play, left } = fallsSilent(...before);
    const controller = new AbortController();
    const server = await playServer((response, request) => {
      play(response, request);
      setTimeout(() => controller.abort(new Error('Enough.')), 20);
    });
    const { messages } = patientClient(server.baseURL);
    const stream = messages.stream('conv_1', { content: 'How are you?' }, { signal: controller.signal });
    const error = await failureOf(stream.text());
    expect(error).toBeInstanceOf(APIUserAbortError);
    expect(error).toMatchObject({ cause: new Error('Enough.') });
    await left;
    expect(server.received).toHaveLength(1);
  });

  it('stops while it waits to resume', async () => {
    const controller = new AbortController();
    const server = await playServer((response, request) => {
      breaksOff(...events.slice(0, 3))(response, request);
      setTimeout(() => controller.abort(), 50);
    });
    const stream = client(server.baseURL).conversations.follow('conv_1', { signal: controller.signal });
    expect(await failureOf(stream.text())).toBeInstanceOf(APIUserAbortError);
    expect(server.received).toHaveLength(1);
  });

  it('sends nothing if the signal is already aborted', async () => {
    const server = await playServer(sends(...events));
    const stream = client(server.baseURL).conversations.follow('conv_1', { signal: AbortSignal.abort() });
    expect(await failureOf(stream.text())).toBeInstanceOf(APIUserAbortError);
    expect(server.received).toHaveLength(0);
  });

  it.each<[string, Play[], number]>([
    ['to its end', [sends(...events)], 0],
    ['over a loss', [breaksOff(...events.slice(0, 3)), takesUp], 0],
    ['to a response that is not a stream', [(response) => response.end('Hello')], 1],
    ['to a failure', [fail(404, {})], 1],
  ])('releases the signal when it is read %s', async (_, plays, failures) => {
    const server = await playServer(...(plays as [Play]));
    const { signal } = new AbortController();
    const listeners = new Set<unknown>();
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      listeners.add(args[1]);
      addEventListener.apply(signal, args);
    };
    signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      listeners.delete(args[1]);
      removeEventListener.apply(signal, args);
    };
    const { messages } = patientClient(server.baseURL);
    const text = messages.stream('conv_1', { content: 'How are you?' }, { signal }).text();
    expect(await Promise.allSettled([text])).toMatchObject([{ status: failures === 0 ? 'fulfilled' : 'rejected' }]);
    expect(listeners.size).toBe(0);
  });
});

describe('the time limits of a stream', () => {
  it.each<[string, Play]>([
    ['the headers', hang],
    ['the first event', fallsSilent().play],
  ])('apply from the request to %s', async (_, play) => {
    const server = await playServer(play, play, sends(...events));
    // Long enough for the headers on a busy machine.
    const options = { timeout: 1_000 };
    const { agents } = patientClient(server.baseURL);
    expect(await agents.stream('agent_1', { message: 'Hello' }, options).text()).toBe(answer.content);
    expect(server.received).toHaveLength(3);
    const once = { ...options, maxRetries: 0 };
    const other = await playServer(play);
    const error = await failureOf(client(other.baseURL).agents.stream('agent_1', { message: 'Hello' }, once).text());
    expect(error).toBeInstanceOf(APIConnectionTimeoutError);
    expect(error).toMatchObject(
      play === hang
        ? {
            code: 'connection_timeout',
            message: 'No response to POST /api/agents/{id}/chat within 1000 ms; the change may have happened.',
          }
        : { code: 'stream_stalled', message: expect.stringContaining('turn its buffering off') },
    );
  });

  it('do not apply to the body', async () => {
    const server = await playServer((response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(events.slice(0, 3).map(frame).join(''));
      setTimeout(() => response.end(events.slice(3).map(frame).join('')), 1_500);
    });
    const options = { timeout: 1_000, maxRetries: 0 };
    const stream = client(server.baseURL).agents.stream('agent_1', { message: 'Hello' }, options);
    expect(await stream.text()).toBe(answer.content);
  });

  it.each<[string, () => Promise<Response>]>([
    ['there is no response', () => Promise.reject(new TypeError('fetch failed'))],
    ['the response is not a stream', async () => new Response('Hello')],
    ['it is refused', async () => Response.json({}, { status: 404 })],
    ['it ends', async () => new Response('', { headers: { 'Content-Type': 'text/event-stream' } })],
  ])('keep no process alive if %s', async (_, fetch) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await failureOf(send(patientClient('http://localhost', { fetch, maxRetries: 0 })).text());
    expect(vi.getTimerCount()).toBe(0);
  });

  it('resume a stream that is silent for 45 seconds, but not one with heartbeats', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const asked: string[] = [];
    const fetch = async (_: string, { method, headers, signal }: RequestInit) => {
      asked.push(`${method} ${new Headers(headers).get('Last-Event-ID') ?? '-'}`);
      const body = new ReadableStream<Uint8Array>({
        start: (given) => {
          controller = given;
          signal?.addEventListener('abort', () => given.error(signal.reason));
        },
      });
      return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
    };
    const say = (text: string) => controller?.enqueue(new TextEncoder().encode(text));
    const { messages } = patientClient('http://localhost', { fetch });
    const text = send({ messages }).text().then(String);
    await vi.advanceTimersByTimeAsync(44_000);
    say(events.slice(0, 3).map(frame).join(''));
    for (let pings = 0; pings < 10; pings += 1) {
      await vi.advanceTimersByTimeAsync(15_000);
      say(': ping\n\n');
    }
    await vi.advanceTimersByTimeAsync(44_999);
    expect(asked).toEqual(['POST -']);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual(['POST -', 'GET msg_a:6']);
    say(events.slice(3).map(frame).join(''));
    expect(await text).toBe(answer.content);
    // No timer is left at the end.
    expect(vi.getTimerCount()).toBe(0);
  });
});
