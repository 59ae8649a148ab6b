import { once } from 'node:events';
import { APIConnectionError, Parley } from '@parley/sdk';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { anyEngine } from '../../../../../testing/databases/engines.ts';
import { row } from '../../../../../testing/fixtures/people.ts';
import { type Person, service } from '../../../../../testing/harness.ts';
import { openSocket } from '../../../../../testing/processes/raw-socket.ts';
import { expectFailure, send } from '../../../../../testing/request.ts';
import { conducted, startFakeProvider } from '../../../../../testing/servers/fake-provider.ts';
import { newKey } from '../../../../access/key-format.ts';
import { permissions } from '../../../../access/scopes.ts';
import { newId } from '../../../../ids.ts';

const provider = await startFakeProvider();
afterAll(provider.close);

describe.each(anyEngine)('losing a right while a long response is sent, on %s', (engine) => {
  const parley = service(engine, { environment: provider.environment });
  let alice: Person;
  /** A member of Alice's workspace, with a key there. */
  let bob: Person;
  let key: { readonly id: string; readonly secret: string };

  beforeEach(async () => {
    alice = await parley.person();
    bob = await parley.person();
    await alice.invite(bob, 'editor');
    const draft = { account: alice.account, user: bob.user, name: 'test', scopes: permissions };
    const made = await parley.features.keyOperations.create({ ...draft, environment: 'production' });
    key = { id: made._id, secret: made.key };
  });

  const bobs = () => ({ workspaceId: alice.workspace, userId: bob.user.id });
  const ways: Readonly<Record<string, () => Promise<unknown>>> = {
    'the key is revoked': () => parley.features.keyOperations.revoke(key.id),
    'the person is removed': async () => (await alice.session()).workspaces.members.remove(bobs()),
    'the person is demoted': async () => (await alice.session()).workspaces.members.update(bobs(), { role: 'viewer' }),
    'the person is suspended': () => parley.features.accounts.setStatus(bob.user.email, 'suspended'),
  };

  /** Requests a long response with Bob's key, and continues to read on demand. */
  const ask = async (path: string) => {
    const socket = await openSocket(parley.url);
    let text = '';
    socket.on('data', (part: Buffer) => {
      text += part.toString('utf8');
    });
    socket.on('error', () => socket.destroy());
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key.secret}\r\n\r\n`);
    return { socket, closed, text: () => text };
  };

  let models = 0;
  /** A conversation whose reply is being written, and a client that follows it. */
  const followed = async () => {
    models += 1;
    const answer = conducted();
    const model = `${engine}-lost-${models}`;
    provider.play(model, answer.play);
    const client = await alice.client();
    const { _id: agent } = await client.agents.create({ name: 'Held', model: `fake/${model}` });
    const { _id: id } = await client.conversations.create(agent);
    const sent = client.messages.send(id, { content: 'Go' });
    await answer.begun;
    answer.say('Before. ');
    const reading = await ask(`/api/conversations/${id}/stream`);
    await expect.poll(reading.text).toContain('Before.');
    return { ...answer, ...reading, sent, conversation: id };
  };

  test.each(Object.keys(ways))('%s: its stream gets no further event', async (name) => {
    const { say, end, sent, closed, text } = await followed();
    await ways[name]?.();
    say('After.');
    await closed;
    end();
    await sent;
    expect(text()).not.toContain('After.');
    expect(parley.log()).not.toContain('unexpected error');
  });

  test.each(Object.keys(ways))('%s: a chat that isn’t streamed gets no reply', async (name) => {
    models += 1;
    const answer = conducted();
    const model = `${engine}-lost-${models}`;
    provider.play(model, answer.play);
    const client = await alice.client();
    const { _id: agent } = await client.agents.create({ name: 'Held', model: `fake/${model}` });
    const bobsClient = new Parley({ baseURL: parley.url, apiKey: key.secret, maxRetries: 0 });
    const chat = bobsClient.agents.chat(agent, { message: 'Go' }).catch((error: unknown) => error);
    await answer.begun;
    await ways[name]?.();
    answer.say('After.');
    answer.end();
    expect(await chat).toBeInstanceOf(APIConnectionError);
    const [begun] = (await client.conversations.list({ agentId: agent })).items;
    const { items } = await client.messages.list(begun?._id ?? '');
    expect(items.map(({ status, content }) => [status, content])).toContainEqual(['complete', 'After.']);
    expect(parley.log()).not.toContain('unexpected error');
  });

  test('closing a revoked key’s streams counts as no failed attempt of its address', async () => {
    const { say, end, sent, conversation, closed } = await followed();
    const more = await Promise.all(Array.from({ length: 20 }, () => ask(`/api/conversations/${conversation}/stream`)));
    for (const { text } of more) await expect.poll(text).toContain('Before.');
    await ways['the key is revoked']?.();
    say('After.');
    await Promise.all([closed, ...more.map((each) => each.closed)]);
    end();
    await sent;
    expectFailure(await send(parley.url, { path: '/api/agents', key: newKey() }), 'invalid_api_key');
  });

  test('a key expires: its stream gets no further event', async () => {
    const draft = { account: alice.account, user: bob.user, name: 'test', scopes: permissions };
    const expiresAt = Date.now() + 60 * 60 * 1000;
    const made = await parley.features.keyOperations.create({ ...draft, environment: 'production', expiresAt });
    key = { id: made._id, secret: made.key };
    const { say, end, sent, closed, text } = await followed();
    parley.advance(2 * 60 * 60 * 1000);
    say('After.');
    await closed;
    end();
    await sent;
    expect(text()).not.toContain('After.');
  });

  test('another person loses rights, or this one gains some: the stream continues', async () => {
    const { say, end, sent, closed, text, socket } = await followed();
    const carol = await parley.person();
    await parley.features.accounts.setStatus(carol.user.email, 'suspended');
    await (await alice.session()).workspaces.members.update(bobs(), { role: 'admin' });
    say('After.');
    end();
    await sent;
    await expect.poll(text).toContain('event: message.completed');
    expect(text()).toContain('After.');
    socket.destroy();
    await closed;
  });

  test('the person is removed: an export that is read slowly is cut off', async () => {
    const client = await alice.client();
    const { _id: agent } = await client.agents.create({ name: 'Echo', model: 'builtin/echo' });
    const { _id: long } = await client.conversations.create(agent);
    for (let done = 0; done < 300; done += 100) {
      const batch = Array.from({ length: 100 }, (_, index) => {
        const plain = { status: 'complete', citations: '[]', updated_at: done, role: 'user' };
        const created = { created_at: done + index, content: 'x'.repeat(100_000) };
        const names = { id: newId('message'), workspace_id: alice.workspace, conversation_id: long };
        return row(parley.db, 'messages', { ...plain, ...created, ...names } as never);
      });
      await parley.db.write(batch);
    }
    const { socket, closed, text } = await ask('/api/conversations/export');
    await once(socket, 'data');
    socket.pause();
    await ways['the person is removed']?.();
    await client.conversations.create(agent, { title: 'Begun after that' });
    socket.resume();
    await closed;
    expect(text()).not.toContain('Begun after that');
    expect(text().length).toBeLessThan(300 * 100_000);
  }, 30_000);
});
