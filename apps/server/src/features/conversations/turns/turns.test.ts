// @module-tag sql
import type { MessageEvent, Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { send } from '../../../../testing/request.ts';
import {
  conducted,
  type Play,
  providerKey,
  refuses,
  says,
  startFakeProvider,
} from '../../../../testing/servers/fake-provider.ts';

const provider = await startFakeProvider();
afterAll(provider.close);

describe.each(engines)('turns, on %s', (engine) => {
  const parley = service(engine, { environment: provider.environment });
  let alice: Person;
  let client: Parley;
  let echo: string;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
    echo = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
  });

  /** The engines share the provider. */
  const nameOf = (model: string) => `${engine}-${model}`;
  const agentWith = async (model: string, more: { systemPrompt?: string; temperature?: number } = {}) =>
    (await client.agents.create({ name: 'Fake', model: `fake/${nameOf(model)}`, ...more }))._id;
  const collect = async (events: AsyncIterable<MessageEvent>) => {
    const all: MessageEvent[] = [];
    for await (const event of events) all.push(event);
    return all;
  };
  const textOf = (events: readonly MessageEvent[]) =>
    events.map((event) => (event.type === 'message.delta' ? event.text : '')).join('');
  const askedOf = (model: string) => provider.asked.filter((asked) => asked.model === nameOf(model));
  const play = (model: string, ...plays: [Play, ...Play[]]) => provider.play(nameOf(model), ...plays);
  /** The raw server-sent events of a request. */
  const raw = async (path: string, headers: Record<string, string> = {}, body?: object) => {
    const key = await alice.key();
    const request = { method: body === undefined ? 'GET' : 'POST', path, key, headers, ...(body && { body }) };
    return send(parley.url, request);
  };

  test('200: returns the message, the reply with usage and latency, and the conversation', async () => {
    play('whole', says('Hello', ', ', 'Ada.'));
    const { conversation, message, reply } = await client.agents.chat(await agentWith('whole'), {
      message: 'Hi',
      userId: 'ada',
      metadata: { from: 'test' },
    });
    expect(message).toMatchObject({ role: 'user', content: 'Hi', status: 'complete', model: null, usage: null });
    expect(reply).toMatchObject({
      role: 'assistant',
      content: 'Hello, Ada.',
      status: 'complete',
      model: `fake/${nameOf('whole')}`,
      replyTo: message._id,
      finishReason: 'stop',
      usage: { inputTokens: 11, outputTokens: 7 },
      firstTokenMs: expect.any(Number),
      latencyMs: expect.any(Number),
      error: null,
    });
    expect(conversation).toMatchObject({
      userId: 'ada',
      metadata: { from: 'test' },
      messageCount: 2,
      turn: null,
      usage: { inputTokens: 11, outputTokens: 7 },
      lastMessageAt: reply?.createdAt,
    });
    expect(await client.messages.retrieve(reply?._id ?? '')).toEqual(reply);
    expect(await client.conversations.retrieve(conversation._id)).toEqual(conversation);
  });

  test('200: the provider gets the prompt, the history in order, the model, the temperature and the key', async () => {
    play('asked', refuses(400), says('Yes.'), says('No.'));
    const agent = await agentWith('asked', { systemPrompt: 'Be “brief”.\n', temperature: 0.25 });
    const failed = await client.conversations.create(agent);
    const id = failed._id;
    await expect(client.messages.send(id, { content: 'Fails' })).rejects.toMatchObject({ status: 502 });
    await client.messages.send(id, { content: 'One?' });
    await client.conversations.takeOver(id);
    await client.messages.send(id, { content: 'A person says so.', role: 'human' });
    await client.conversations.release(id);
    await client.messages.send(id, { content: 'Two?' });
    const last = askedOf('asked').at(-1);
    expect(last).toMatchObject({ path: '/v1/chat/completions', model: nameOf('asked'), temperature: 0.25 });
    expect(last?.headers.authorization).toBe(`Bearer ${providerKey}`);
    expect(last?.messages).toEqual([
      { role: 'system', content: 'Be “brief”.\n' },
      { role: 'user', content: 'Fails\n\nOne?' },
      { role: 'assistant', content: 'Yes.\n\nA person says so.' },
      { role: 'user', content: 'Two?' },
    ]);
  });

  test('201: streams both messages, the pieces and one end, and then closes', async () => {
    const body = { message: 'One two three', stream: true };
    const reply = await raw(`/api/agents/${echo}/chat`, {}, body);
    expect(reply).toMatchObject({ status: 201, headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
    const events = reply.text.trimEnd().split('\n\n');
    const names = events.map((event) => /^event: (.*)$/m.exec(event)?.[1]);
    expect(names.slice(0, 2)).toEqual(['message.created', 'message.created']);
    expect(new Set(names.slice(2, -1))).toEqual(new Set(['message.delta']));
    expect(names.at(-1)).toBe('message.completed');
    for (const event of events) expect(event).toMatch(/^id: msg_[0-9a-z]+:\d+\nevent: [a-z.]+\ndata: \{.*\}$/);
    const byHeader = await raw(`/api/agents/${echo}/chat`, { accept: 'text/event-stream' }, { message: 'x' });
    expect(byHeader.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    const not = await raw(`/api/agents/${echo}/chat`, { accept: 'text/event-stream' }, { message: 'x', stream: false });
    expect(not.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('200: the client reads a stream as events, as text, or as the final message', async () => {
    const stream = () => client.agents.stream(echo, { message: 'One two three' });
    const events = await collect(stream());
    expect(textOf(events)).toBe('One two three');
    expect(await stream().text()).toBe('One two three');
    expect(await stream().final()).toMatchObject({ content: 'One two three', status: 'complete' });
  });

  test('200: resumes from every offset, during the turn and after it, without gaps or repeats', async () => {
    const answer = conducted();
    play('resumed', answer.play);
    const { _id: id } = await client.conversations.create(await agentWith('resumed'));
    const sent = collect(client.messages.stream(id, { content: 'Go' }));
    await answer.begun;
    const text = 'Grüße, 👍 ok';
    for (const letter of text) answer.say(letter);
    const message = await waitFor(async () => {
      const { turn } = await client.conversations.retrieve(id);
      return turn ?? undefined;
    });
    const from = (offset: number) =>
      collect(client.conversations.follow(id, { headers: { 'Last-Event-ID': `${message}:${offset}` } }));
    const offsets = Array.from({ length: text.length + 1 }, (_, offset) => offset);
    const during = offsets.map((offset) => from(offset));
    await new Promise((resolve) => setTimeout(resolve, 100));
    answer.end();
    for (const [offset, events] of (await Promise.all(during)).entries()) {
      expect(textOf(events)).toBe(text.slice(offset));
      expect(events.filter(({ type }) => type === 'message.completed')).toHaveLength(1);
    }
    for (const offset of offsets) expect(textOf(await from(offset))).toBe(text.slice(offset));
    const [first] = await sent;
    const whole = await collect(client.conversations.follow(id, { headers: { 'Last-Event-ID': first?.id ?? '' } }));
    expect(textOf(whole)).toBe(text);
  });

  test('200: without an ID, following starts at the beginning; if no turn runs it returns the end', async () => {
    const answer = conducted();
    play('followed', answer.play);
    const { _id: id } = await client.conversations.create(await agentWith('followed'));
    await expect(client.conversations.follow(id).final()).rejects.toMatchObject({
      ...{ status: 409, code: 'conversation_empty' },
      hint: expect.stringContaining('/events, which waits'),
    });
    const sent = client.messages.send(id, { content: 'Go' });
    await answer.begun;
    answer.say('One ');
    const events: MessageEvent[] = [];
    for await (const event of client.conversations.follow(id)) {
      // A client that comes after the end hears of the end alone.
      if (events.length === 0) {
        answer.say('two.');
        answer.end();
      }
      events.push(event);
    }
    expect(events.map(({ type }) => type).filter((type) => type !== 'message.delta')).toEqual([
      'message.created',
      'message.completed',
    ]);
    expect(textOf(events)).toBe('One two.');
    const { reply } = await sent;
    const after = await collect(client.conversations.follow(id));
    expect(after).toEqual([{ id: expect.any(String), type: 'message.completed', message: reply }]);
  });

  test('200: a client that disconnects doesn’t end the turn', async () => {
    const answer = conducted();
    play('left', answer.play);
    const agent = await agentWith('left');
    for await (const event of client.agents.stream(agent, { message: 'Go' })) {
      if (event.type === 'message.created' && event.message.role === 'assistant') break;
    }
    await answer.begun;
    answer.say('No one listens.');
    answer.end();
    const [conversation] = (await client.conversations.listOfAgent(agent)).items;
    const last = await waitFor(async () => {
      const [message] = (await client.messages.list(conversation?._id ?? '', { limit: 1 })).items;
      return message?.status === 'complete' ? message : undefined;
    });
    expect(last.content).toBe('No one listens.');
  });

  test('200: cancelling keeps the text so far, ends the stream and aborts the provider request', async () => {
    const answer = conducted();
    play('cancelled', answer.play);
    const { _id: id } = await client.conversations.create(await agentWith('cancelled'));
    const streamed = collect(client.messages.stream(id, { content: 'Go' }));
    await answer.begun;
    answer.say('Half of ');
    await waitFor(async () => {
      for await (const event of client.conversations.follow(id)) if (event.type === 'message.delta') return true;
      return undefined;
    });
    expect(await client.conversations.cancel(id)).toMatchObject({ status: 'open', turn: null });
    const end = (await streamed).at(-1);
    const message = { status: 'cancelled', content: 'Half of ', finishReason: 'cancelled', error: null };
    expect(end).toMatchObject({ type: 'message.cancelled', message });
    // A stream that is resumed ends alike, and the clients' helpers return the reply.
    const [again, ...others] = await collect(client.conversations.follow(id));
    expect([again, others]).toEqual([end, []]);
    expect(await client.conversations.follow(id).final()).toMatchObject(message);
    await askedOf('cancelled').at(-1)?.closed;
    expect(await client.conversations.cancel(id)).toMatchObject({ turn: null });
  });

  test('200: a takeover cancels the reply under way', async () => {
    const answer = conducted();
    play('taken', answer.play);
    const { _id: id } = await client.conversations.create(await agentWith('taken'));
    const sent = client.messages.send(id, { content: 'Go' });
    await answer.begun;
    expect(await client.conversations.takeOver(id)).toMatchObject({ status: 'human', turn: null });
    expect((await sent).reply).toMatchObject({ status: 'cancelled', content: '' });
  });

  test('200: a retry replaces a failed reply to the same message, and the model doesn’t see it', async () => {
    play('retried', refuses(400), says('Better.'));
    const agent = await agentWith('retried');
    const failure = await client.agents.chat(agent, { message: 'Go' }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ status: 502, code: 'provider_error' });
    const { details } = failure as { details: { path: string; message: string }[] };
    const failed = details.find(({ path }) => path === 'reply')?.message ?? '';
    expect(details).toContainEqual({ path: 'providerStatus', message: '400' });
    expect(await client.messages.retrieve(failed)).toMatchObject({ status: 'failed', error: { providerStatus: 400 } });
    const options = { idempotencyKey: 'retry-once' };
    const first = await client.messages.retry(failed, {}, options);
    expect(first).toMatchObject({ message: { content: 'Go' }, reply: { content: 'Better.' } });
    expect(await client.messages.retry(failed, {}, options)).toEqual(first);
    expect(first.conversation.messageCount).toBe(3);
    expect(askedOf('retried').at(-1)?.messages).toEqual([{ role: 'user', content: 'Go' }]);
    await expect(client.messages.retry(failed)).rejects.toMatchObject({ code: 'message_not_retryable' });
  });

  test('200: a message is stored once per key or client ID, and its repeat gets the same answer', async () => {
    play('once', says('First.'), says('Second.'));
    const agent = await agentWith('once');
    const options = { idempotencyKey: 'send-once' };
    const first = await client.agents.chat(agent, { message: 'Hello' }, options);
    const { data: again, response } = await client.agents.chat(agent, { message: 'Hello' }, options).withResponse();
    expect(again).toEqual(first);
    expect(response.headers.get('idempotent-replayed')).toBe('true');
    const id = first.conversation._id;
    const second = await client.messages.send(id, { content: 'More', clientMessageId: 'mine' });
    expect(await client.messages.send(id, { content: 'More', clientMessageId: 'mine' })).toEqual(second);
    expect(second.message.clientMessageId).toBe('mine');
    expect(first.message.clientMessageId).toBeNull();
    expect(await client.messages.stream(id, { content: 'More', clientMessageId: 'mine' }).text()).toBe('Second.');
    for (const other of [
      () => client.messages.send(id, { content: 'Other', clientMessageId: 'mine' }),
      () => client.agents.chat(agent, { message: 'Other' }, options),
    ]) {
      await expect(other()).rejects.toMatchObject({ status: 422, code: 'idempotency_key_reused' });
    }
    expect(askedOf('once')).toHaveLength(2);
    expect((await client.conversations.listOfAgent(agent)).items).toHaveLength(1);
  });

  test('409: of 50 simultaneous messages one gets its turn', async () => {
    const answer = conducted();
    play('one-turn', answer.play);
    const { _id: id } = await client.conversations.create(await agentWith('one-turn'));
    let refused = 0;
    const sends = Array.from({ length: 50 }, async (_, index) => {
      const sent = client.messages.send(id, { content: `Message ${index}` });
      sent.catch(() => {
        refused += 1;
      });
      return sent;
    });
    const settled = Promise.allSettled(sends);
    await answer.begun;
    await waitFor(async () => (refused === 49 ? true : undefined));
    answer.say('Only you.');
    answer.end();
    const outcomes = await settled;
    const codes = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'sent' : outcome.reason.code));
    expect(codes.filter((code) => code === 'sent')).toHaveLength(1);
    expect(codes.filter((code) => code === 'conversation_busy')).toHaveLength(49);
    expect(askedOf('one-turn')).toHaveLength(1);
    expect((await client.messages.list(id)).items).toHaveLength(2);
  });

  test('200: 50 simultaneous repeats store one message', async () => {
    play('repeated', says('Once.'));
    const { _id: id } = await client.conversations.create(await agentWith('repeated'));
    const sends = Array.from({ length: 50 }, () =>
      client.messages.send(id, { content: 'Hello', clientMessageId: 'one and only' }),
    );
    const outcomes = await Promise.all(sends);
    expect(new Set(outcomes.map(({ reply }) => reply?._id)).size).toBe(1);
    expect(askedOf('repeated')).toHaveLength(1);
    expect((await client.messages.list(id)).items).toHaveLength(2);
  });

  test('200: deleting the agent or the conversation ends the turn and logs no error', async () => {
    for (const kind of ['agent', 'conversation'] as const) {
      const answer = conducted();
      play(`deleted-${kind}`, answer.play);
      const agent = await agentWith(`deleted-${kind}`);
      const { _id: id } = await client.conversations.create(agent);
      const streamed = collect(client.messages.stream(id, { content: 'Go' }));
      await answer.begun;
      answer.say('Half of ');
      await (kind === 'agent' ? client.agents.delete(agent) : client.conversations.delete(id));
      answer.say('it.');
      answer.end();
      expect((await streamed).at(-1)).toMatchObject({
        type: 'message.failed',
        code: 'message_not_found',
        message: null,
      });
    }
    expect(parley.log()).not.toContain('background work failed');
  });

  test('200: keeps any text unchanged, and replaces characters that no database stores', async () => {
    const strange = 'é e\u0301 \u202e 👩‍👩‍👧 \u2028 "\\" \u0001';
    expect((await client.agents.chat(echo, { message: strange })).reply?.content).toBe(strange);
    play('halves', says('a\ud83d', '\udc4db', '\ud83d', 'c\0'));
    const answered = await client.agents.stream(await agentWith('halves'), { message: 'Go' }).final();
    expect(answered?.content).toBe('a👍b\ufffdc\ufffd');
    const { content } = await client.messages.retrieve(answered?._id ?? '');
    expect(content).toBe('a👍b\ufffdc\ufffd');
  });

  test('400: refuses empty, blank, too long and non-text messages, and stores nothing', async () => {
    const { _id: id } = await client.conversations.create(echo);
    for (const content of ['', ' \n\u3000', 'x'.repeat(100_001), 1, null, ['x']]) {
      await expect(client.messages.send(id, { content: content as string })).rejects.toMatchObject({ status: 400 });
    }
    expect((await client.messages.list(id)).items).toEqual([]);
    expect((await client.messages.send(id, { content: 'x'.repeat(100_000) })).reply?.content).toHaveLength(100_000);
  });

  test('400: an existing conversation keeps its user and metadata', async () => {
    const { conversation } = await client.agents.chat(echo, { message: 'Hello', userId: 'ann' });
    const chat = (more: object) =>
      client.agents.chat(echo, { message: 'More', conversationId: conversation._id, ...more });
    expect((await chat({ userId: 'ann' })).conversation.messageCount).toBe(4);
    await expect(chat({ userId: 'bob' })).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(chat({ metadata: {} })).rejects.toMatchObject({ code: 'validation_failed' });
  });

  test('200: without knowledge, extract says that it has found nothing', async () => {
    const { _id: agent } = await client.agents.create({ name: 'Extract' });
    const { reply } = await client.agents.chat(agent, { message: 'What do you know?' });
    expect(reply).toMatchObject({ content: 'I have found nothing about that in my knowledge sources.', citations: [] });
  });
});

async function waitFor<Found>(look: () => Promise<Found | undefined>): Promise<Found> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('It did not happen.');
}
