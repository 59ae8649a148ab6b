// @module-tag sql
import type { Parley } from '@parley/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { clientOf, letIn, makeWebChannel } from '../../../testing/conversations/visitors.ts';
import { engines } from '../../../testing/databases/engines.ts';
import { type Person, service } from '../../../testing/harness.ts';
import { forgetEvents, loggedEvents } from '../../../testing/logged-events.ts';
import { expectFailure, send } from '../../../testing/request.ts';
import { conducted, hangsUp, startFakeProvider } from '../../../testing/servers/fake-provider.ts';
import { textMark } from '../../events/text-mark.ts';
import { statement } from '../../storage/unit.ts';

const provider = await startFakeProvider();
afterAll(provider.close);

describe.each(engines)('events of conversations, on %s', (engine) => {
  const parley = service(engine, { environment: provider.environment });
  let alice: Person;
  let client: Parley;
  let session: Parley;
  let agent: string;

  beforeAll(async () => {
    alice = await parley.person();
    [client, session] = [await alice.client(), await alice.session()];
    agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
  });
  beforeEach(() => forgetEvents(parley.db));

  const types = async (about?: string) => (await loggedEvents(parley.db, about)).map(({ type }) => type);
  const last = async () => (await loggedEvents(parley.db)).at(-1);
  /** A conversation with a reply; its events are forgotten. */
  const begun = async (userId?: string) => {
    const { conversation, message, reply } = await client.agents.chat(agent, {
      message: 'Hello',
      ...(userId !== undefined && { userId }),
    });
    await forgetEvents(parley.db);
    return { id: conversation._id, message: message._id, reply: reply?._id ?? '' };
  };
  /** An agent whose model is played. */
  const played = async (name: string, play: Parameters<typeof provider.play>[1]) => {
    provider.play(`${engine}-${name}`, play);
    const { _id } = await client.agents.create({ name, model: `fake/${engine}-${name}` });
    await forgetEvents(parley.db);
    return _id;
  };

  test('of a message and its reply, in a new conversation and in one that continues, once for each repeat', async () => {
    const draft = { message: 'Secret words', clientMessageId: 'once' };
    const { conversation, message, reply } = await client.agents.chat(agent, draft);
    const [id, question] = [conversation._id, message._id];
    const about = { conversation: id, agent };
    const events = await loggedEvents(parley.db);
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'conversation.created', data: about },
      { type: 'message.created', data: { ...about, message: question, role: 'user' } },
      { type: 'message.completed', data: { ...about, message: reply?._id } },
    ]);
    expect(events.map(({ actor }) => actor['key'])).toEqual(Array(3).fill(events[0]?.actor['key']));
    expect(events.map(({ workspace }) => workspace)).toEqual(Array(3).fill(alice.workspace));
    expect(JSON.stringify(events)).not.toContain('Secret words');
    await client.messages.send(id, { content: 'Again', clientMessageId: 'twice' });
    await client.messages.send(id, { content: 'Again', clientMessageId: 'twice' });
    expect((await types()).slice(3)).toEqual(['message.created', 'message.completed']);
  });

  test('of a person’s message, who takes over, releases, closes and reopens, with what has changed', async () => {
    const { id } = await begun();
    await session.conversations.takeOver(id);
    const { message } = await session.messages.send(id, { content: 'I am here', role: 'human' });
    await session.conversations.release(id);
    await session.conversations.release(id);
    await session.conversations.takeOver(id);
    await client.conversations.close(id);
    await client.conversations.close(id);
    await client.conversations.update(id, { status: 'open' });
    const events = await loggedEvents(parley.db);
    const status = (before: string, after: string) => ({ field: 'status', before, after });
    const taken = { field: 'takenBy', before: null, after: alice.user.id };
    const left = { field: 'takenBy', before: alice.user.id, after: null };
    const given = { ...taken, field: 'assignee' };
    const freed = { ...left, field: 'assignee' };
    expect(events.map(({ type, changes }) => [type, ...changes])).toEqual([
      ['conversation.taken_over', status('open', 'human'), taken, given],
      ['message.created'],
      ['conversation.released', status('human', 'open'), left, freed],
      ['conversation.taken_over', status('open', 'human'), taken, given],
      ['conversation.closed', status('human', 'closed'), left],
      ['conversation.reopened', status('closed', 'open')],
    ]);
    expect(events[0]).toMatchObject({ actor: { user: alice.user.id }, data: { conversation: id, agent } });
    expect(events[1]?.data).toEqual({ conversation: id, agent, message: message._id, role: 'human' });
  });

  test('of a visitor’s messages, and of a text in place of a reply', async () => {
    const { _id: silent } = await client.agents.create({ name: 'Away', model: 'builtin/echo' });
    const channel = await makeWebChannel(
      parley,
      { workspace: alice.workspace, agent: silent },
      { offlineMessage: 'Closed.' },
    );
    const visitor = await letIn(parley.url, channel);
    await forgetEvents(parley.db);
    await clientOf(parley, visitor).agents.chat(silent, { message: 'Hello' });
    const talked = await loggedEvents(parley.db);
    expect(talked.map(({ type, actor }) => [type, actor['channel']])).toEqual([
      ['conversation.created', channel],
      ['message.created', channel],
      ['message.completed', channel],
    ]);
    await client.agents.update(silent, { status: 'inactive' });
    await forgetEvents(parley.db);
    const { reply } = await clientOf(parley, visitor).agents.chat(silent, { message: 'Anyone?' });
    expect(reply?.content).toBe('Closed.');
    const events = await loggedEvents(parley.db);
    expect(events.map(({ type, actor }) => [type, actor['channel']])).toEqual([
      ['conversation.created', channel],
      ['message.created', channel],
      ['message.completed', channel],
    ]);
  });

  test('of replies that fail or are cancelled, and of a retry', async () => {
    const failing = await played('broken', hangsUp);
    await client.agents.chat(failing, { message: 'Go' }).catch(() => undefined);
    expect(await types()).toEqual(['conversation.created', 'message.created', 'message.failed']);
    const failed = await last();
    expect(failed?.data).toMatchObject({ agent: failing, code: 'provider_error' });
    await client.messages.retry(String(failed?.data['message'])).catch(() => undefined);
    expect((await types()).slice(3)).toEqual(['message.failed']);

    const answer = conducted();
    const held = await played('held', answer.play);
    const sent = client.agents.chat(held, { message: 'Go' });
    await answer.begun;
    const { items } = await client.conversations.list({ agentId: held });
    await session.conversations.cancel(items[0]?._id ?? '');
    const { conversation, reply } = await sent;
    expect(await types()).toEqual(['conversation.created', 'message.created', 'message.cancelled']);
    const cancelled = await loggedEvents(parley.db);
    expect(cancelled[2]?.data).toEqual({ conversation: conversation._id, agent: held, message: reply?._id });
    // It is the turn's actor, not the one who cancels.
    expect(cancelled[2]?.actor).toEqual(cancelled[1]?.actor);
    answer.end();
  });

  test('of a conversation that its agent leaves to people, unless one has it already', async () => {
    const { id } = await begun();
    const { waitForPerson } = parley.features.conversations.ofChannel;
    for (const _ of ['once', 'again']) await parley.db.write(await waitForPerson(alice.workspace, id));
    expect(await loggedEvents(parley.db)).toMatchObject([
      {
        ...{ type: 'conversation.waiting', actor: { system: true }, data: { conversation: id, agent } },
        changes: [{ field: 'status', before: 'open', after: 'human' }],
      },
    ]);
    await client.conversations.delete(id);
    expect(await waitForPerson(alice.workspace, id)).toEqual([]);
  });

  test('of a process that died: one end, however often and by however many it is found', async () => {
    const { id, reply } = await begun();
    const { query } = parley.db;
    await parley.db.write([
      statement(query.updateTable('messages').set({ status: 'streaming' }).where('id', '=', reply)),
      statement(query.updateTable('conversations').set({ turn: reply, turn_until: 1 }).where('id', '=', id)),
    ]);
    const { recover } = parley.features.conversations;
    const both = () => Promise.all([recover({ alone: false }), recover({ alone: true })]);
    // This process still knows the turn for a moment after its end.
    await vi.waitFor(async () => {
      await both();
      expect(await types()).toContain('message.failed');
    }, 20_000);
    await both();
    expect(await loggedEvents(parley.db)).toMatchObject([
      {
        ...{ type: 'message.failed', account: alice.account, workspace: alice.workspace, actor: { system: true } },
        data: { conversation: id, agent, message: reply, code: 'interrupted' },
      },
    ]);
  });

  test('of a changed conversation: private texts by their marks, or as they are if the workspace asks', async () => {
    const { id } = await begun();
    const given = { title: 'Ada’s parcel', tags: ['late'], metadata: { phone: '123' } };
    await client.conversations.update(id, given);
    const tags = { field: 'tags', before: [], after: ['late'] };
    expect(await loggedEvents(parley.db)).toMatchObject([
      {
        type: 'conversation.updated',
        data: { conversation: id, agent },
        changes: [
          { field: 'title', before: textMark('Hello'), after: textMark(given.title) },
          tags,
          { field: 'metadata', before: textMark('{}'), after: textMark('{"phone":"123"}') },
        ],
      },
    ]);
    await client.conversations.update(id, given);
    expect((await last())?.changes).toEqual([]);
    const asks = (audit_texts: number) => {
      const { query } = parley.db;
      const asking = query.updateTable('workspaces').set({ audit_texts }).where('id', '=', alice.workspace);
      return parley.db.write([statement(asking)]);
    };
    await asks(1);
    await client.conversations.update(id, { title: 'Parcel', metadata: {} });
    expect((await last())?.changes).toEqual([
      { field: 'title', before: given.title, after: 'Parcel' },
      { field: 'metadata', before: given.metadata, after: {} },
    ]);
    await asks(0);
  });

  test('of a change that comes between: before and after are those of the commit', async () => {
    const { id } = await begun();
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => client.conversations.update(id, { tags: [`${index}`] })),
    );
    const steps = (await loggedEvents(parley.db)).flatMap(({ changes }) => changes) as { before: []; after: [] }[];
    expect(steps).toHaveLength(30);
    expect(steps.map(({ before }) => before)).toEqual([[], ...steps.slice(0, -1).map(({ after }) => after)]);
  });

  test('of ratings and deletions: of one conversation, and of each of a user', async () => {
    const { id, reply } = await begun();
    await client.messages.rate(reply, { rating: 'positive', comment: 'Private' });
    const data = { conversation: id, agent, message: reply, rating: 'positive' };
    expect(await loggedEvents(parley.db)).toMatchObject([{ type: 'message.rated', data }]);
    expect(JSON.stringify(await loggedEvents(parley.db))).not.toContain('Private');
    await client.conversations.delete(id);
    expect(await last()).toMatchObject({ type: 'conversation.deleted', data: { conversation: id, agent } });
    const both = [(await begun('u 1')).id, (await begun('u 1')).id];
    await client.conversations.deleteOfUser('u 1');
    const events = await loggedEvents(parley.db);
    expect(events.map(({ type }) => type)).toEqual(['conversation.deleted', 'conversation.deleted']);
    expect(events.map((event) => event.data['conversation']).sort()).toEqual(both.sort());
    expect(JSON.stringify(events)).not.toContain('u 1');
  });

  test('of exports: who, what, how, and by which filters', async () => {
    const { _id: other } = await session.workspaces.create({ name: `Other ${engine}` });
    await forgetEvents(parley.db);
    const filters = { agentId: agent, q: 'late parcel', userId: 'u 1', createdAfter: '2026-01-01T00:00:00Z' };
    await session.conversations.export({ format: 'csv', ...filters, workspaceId: alice.workspace }).text();
    const { agentId, createdAfter } = filters;
    const shown = { agentId, createdAfter, q: textMark('late parcel'), userId: textMark('u 1') };
    const data = { agent, kind: 'conversations', format: 'csv', filters: { ...shown, workspaceId: alice.workspace } };
    expect(await loggedEvents(parley.db)).toMatchObject([
      { type: 'export.created', workspace: alice.workspace, actor: { user: alice.user.id }, data },
    ]);
    await forgetEvents(parley.db);
    await session.conversations.export().text();
    const events = await loggedEvents(parley.db);
    expect(events.map(({ workspace }) => workspace).sort()).toEqual([alice.workspace, other].sort());
    expect(events[0]?.data).toEqual({ kind: 'conversations', format: 'jsonl', filters: {} });
  });

  test('none of requests that are refused', async () => {
    const { id, message, reply } = await begun();
    const closed = (await begun()).id;
    await client.conversations.close(closed);
    const stranger = await (await parley.person()).key();
    await forgetEvents(parley.db);
    const own = await alice.key();
    const [path, shut] = [`/api/conversations/${id}`, `/api/conversations/${closed}`];
    const refused = [
      [{ method: 'POST', path: `${shut}/messages`, body: { content: 'Hi' } }, 'conversation_closed'],
      [{ method: 'POST', path: `${path}/messages`, body: { content: '' } }, 'validation_failed'],
      [
        { method: 'POST', path: `${path}/messages`, body: { content: 'Hi', role: 'human' } },
        'conversation_not_taken_over',
      ],
      [{ method: 'POST', path: `/api/messages/${reply}/retry`, body: {} }, 'message_not_retryable'],
      [
        { method: 'PUT', path: `/api/messages/${message}/feedback`, body: { rating: 'positive' } },
        'message_not_rateable',
      ],
      [{ method: 'PATCH', path, body: { tags: [] }, headers: { 'if-match': '"99"' } }, 'version_conflict'],
      [{ method: 'DELETE', path, headers: { 'if-match': '"99"' } }, 'version_conflict'],
      [{ method: 'POST', path: `${shut}/release`, body: {} }, 'conversation_closed'],
      [{ method: 'GET', path: '/api/conversations/export?format=pdf' }, 'validation_failed'],
      [{ method: 'PATCH', path, key: stranger, body: { tags: [] } }, 'conversation_not_found'],
      [{ method: 'DELETE', path, key: stranger }, 'conversation_not_found'],
    ] as const;
    for (const [request, code] of refused) expectFailure(await send(parley.url, { key: own, ...request }), code);
    expect((await loggedEvents(parley.db)).filter(({ type }) => !type.startsWith('api_key.'))).toEqual([]);
  });
});
