// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../../../testing/databases/engines.ts';
import { service } from '../../../../../testing/harness.ts';

const reused = { status: 422, code: 'idempotency_key_reused' };

describe.each(engines)('repeated requests, on %s', (engine) => {
  const parley = service(engine);
  let client: Parley;
  let agent: string;

  beforeAll(async () => {
    client = await (await parley.person()).client();
    agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
  });

  let keys = 0;
  const newKey = () => {
    keys += 1;
    return { idempotencyKey: `${engine}-${keys}` };
  };
  const begin = async () => (await client.conversations.create(agent))._id;
  const countOf = async (id: string) => (await client.messages.list(id)).items.length;

  test('200: a key and a clientMessageId in one request each detect repeats', async () => {
    const id = await begin();
    const key = newKey();
    const first = await client.messages.send(id, { content: 'Hello', clientMessageId: 'one' }, key);
    expect(first.message.clientMessageId).toBe('one');
    const again = client.messages.send(id, { content: 'Hello', clientMessageId: 'one' }, key);
    expect(await again).toEqual(first);
    await expect(client.messages.send(id, { content: 'Hello', clientMessageId: 'two' }, key)).rejects.toMatchObject(
      reused,
    );
    expect(await client.messages.send(id, { content: 'Hello', clientMessageId: 'one' }, newKey())).toEqual(first);
    expect(await countOf(id)).toBe(2);
  });

  test('422: the same key with another user, metadata, settings or conversation', async () => {
    const key = newKey();
    const draft = { message: 'Hello', userId: 'ann', metadata: { a: 1 } };
    const first = await client.agents.chat(agent, draft, key);
    expect(await client.agents.chat(agent, draft, key)).toEqual(first);
    for (const other of [
      { userId: 'bob' },
      { metadata: { a: 2 } },
      { settings: { temperature: 0 } },
      { clientMessageId: 'mine' },
      { conversationId: first.conversation._id, userId: undefined, metadata: undefined },
    ]) {
      const body = JSON.parse(JSON.stringify({ ...draft, ...other })) as typeof draft;
      await expect(client.agents.chat(agent, body, key)).rejects.toMatchObject(reused);
    }
    expect((await client.conversations.listOfAgent(agent, { userId: 'ann' })).items).toHaveLength(1);
    expect(await countOf(first.conversation._id)).toBe(2);
  });

  test('200: a key changes the status once, whatever has changed since', async () => {
    const id = await begin();
    const { conversations } = client;
    const repeated = async (operation: 'close' | 'reopen' | 'takeOver' | 'release' | 'cancel') => {
      const send = () =>
        operation === 'takeOver' || operation === 'release'
          ? conversations[operation](id, {}, key)
          : conversations[operation](id, key);
      const key = newKey();
      const first = await send().withResponse();
      return async () => {
        const again = await send().withResponse();
        expect(again).toMatchObject({ data: first.data, etag: first.etag });
        expect(again.response.headers.get('idempotent-replayed')).toBe('true');
      };
    };
    const repeats: (() => Promise<void>)[] = [];
    for (const operation of ['close', 'reopen', 'takeOver', 'cancel', 'release'] as const) {
      repeats.push(await repeated(operation));
    }
    const now = await conversations.retrieve(id);
    for (const repeat of repeats) await repeat();
    expect(await conversations.retrieve(id)).toEqual(now);
    const key = newKey();
    await conversations.takeOver(id, {}, key);
    await conversations.release(id);
    await conversations.takeOver(id, {}, key);
    expect((await conversations.retrieve(id)).status).toBe('open');
  });

  test('200, 409: 20 simultaneous repeats create one conversation', async () => {
    const key = newKey();
    const draft = { message: 'Hello', userId: 'together' };
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => client.agents.chat(agent, draft, key)));
    const made = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made.map((exchange) => JSON.stringify(exchange))).size).toBe(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'idempotency_in_progress' });
    }
    expect((await client.conversations.listOfAgent(agent, { userId: 'together' })).items).toHaveLength(1);
  });

  test('200: without a conversation, a clientMessageId detects no repeats', async () => {
    const draft = { message: 'Hello', clientMessageId: 'same', userId: 'twice' };
    const [one, two] = [await client.agents.chat(agent, draft), await client.agents.chat(agent, draft)];
    expect(one.conversation._id).not.toBe(two.conversation._id);
    const goesOn = { message: 'Hello', clientMessageId: 'same', conversationId: one.conversation._id };
    expect((await client.agents.chat(agent, goesOn)).message).toEqual(one.message);
  });

  test('422: a repeated retry with other settings', async () => {
    const { _id: broken } = await client.agents.create({ name: 'Broken', model: 'openai/gpt-4o' });
    const failure = await client.agents.chat(broken, { message: 'Go' }).catch((error: unknown) => error);
    const { details } = failure as { details: { path: string; message: string }[] };
    const failed = details.find(({ path }) => path === 'reply')?.message ?? '';
    const key = newKey();
    const settings = { model: 'builtin/echo' };
    const first = await client.messages.retry(failed, { settings }, key);
    expect(first.reply).toMatchObject({ content: 'Go' });
    expect(await client.messages.retry(failed, { settings }, key)).toEqual(first);
    await expect(client.messages.retry(failed, {}, key)).rejects.toMatchObject(reused);
  });

  test('200: recognises repeats of requests stored before keys had their own columns', async () => {
    const key = newKey();
    const id = await begin();
    const first = await client.messages.send(id, { content: 'Old' }, key);
    const old = parley.db.query.updateTable('messages').set({ repeat_digest: null });
    await parley.db.write([old.where('id', '=', first.message._id).compile()]);
    expect(await client.messages.send(id, { content: 'Old' }, key)).toEqual(first);
    await expect(client.messages.send(id, { content: 'New' }, key)).rejects.toMatchObject(reused);
  });
});
