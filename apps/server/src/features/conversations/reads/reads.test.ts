// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { watched } from '../../../../testing/conversations/conversation-changes.ts';
import { engines } from '../../../../testing/databases/engines.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { loggedEvents } from '../../../../testing/logged-events.ts';
import { expectFailure, send } from '../../../../testing/request.ts';
import { markRead, nextOfPerson } from './store.ts';

describe.each(engines)('what a person has read, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let bob: Person;
  let client: Parley;
  let [ofAlice, ofBob]: Parley[] = [];
  let agent: string;

  beforeAll(async () => {
    [alice, bob] = [await parley.person(), await parley.person()];
    await alice.invite(bob, 'viewer');
    client = await alice.client();
    [ofAlice, ofBob] = [await alice.session(), await bob.session()];
    agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
  });

  const as = (who: 'alice' | 'bob'): Parley => (who === 'alice' ? ofAlice : ofBob) as Parley;
  const said = async (title = 'Parcel') => {
    const { _id: id } = await client.conversations.create(agent, { title });
    return { id, reply: (await client.messages.send(id, { content: 'Hello' })).reply };
  };
  const unreadFor = async (who: Parley, workspaceId = alice.workspace) => {
    const { items } = await who.conversations.list({ workspaceId, includeUnread: true, limit: 100 });
    return items.filter(({ unread }) => unread === true).map(({ _id }) => _id);
  };
  const isUnread = async (who: 'alice' | 'bob', id: string) => (await unreadFor(as(who))).includes(id);
  const allRead = (who: 'alice' | 'bob') => as(who).conversations.markAllRead({ workspaceId: alice.workspace });

  test('200: a conversation is unread until one has read it, for each person apart, in every list', async () => {
    const [{ id }, empty] = [await said(), await client.conversations.create(agent)];
    expect(await unreadFor(as('alice'))).toEqual([id]);
    const [listed] = (await as('alice').conversations.listOfAgent(agent, { includeUnread: true, q: 'Parcel' })).items;
    expect(listed).toMatchObject({ _id: id, unread: true, lastMessage: { role: 'assistant' } });
    const { lastMessageAt } = await client.conversations.retrieve(id);
    expect(await as('alice').conversations.markRead(id)).toEqual({ conversation: id, readUntil: lastMessageAt });
    expect([await isUnread('alice', id), await isUnread('bob', id)]).toEqual([false, true]);
    await client.messages.send(id, { content: 'Again' });
    expect(await isUnread('alice', id)).toBe(true);
    expect(await unreadFor(as('alice'))).not.toContain(empty._id);
    await as('alice').conversations.markRead(empty._id);
  });

  test('200: without `includeUnread` the field is absent', async () => {
    await said();
    const { items } = await as('alice').conversations.list();
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) expect(item).not.toHaveProperty('unread');
  });

  test('200: a key reads for its person', async () => {
    const { id } = await said();
    expect(await unreadFor(client)).toContain(id);
    await client.conversations.markRead(id);
    expect(await isUnread('alice', id)).toBe(false);
    await client.conversations.markAllRead({ workspaceId: alice.workspace });
    expect(await unreadFor(as('alice'))).toEqual([]);
  });

  test('200: an own message is read; one of another person is not', async () => {
    const { id } = await said();
    await as('alice').conversations.takeOver(id);
    await as('alice').messages.send(id, { role: 'human', content: 'Ada here.' });
    expect([await isUnread('alice', id), await isUnread('bob', id)]).toEqual([false, true]);
    await client.messages.send(id, { content: 'Thanks' });
    expect(await isUnread('alice', id)).toBe(true);
  });

  test('200: a trial in the playground is never unread', async () => {
    const { conversation } = await client.agents.chat(agent, { message: 'Hello', playground: true });
    expect(await isUnread('alice', conversation._id)).toBe(false);
  });

  test('200: a mark never moves back, and never beyond the latest message', async () => {
    const { id } = await said();
    const { items } = await client.messages.list(id);
    const first = items.at(-1)?.createdAt ?? '';
    const [latest] = items;
    expect(await as('alice').conversations.markRead(id, { readUntil: first })).toMatchObject({ readUntil: first });
    expect(await isUnread('alice', id)).toBe(true);
    const beyond = await as('alice').conversations.markRead(id, { readUntil: '2999-01-01T00:00:00Z' });
    expect(beyond.readUntil).toBe(latest?.createdAt);
    const late = await as('alice').conversations.markRead(id, { readUntil: first });
    expect(late.readUntil).toBe(latest?.createdAt);
    expect(await isUnread('alice', id)).toBe(false);
    await client.messages.send(id, { content: 'Again' });
    expect(await isUnread('alice', id)).toBe(true);
  });

  test('200: two at once leave the later mark', async () => {
    const { id } = await said();
    const times = (await client.messages.list(id)).items.map(({ createdAt }) => createdAt);
    const marks = [...times, ...times].map((readUntil) => as('bob').conversations.markRead(id, { readUntil }));
    await Promise.all([...marks, allRead('bob'), allRead('bob')]);
    expect((await as('bob').conversations.markRead(id, { readUntil: times.at(-1) })).readUntil).toBe(times[0]);
  });

  test('200: marking all as read is for one workspace and one person, and what follows is unread', async () => {
    const { _id: workspaceId } = await as('alice').workspaces.create({ name: 'Other' });
    const draft = { name: 'Echo', model: 'builtin/echo', workspaceId };
    const { _id: other } = await as('alice').agents.create(draft);
    const { conversation } = await as('alice').agents.chat(other, { message: 'Hello' });
    const { id } = await said();
    const { readUntil } = await allRead('alice');
    expect(Date.parse(readUntil)).toBeGreaterThan(0);
    expect(await unreadFor(as('alice'))).toEqual([]);
    expect(await isUnread('bob', id)).toBe(true);
    expect(await unreadFor(as('alice'), workspaceId)).toEqual([conversation._id]);
    await client.messages.send(id, { content: 'Again' });
    expect(await unreadFor(as('alice'))).toEqual([id]);
    const { _id: unused } = await as('alice').workspaces.create({ name: 'Unused' });
    expect((await as('alice').conversations.markAllRead({ workspaceId: unused })).readUntil).toMatch(/^1970/);
  });

  test('200: for a new member, what was said before is read; also for one who comes back', async () => {
    const { id } = await said();
    const carol = await parley.person();
    const join = async () => {
      await alice.invite(carol, 'viewer');
      return carol.session();
    };
    let session = await join();
    expect(await unreadFor(session)).toEqual([]);
    await client.messages.send(id, { content: 'Again' });
    expect(await unreadFor(session)).toEqual([id]);
    await session.conversations.markAllRead({ workspaceId: alice.workspace });
    await as('alice').workspaces.members.remove({ workspaceId: alice.workspace, userId: carol.user.id });
    await client.messages.send(id, { content: 'Meanwhile' });
    session = await join();
    expect(await unreadFor(session)).toEqual([]);
  });

  test('200: reading changes neither the conversation nor its events, and isn’t announced', async () => {
    const { id } = await said();
    const before = await client.conversations.retrieve(id).withResponse();
    const written = await loggedEvents(parley.db);
    const reader = watched(client);
    await as('alice').conversations.markRead(id);
    await allRead('alice');
    const after = await client.conversations.retrieve(id).withResponse();
    expect([after.data, after.response.headers.get('etag')]).toEqual([
      before.data,
      before.response.headers.get('etag'),
    ]);
    expect(await loggedEvents(parley.db)).toEqual(written);
    await reader.leave();
    expect(reader.named()).toEqual([]);
  });

  test('200: a repeat with the same Idempotency-Key gets the same answer', async () => {
    const { id } = await said();
    const once = await as('alice').conversations.markRead(id, {}, { idempotencyKey: 'read once' });
    await client.messages.send(id, { content: 'Again' });
    expect(await as('alice').conversations.markRead(id, {}, { idempotencyKey: 'read once' })).toEqual(once);
    expect(await isUnread('alice', id)).toBe(true);
  });

  test('200: the deletion of a conversation deletes its marks; that of a person theirs, in portions', async () => {
    const [{ id }, { id: other }] = [await said(), await said()];
    for (const each of [id, other]) await as('bob').conversations.markRead(each);
    const marks = () => parley.db.read(parley.db.query.selectFrom('conversation_reads').select('conversation_id'));
    await client.conversations.delete(id);
    await vi.waitFor(async () => expect(await marks()).not.toContainEqual({ conversation_id: id }));
    const ofBob = parley.db.query.selectFrom('conversation_reads').select('user_id').where('user_id', '=', bob.user.id);
    for (;;) {
      const portion = await nextOfPerson(parley.db, bob.user.id);
      if (portion === undefined) break;
      await parley.db.write(portion.statements);
    }
    expect(await parley.db.read(ofBob)).toEqual([]);
    expect(await marks()).not.toEqual([]);
  });

  test('400, 403, 404: for those who may not read it', async () => {
    const { id } = await said();
    const ask = (path: string, key: string, body: object) => send(parley.url, { path, method: 'POST', key, body });
    const [one, all] = [`/api/conversations/${id}/read`, '/api/conversations/read'];
    const own = await alice.key();
    expectFailure(await ask(one, own, { readUntil: 'yesterday' }), 'validation_failed');
    expectFailure(await ask(all, own, {}), 'validation_failed');
    const narrow = await alice.key(['agents:read']);
    expectFailure(await ask(one, narrow, {}), 'insufficient_scope');
    const strange = await (await parley.person()).key();
    expectFailure(await ask(one, strange, {}), 'conversation_not_found');
    expectFailure(await ask(all, strange, { workspaceId: alice.workspace }), 'workspace_not_found');
    await client.conversations.delete(id);
    expectFailure(await ask(one, own, {}), 'conversation_not_found');
  });

  test('404: a conversation that is deleted meanwhile', async () => {
    const onMissing = () => new Error('gone');
    const reader = { workspace: alice.workspace, user: alice.user.id };
    const late = markRead(parley.db, reader, { conversation: 'conv_gone', until: 1, onMissing });
    await expect(parley.db.write([late])).rejects.toThrow('gone');
  });
});
