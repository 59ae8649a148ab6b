// @module-tag pure

import { describe, expect, it } from 'vitest';
import { APIUserAbortError, type MessageEvent } from '../src/index.ts';
import { toUIMessageStreamResponse } from '../src/streams/ui-message-stream.ts';
import { client, failureOf, patientClient } from './clients.ts';
import { answer, events, frame, question, sends } from './event-server.ts';
import { cut, fail, type Play, playServer, reset } from './fault-server.ts';

async function streamOf(play: Play, signal?: AbortSignal) {
  const server = await playServer(play);
  return client(server.baseURL, { maxRetries: 0 }).messages.stream('conv_1', { content: 'How are you?' }, { signal });
}

/** Sends events, and leaves the stream open; `closed` is called when the client leaves. */
const begins =
  (some: readonly MessageEvent[], closed: () => void = () => {}): Play =>
  (response) => {
    response.on('close', closed);
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(some.map(frame).join(''));
  };

/** A promise that the client has left, and the function that fulfils it. */
function departure() {
  let resolve = () => {};
  const left = new Promise<void>((fulfil) => {
    resolve = fulfil;
  });
  return { left, resolve };
}

const blank = { ...question, _id: 'msg_a', role: 'assistant', content: '', status: 'streaming' } as typeof question;
const call = { callId: 'call_1', name: 'find_order', arguments: { number: 7 } };
const result = { callId: 'call_1', name: 'find_order', content: 'Sent.', isError: false };
const rich = [
  { id: 'msg_q:0', type: 'message.created', message: question },
  { id: 'msg_a:0', type: 'message.created', message: blank },
  { id: 'msg_a:0:1', type: 'reasoning', text: 'An order: ' },
  { id: 'msg_a:0:2', type: 'reasoning', text: 'look it up.' },
  { id: 'msg_a:0:3', type: 'tool.call', call },
  { id: 'msg_a:0:4', type: 'tool.result', result },
  ...events.slice(2),
] as readonly MessageEvent[];

describe('the snapshot of a stream', () => {
  it('is the reply so far, with its parts, and the whole one at the end', async () => {
    const stream = await streamOf(sends(...rich));
    expect(stream.snapshot).toBeNull();
    const parts: unknown[] = [];
    for await (const { type } of stream) {
      if (type === 'message.created' && stream.snapshot === null) continue;
      if (type === 'citation') parts.push(...(stream.snapshot?.parts ?? []));
      if (type === 'message.delta') expect(answer.content.startsWith(stream.snapshot?.content ?? '-')).toBe(true);
    }
    expect(parts).toMatchObject([
      { type: 'reasoning', text: 'An order: look it up.' },
      { type: 'tool-call', ...call },
      { type: 'tool-result', ...result },
      { type: 'text', text: answer.content },
      { type: 'citation', citation: { title: 'Manners' } },
    ]);
    expect(stream.snapshot).toMatchObject({ _id: 'msg_a', status: 'complete', content: answer.content });
  });

  it('is the stored reply after it was cancelled or has failed', async () => {
    // The service may have stored less than it has sent.
    const stored = { ...answer, content: 'Fine, ', citations: [], parts: [{ type: 'text', text: 'Fine, ' }] };
    for (const [type, status] of [
      ['message.cancelled', 'cancelled'],
      ['message.failed', 'failed'],
    ]) {
      const message = { ...stored, status };
      const end = { id: 'msg_a:6', type, error: 'It failed.', code: 'provider_error', message } as never;
      const stream = await streamOf(sends(...rich.slice(0, 8), end));
      for await (const event of stream) if (event.type === 'message.delta') expect(stream.snapshot).not.toBeNull();
      expect(stream.snapshot).toEqual(message);
    }
  });

  it('keeps what it has of a reply that was deleted meanwhile', async () => {
    const end = { id: 'msg_a:6', type: 'message.failed', error: 'Deleted.', code: 'message_not_found', message: null };
    const stream = await streamOf(sends(...events.slice(0, 3), end as never));
    for await (const { type } of stream) if (type === 'message.failed') break;
    expect(stream.snapshot).toMatchObject({ _id: 'msg_a', content: 'Fine, ' });
  });
});

