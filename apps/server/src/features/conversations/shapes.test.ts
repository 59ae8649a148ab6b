import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { type Person, service } from '../../../testing/harness.ts';
import { expectFailure, type RawRequest, send } from '../../../testing/request.ts';
import type { Conversation } from '../../schemas/conversations/conversation.ts';

describe.each(anyEngine)('names and statuses around conversations, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let key: string;
  let agent: string;
  beforeAll(async () => {
    alice = await parley.person();
    key = await alice.key();
    agent = (await (await alice.client()).agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
  });

  const ask = async (request: RawRequest) => {
    const reply = await send(parley.url, { key, ...request });
    return { ...reply, data: reply.text.startsWith('{') ? (reply.json()['data'] as Record<string, never>) : {} };
  };
  const post = (path: string, body: object, headers: RawRequest['headers'] = {}) =>
    ask({ method: 'POST', path, body, headers });
  const begin = async (draft = {}) =>
    (await post(`/api/agents/${agent}/conversations`, draft)).data as unknown as Conversation;

  describe.each(['chat', 'messages'] as const)('the text of a message, sent to %s', (where) => {
    let path: string;
    beforeEach(async () => {
      const conversation = await begin();
      path = where === 'chat' ? `/api/agents/${agent}/chat` : `/api/conversations/${conversation._id}/messages`;
    });

    test.each([{ content: 'Hello' }, { message: 'Hello' }, { content: 'Hello', message: 'Hello' }])(
      '201: %j',
      async (body) => {
        const { status, data } = await post(path, body);
        expect({ status, data }).toMatchObject({ status: 201, data: { message: { content: 'Hello' } } });
      },
    );

    test('400: two that differ, none, or one that is empty', async () => {
      const refused = async (body: object) => expectFailure(await post(path, body), 'validation_failed').details;
      expect(await refused({ content: 'One', message: 'Two' })).toEqual([
        { path: 'message', message: 'must equal content, or be left out' },
      ]);
      expect(await refused({})).toEqual([{ path: 'content', message: 'is required' }]);
      expect(await refused({ message: ' ' })).toMatchObject([{ path: 'message' }]);
      expect(await refused({ content: '', message: 'Hello' })).toMatchObject([{ path: 'content' }]);
    });

    test('422: an Idempotency-Key belongs to the body as it was sent', async () => {
      const headers = { 'idempotency-key': `${where}-${engine}` };
      const first = await post(path, { content: 'Once' }, headers);
      const again = await post(path, { content: 'Once' }, headers);
      expect(again).toMatchObject({ status: first.status, text: first.text });
      expect(again.headers).toMatchObject({ 'idempotent-replayed': 'true', location: first.headers.location });
      expectFailure(await post(path, { message: 'Once' }, headers), 'idempotency_key_reused');
    });
  });

  describe('the status of a chat', () => {
    const chat = (body: object, headers: RawRequest['headers'] = {}) =>
      post(`/api/agents/${agent}/chat`, { content: 'Hi', ...body }, headers);

    test('201 with Location if it creates a conversation, 200 if it continues one', async () => {
      const first = await chat({});
      const { conversation } = first.data as unknown as { conversation: Conversation };
      expect(first.status).toBe(201);
      expect(first.headers.location).toBe(`/api/conversations/${conversation._id}`);
      const next = await chat({ conversationId: conversation._id });
      expect(next.status).toBe(200);
      expect(next.headers).not.toHaveProperty('location');
    });

    test('the same for a stream', async () => {
      const first = await chat({ stream: true });
      expect(first.status).toBe(201);
      expect(first.headers['content-type']).toBe('text/event-stream; charset=utf-8');
      const created = await ask({ path: String(first.headers.location) });
      expect(created.data).toMatchObject({ _id: expect.stringMatching(/^conv_/), messageCount: 2 });
      const next = await chat({ stream: true, conversationId: created.data['_id'] });
      expect(next.status).toBe(200);
      expect(next.headers).not.toHaveProperty('location');
    });

    test('a repeat has the status and the Location of the first request, as JSON and as a stream', async () => {
      const headers = { 'idempotency-key': `chat-status-${engine}` };
      const replies = [await chat({}, headers), await chat({}, headers)];
      replies.push(await chat({}, { ...headers, accept: 'text/event-stream' }));
      expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
      expect(new Set(replies.map((reply) => reply.headers.location)).size).toBe(1);
      expect(replies.map((reply) => reply.headers['idempotent-replayed'])).toEqual([undefined, 'true', 'true']);
    });

    test('a message to a conversation is created, in a stream, too', async () => {
      const { _id: id } = await begin();
      const reply = await post(`/api/conversations/${id}/messages`, { content: 'Hi', stream: true });
      expect(reply.status).toBe(201);
      const { data } = await ask({ path: String(reply.headers.location) });
      expect(data).toMatchObject({ conversation: id, content: 'Hi' });
    });
  });

  describe('PATCH accepts a body that echoes a read', () => {
    const patch = (id: string, body: object, headers: RawRequest['headers'] = {}) =>
      ask({ method: 'PATCH', path: `/api/conversations/${id}`, body, headers });
    const read = async (id: string) =>
      (await ask({ path: `/api/conversations/${id}` })).data as unknown as Conversation;

    test('200: new, with messages, and taken over', async () => {
      const conversation = await begin({ tags: ['a'], metadata: { b: [1] }, userId: 'ann' });
      const { _id: id } = conversation;
      const { updatedAt, ...rest } = (await patch(id, conversation)).data as unknown as Conversation;
      expect({ ...rest, updatedAt: conversation.updatedAt }).toEqual(conversation);
      expect(updatedAt > conversation.updatedAt).toBe(true);
      await post(`/api/conversations/${id}/messages`, { content: 'Hello' });
      const { status, data } = await patch(id, { ...(await read(id)), title: 'Renamed' });
      expect({ status, data }).toMatchObject({ status: 200, data: { title: 'Renamed', messageCount: 2 } });
      const session = await alice.session();
      await session.conversations.takeOver(id);
      expect((await patch(id, await read(id))).data).toMatchObject({ status: 'human', title: 'Renamed' });
    });

    test.each([
      ['_id', 'conv_other'],
      ['agent', 'agent_other'],
      ['workspace', 'ws_other'],
      ['channel', 'chan_other'],
      ['userId', 'bob'],
      ['takenBy', 'user_other'],
      ['messageCount', 7],
      ['lastMessageAt', '2026-01-01T00:00:00.000Z'],
      ['turn', 'msg_other'],
      ['usage', { inputTokens: 1, outputTokens: 0 }],
      ['rating', 'positive'],
      ['createdAt', '2026-01-01T00:00:00.000Z'],
      ['updatedAt', '2026-01-01T00:00:00.000Z'],
    ])('400: %s is read-only', async (field, value) => {
      const conversation = await begin({ userId: 'ann' });
      const failure = expectFailure(
        await patch(conversation._id, { ...conversation, title: 'New', [field]: value }),
        'read_only_field',
      );
      expect(failure.details).toEqual([{ path: field, message: 'is read-only' }]);
      expect(await read(conversation._id)).toEqual(conversation);
    });

    test('400: an empty title or the status human that is no echo', async () => {
      const { _id: id } = await begin({ title: 'Mine' });
      expectFailure(await patch(id, { title: '' }), 'validation_failed');
      expect(expectFailure(await patch(id, { status: 'human' }), 'validation_failed').hint).toContain('takeover');
    });

    test('If-Match: 2, "2" and W/"2" name the same version', async () => {
      const { _id: id } = await begin();
      for (const tag of ['1', 'W/"2"', '"3"', '9, W/"4"', '*']) {
        expect((await patch(id, { title: tag }, { 'if-match': tag })).status).toBe(200);
      }
      const { status, headers } = await patch(id, { title: 'Late' }, { 'if-match': 'W/"5"' });
      expect([status, headers.etag]).toEqual([412, '"6"']);
      const failure = expectFailure(await patch(id, { title: 'Late' }, { 'if-match': 'latest' }), 'bad_request');
      expect(failure.error).toBe('If-Match must be an entity tag, such as "2", a list of them, or *.');
      const path = `/api/conversations/${id}`;
      for (const tag of ['6', 'W/"6"', '"6"', '1, 6']) {
        expect((await ask({ path, headers: { 'if-none-match': tag } })).status).toBe(304);
      }
      expect((await ask({ path, headers: { 'if-none-match': '5' } })).status).toBe(200);
      expectFailure(await ask({ path, headers: { 'if-none-match': '"6' } }), 'bad_request');
      expect((await ask({ method: 'DELETE', path, headers: { 'if-match': '6' } })).status).toBe(200);
    });
  });
});
