// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { watched } from '../../../../testing/conversations/conversation-changes.ts';
import { engines } from '../../../../testing/databases/engines.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { expectFailure, send } from '../../../../testing/request.ts';
import { createWatcher } from './watcher.ts';

const patience = { timeout: 20_000 };

describe.each(engines)('watching conversations, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;
  let agent: string;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
    agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
  });

  /** Watches from now on: changes a conversation until the change is heard. */
  const listening = async (by: Parley, query: { workspaceId?: string } = {}) => {
    const reader = watched(by, query);
    onTestFinished(reader.leave);
    const { _id: probe } = await client.conversations.create(agent);
    await expect
      .poll(async () => {
        await client.conversations.update(probe, { title: `${performance.now()}` });
        return reader.events.length;
      }, patience)
      .toBeGreaterThan(0);
    return { ...reader, probe };
  };

  test('200: names what is created, changed, rated and deleted, by any actor', async () => {
    const session = await alice.session();
    const reader = await listening(session, { workspaceId: alice.workspace });
    const hears = async (id: string, change: () => Promise<unknown>) => {
      reader.forget();
      await change();
      await expect.poll(reader.named, patience).toContain(id);
      expect(reader.events.at(-1)).toMatchObject({ type: 'conversation.changed', workspace: alice.workspace });
    };
    const { conversation, reply } = await client.agents.chat(agent, { message: 'Hello' });
    const { _id: id } = conversation;
    await expect.poll(reader.named, patience).toContain(id);
    await hears(id, () => client.messages.rate(reply?._id ?? '', { rating: 'negative' }));
    await hears(id, () => client.messages.send(id, { content: 'Again' }));
    await hears(id, () => client.conversations.close(id));
    await hears(id, () => client.conversations.delete(id));
    const { _id: empty } = await client.conversations.create(agent, { userId: 'ada' });
    await expect.poll(reader.named, patience).toContain(empty);
    await hears(empty, () => client.conversations.deleteOfUser('ada'));
  });

  test('200: names nothing of another workspace', async () => {
    const reader = await listening(client);
    const bob = await parley.person();
    const other = await bob.client();
    const { _id: theirs } = await other.agents.create({ name: 'Echo', model: 'builtin/echo' });
    const { _id: hidden } = await other.conversations.create(theirs);
    const { _id: own } = await client.conversations.create(agent);
    await expect.poll(reader.named, patience).toContain(own);
    expect(reader.named()).not.toContain(hidden);
    const of = reader.events.map((event) => (event.type === 'presence' ? undefined : event.workspace));
    expect(new Set(of)).toEqual(new Set([alice.workspace]));
  });

  test('200: begins with what has changed since the last event', async () => {
    const first = await listening(client);
    const last = first.events.at(-1)?.id ?? '';
    await first.leave();
    const { _id: missed } = await client.conversations.create(agent);
    const second = watched(client, {}, last);
    onTestFinished(second.leave);
    await expect.poll(second.named, patience).toContain(missed);
    const third = watched(client, {}, 'not-a-time');
    await third.leave();
    expect(third.events).toEqual([]);
  });

  test('ends for those who lose the right to read', async () => {
    const bob = await parley.person();
    await alice.invite(bob, 'viewer');
    const session = await bob.session();
    const reader = await listening(session, { workspaceId: alice.workspace });
    await (await alice.session()).workspaces.members.remove({ workspaceId: alice.workspace, userId: bob.user.id });
    await client.conversations.create(agent);
    await expect(reader.ended).rejects.toMatchObject({ code: 'workspace_not_found' });
  });

  test('400, 403, 404: for those who may not read them', async () => {
    const ask = (key: string, query = '') => send(parley.url, { path: `/api/conversations/events${query}`, key });
    expectFailure(await ask(await alice.key(), '?agentId=agent_1'), 'unknown_parameter');
    expectFailure(await ask(await alice.key(['agents:read'])), 'insufficient_scope');
    const strange = await ask(await (await parley.person()).key(), `?workspaceId=${alice.workspace}`);
    expectFailure(strange, 'workspace_not_found');
  });
});

describe('a watcher', () => {
  const change = (conversation: string) => ({ conversation, workspace: 'ws_1' });

  test('gets what changed while it was not read, each once, and no more than it can hold', async () => {
    let left = 0;
    const watcher = createWatcher(() => {
      left += 1;
    });
    for (const id of ['a', 'b', 'a']) watcher.wake(change(id));
    expect(await watcher.next()).toEqual([change('a'), change('b')]);
    const waiting = watcher.next();
    watcher.wake(change('c'));
    expect(await waiting).toEqual([change('c')]);
    for (let index = 0; index < 2_000; index += 1) watcher.wake(change(`${index}`));
    expect(await watcher.next()).toHaveLength(500);
    const last = watcher.next();
    watcher.end();
    watcher.end();
    expect(await last).toBeUndefined();
    watcher.wake(change('d'));
    expect(await watcher.next()).toBeUndefined();
    expect(left).toBe(1);
  });
});