describe('on', () => {
  it('calls its functions as the stream is read, in any way, and waits for them', async () => {
    const seen: unknown[] = [];
    const stream = (await streamOf(sends(...events)))
      .on('text', async (piece, snapshot) => {
        await null;
        seen.push([piece, snapshot]);
      })
      .on('event', ({ type }) => {
        if (type === 'citation') seen.push(type);
      });
    expect(await stream.final()).toEqual(answer);
    expect(seen).toEqual([['Fine, ', 'Fine, '], ['thänk ', 'Fine, thänk '], ['you 👍.', answer.content], 'citation']);
  });

  it('lets reading throw what a function throws, and closes the connection', async () => {
    const { left, resolve } = departure();
    const stream = await streamOf(begins(events.slice(0, 3), resolve));
    const failing = stream.on('text', () => {
      throw new Error('The disk is full.');
    });
    expect(await failureOf(failing.final())).toMatchObject({ message: 'The disk is full.' });
    await left;
  });
});

describe('abort', () => {
  it('closes the connection, and reading throws', async () => {
    const { left, resolve } = departure();
    const stream = await streamOf(begins(events.slice(0, 3), resolve));
    const reason = new Error('Enough.');
    const error = await failureOf(stream.on('text', () => stream.abort(reason)).final());
    expect(error).toBeInstanceOf(APIUserAbortError);
    expect(error).toMatchObject({ code: 'aborted', cause: reason, attempts: 1 });
    await left;
    expect(stream.snapshot?.content).toBe('Fine, ');
  });

  it('before it is read, sends nothing', async () => {
    const server = await playServer(sends(...events));
    const stream = client(server.baseURL).agents.stream('agent_1', { content: 'Hello' });
    stream.abort();
    expect(await failureOf(stream.text())).toMatchObject({ code: 'aborted', attempts: 0 });
    expect(server.received).toHaveLength(0);
  });

  it('has the reason of the caller’s signal, which keeps no listener', async () => {
    const controller = new AbortController();
    const stream = await streamOf(begins(events.slice(0, 3)), controller.signal);
    const reading = stream.on('text', () => controller.abort(new Error('Later.'))).final();
    expect(await failureOf(reading)).toMatchObject({ code: 'aborted', cause: new Error('Later.') });
  });
});

describe('toReadableStream', () => {
  it('has a line of JSON for each event', async () => {
    const stream = await streamOf(sends(...events));
    const text = await new Response(stream.toReadableStream()).text();
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(events);
    expect(() => stream.toReadableStream()).toThrow('only once');
  });

  it('closes the connection if its reader leaves, and fails if the stream does', async () => {
    const { left, resolve } = departure();
    const reader = (await streamOf(begins(events.slice(0, 3), resolve))).toReadableStream().getReader();
    await reader.read();
    await reader.cancel();
    await left;
    const failing = (await streamOf(fail(404, { code: 'conversation_not_found' }))).toReadableStream();
    expect(await failureOf(new Response(failing).text())).toMatchObject({ code: 'conversation_not_found' });
  });
});

/** The chunks of a response, and its last line. */
async function chunksOf(response: Response) {
  const lines = (await response.text()).split('\n\n').filter((line) => line !== '');
  expect(lines.pop()).toBe('data: [DONE]');
  return lines.map((line) => JSON.parse(line.slice('data: '.length)));
}

describe('toUIMessageStreamResponse', () => {
  it('has the headers of the protocol and those of the caller', async () => {
    const response = toUIMessageStreamResponse(await streamOf(sends(...events)), { headers: { 'X-Team': 'a' } });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'x-vercel-ai-ui-message-stream': 'v1',
      'x-team': 'a',
    });
    await response.body?.cancel();
  });

  it('translates each event', async () => {
    const local = {
      id: 'msg_a:19:2',
      type: 'citation',
      citation: { source: 'src_2', title: 'Shop', url: 'https://a.example/' },
    };
    const all = [...rich.slice(0, -1), local, ...rich.slice(-1)] as readonly MessageEvent[];
    const tool = { toolCallId: 'call_1', providerExecuted: true, dynamic: true };
    expect(await chunksOf(toUIMessageStreamResponse(await streamOf(sends(...all))))).toEqual([
      { type: 'start', messageId: 'msg_a', messageMetadata: { conversation: 'conv_1' } },
      { type: 'reasoning-start', id: '1' },
      { type: 'reasoning-delta', id: '1', delta: 'An order: ' },
      { type: 'reasoning-delta', id: '1', delta: 'look it up.' },
      { type: 'reasoning-end', id: '1' },
      { type: 'tool-input-available', toolName: 'find_order', input: { number: 7 }, ...tool },
      { type: 'tool-output-available', output: 'Sent.', ...tool },
      { type: 'text-start', id: '2' },
      { type: 'text-delta', id: '2', delta: 'Fine, ' },
      { type: 'text-delta', id: '2', delta: 'thänk ' },
      { type: 'text-delta', id: '2', delta: 'you 👍.' },
      { type: 'text-end', id: '2' },
      expect.objectContaining({
        type: 'source-document',
        sourceId: 'src_1-3',
        title: 'Manners',
        mediaType: 'text/plain',
      }),
      expect.objectContaining({ type: 'source-url', sourceId: 'src_2-4', title: 'Shop', url: 'https://a.example/' }),
      { type: 'finish' },
    ]);
  });

  it('ends without text after a takeover', async () => {
    const silence = sends(
      { id: 'msg_q:0', type: 'message.created', message: question },
      { id: 'msg_q:12', type: 'message.completed', message: question },
    );
    const chunks = await chunksOf(toUIMessageStreamResponse(await streamOf(silence)));
    expect(chunks).toEqual([{ type: 'start' }, { type: 'finish' }]);
  });

  it('ends with what happened: an error of the reply, a cancelled one, or one that pages don’t see', async () => {
    const end = (more: object) => ({ id: 'msg_a:6', type: 'message.failed', error: 'It failed.', ...more }) as never;
    const lastOf = async (play: Play, options?: object) =>
      (await chunksOf(toUIMessageStreamResponse(await streamOf(play), options))).slice(-2);
    const failed = sends(
      ...events.slice(0, 3),
      end({ code: 'provider_error', message: { ...answer, status: 'failed' } }),
    );
    expect(await lastOf(failed)).toEqual([
      { type: 'text-end', id: '1' },
      { type: 'error', errorText: 'It failed.' },
    ]);
    const message = { ...answer, status: 'cancelled' };
    // Former services sent `message.failed`.
    for (const last of [end({ type: 'message.cancelled', message }), end({ code: 'cancelled', message })]) {
      const cancelled = sends(...events.slice(0, 3), last);
      expect(await lastOf(cancelled)).toEqual([{ type: 'text-end', id: '1' }, { type: 'abort' }]);
    }
    const early = sends(...rich.slice(0, 2), end({ type: 'message.cancelled', message: { ...message, content: '' } }));
    expect(await lastOf(early)).toEqual([expect.objectContaining({ type: 'start' }), { type: 'abort' }]);
    const forbidden = fail(403, { error: 'The key lacks a scope.' });
    expect(await lastOf(forbidden)).toEqual([{ type: 'start' }, { type: 'error', errorText: 'An error occurred.' }]);
    const own = { onError: (error: unknown) => `Sorry: ${(error as Error).message}` };
    expect(await lastOf(forbidden, own)).toContainEqual({ type: 'error', errorText: 'Sorry: The key lacks a scope.' });
  });

  it('closes the connection if the browser leaves', async () => {
    const { left, resolve } = departure();
    const reader = toUIMessageStreamResponse(await streamOf(begins(events.slice(0, 3), resolve))).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await left;
  });
});

describe('a lost connection', () => {
  it('is told apart from one that was never made: a change may have happened', async () => {
    for (const fault of [reset, cut]) {
      const { agents } = patientClient((await playServer(fault)).baseURL);
      const changed = await failureOf(agents.update('agent_1', { name: 'Ada' }, { ifMatch: '"1"' }));
      expect(changed).toMatchObject({ name: 'APIConnectionError', code: 'connection_lost', attempts: 1 });
      expect((changed as Error).message).toMatch(
        /^The connection was cut before the answer to PUT \/api\/agents\/\{id\} \(\w+\); the change may have happened\.$/,
      );
      const read = await failureOf(agents.retrieve('agent_1'));
      expect(read).toMatchObject({ code: 'connection_lost', attempts: 3 });
      expect((read as Error).message).not.toContain('change');
    }
  });
});

describe('an export', () => {
  it('is returned as bytes, with a mark of their order', async () => {
    const server = await playServer((response) => {
      response.writeHead(200, { 'Content-Type': 'text/csv' }).end('\ufeffa,b\r\nä,👍\r\n');
    });
    const bytes = await client(server.baseURL).conversations.export({ format: 'csv' }).bytes();
    expect(Buffer.from(bytes).toString('utf8')).toBe('\ufeffa,b\r\nä,👍\r\n');
  });
});
