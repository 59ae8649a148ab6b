// @module-tag sql
import type { Conversation, Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { holdConversation } from '../../../../testing/fixtures/held-conversation.ts';
import { addHistory } from '../../../../testing/fixtures/history.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { runSweep } from '../../../../testing/jobs/sweeps.ts';
import { loggedEvents } from '../../../../testing/logged-events.ts';
import { statement } from '../../../storage/unit.ts';

const notFound = (what: string) => ({ status: 404, code: `${what}_not_found` });

describe.each(engines)('an agent that is deleted with a long history, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
  });

  const make = async (name: string) => (await client.agents.create({ name, model: 'builtin/echo' }))._id;

  /** The rows of an agent that are left. */
  const leftOf = async (agent: string) => {
    const { db } = parley;
    const conversations = db.query.selectFrom('conversations').select('id').where('agent_id', '=', agent);
    const rows = await Promise.all([
      db.read(db.query.selectFrom('agents').select('id').where('id', '=', agent)),
      db.read(db.query.selectFrom('channels').select('id').where('agent_id', '=', agent)),
      db.read(conversations),
      db.read(db.query.selectFrom('messages').select('id').where('id', 'like', `%${agent}%`)),
      db.read(db.query.selectFrom('jobs').select('id').where('payload', 'like', `%${agent}%`)),
    ]);
    return rows.map((each) => each.length);
  };
  const expectNothingLeft = (agent: string) =>
    vi.waitFor(async () => expect(await leftOf(agent)).toEqual([0, 0, 0, 0, 0]), { timeout: 30_000, interval: 20 });

  /** Hides an agent as its deletion does, but without the job. */
  const hide = (agent: string) => {
    const { db } = parley;
    return db.write([
      statement(db.query.updateTable('agents').set({ deleted_at: Date.now() }).where('id', '=', agent)),
    ]);
  };

  test('200: says how much went, is gone at once, and its rows soon', async () => {
    const agent = await make('Long');
    const kept = await make('Kept');
    await addHistory(parley, { agent, workspace: alice.workspace }, { channels: 2, conversations: 510, messages: 3 });
    await addHistory(
      parley,
      { agent: kept, workspace: alice.workspace },
      { channels: 1, conversations: 2, messages: 3 },
    );
    expect(await leftOf(agent)).toEqual([1, 2, 510, 1_530, 0]);
    const dependents = await client.agents.dependents(agent);
    expect(dependents).toEqual({ channels: 2, conversations: 510, messages: 1_530 });
    const replies = await Promise.allSettled([client.agents.delete(agent), client.agents.delete(agent)]);
    const message = 'Agent deleted with 2 channels and 510 conversations.';
    expect(replies.flatMap((reply) => (reply.status === 'fulfilled' ? reply.value : []))).toEqual([{ message }]);
    await expect(client.agents.retrieve(agent)).rejects.toMatchObject(notFound('agent'));
    await expect(client.conversations.retrieve(`conv_${agent}_7`)).rejects.toMatchObject(notFound('conversation'));
    await expectNothingLeft(agent);
    expect(await leftOf(kept)).toEqual([1, 1, 2, 6, 0]);
    const { ended } = parley.features.jobs;
    expect(ended().get('agents.purge')).toMatchObject({ done: 1, failed: 0, dead: 0, gone: 0 });
    expect(ended().get('agents.purge')?.continued).toBeGreaterThanOrEqual(5);
  });

  test('200: with one very long conversation, too', async () => {
    const agent = await make('One');
    await addHistory(parley, { agent, workspace: alice.workspace }, { channels: 1, conversations: 1, messages: 2_100 });
    expect(await client.agents.delete(agent)).toEqual({ message: 'Agent deleted with 1 channel and 1 conversation.' });
    await expectNothingLeft(agent);
  });

  test.runIf(engine === 'postgres')('200: without waiting for its conversations, which others may hold', async () => {
    const agent = await make('Held');
    await addHistory(parley, { agent, workspace: alice.workspace }, { channels: 1, conversations: 1, messages: 2_100 });
    const release = await holdConversation(parley.db, `conv_${agent}_0`);
    const deletion = client.agents.delete(agent);
    await deletion.finally(release);
    expect(await deletion).toEqual({ message: 'Agent deleted with 1 channel and 1 conversation.' });
    await expectNothingLeft(agent);
  });

  test('is invisible everywhere while its rows are still there', async () => {
    const agent = await make('Hidden one');
    const options = { idempotencyKey: 'chat-with-hidden' };
    const { conversation, message, reply } = await client.agents.chat(agent, { message: 'Hi', userId: 'u' }, options);
    const { conversation: shown } = await client.agents.chat(await make('Shown'), { message: 'Hi', userId: 'u' });
    const before = await client.conversations.statistics({ workspaceId: alice.workspace, days: 1 });
    await hide(agent);
    const [conversationId, replyId] = [conversation._id, reply?._id ?? ''];

    const ofAgent = {
      retrieve: () => client.agents.retrieve(agent),
      update: () => client.agents.update(agent, { name: 'x' }),
      delete: () => client.agents.delete(agent),
      dependents: () => client.agents.dependents(agent),
      chat: () => client.agents.chat(agent, { message: 'Hi', userId: 'u' }, options),
      begin: () => client.conversations.create(agent),
    };
    for (const [name, call] of Object.entries(ofAgent))
      await expect(call(), name).rejects.toMatchObject(notFound('agent'));
    const ofConversation = {
      retrieve: () => client.conversations.retrieve(conversationId),
      update: () => client.conversations.update(conversationId, { title: 'x' }),
      delete: () => client.conversations.delete(conversationId),
      send: () => client.messages.send(conversationId, { content: 'x' }),
      list: () => client.messages.list(conversationId),
      close: () => client.conversations.close(conversationId),
      chat: () => client.agents.chat(shown.agent, { message: 'x', conversationId }),
    };
    for (const [name, call] of Object.entries(ofConversation))
      await expect(call(), name).rejects.toMatchObject(notFound('conversation'));
    const ofMessage = {
      retrieve: () => client.messages.retrieve(message._id),
      retry: () => client.messages.retry(replyId),
      rate: () => client.messages.rate(replyId, { rating: 'positive' }),
    };
    for (const [name, call] of Object.entries(ofMessage))
      await expect(call(), name).rejects.toMatchObject(notFound('message'));

    expect((await client.agents.list({ q: 'Hidden one', includeTotal: true })).total).toBe(0);
    const listed = await client.conversations.list({ userId: 'u', includeTotal: true });
    expect([listed.items.map(({ _id }) => _id), listed.total]).toEqual([[shown._id], 1]);
    expect((await client.conversations.list({ agentId: agent })).items).toEqual([]);
    const after = await client.conversations.statistics({ workspaceId: alice.workspace, days: 1 });
    expect(after.total.conversations).toBe(before.total.conversations - 1);
    expect(after.total.messages.user).toBe(before.total.messages.user - 1);
    expect(
      (await client.conversations.statistics({ workspaceId: alice.workspace, days: 1, agentId: agent })).total
        .conversations,
    ).toBe(0);
    const exported = await (await client.conversations.export({ userId: 'u' })).text();
    expect(exported).toContain(shown._id);
    expect(exported).not.toContain(conversationId);
    expect(await client.conversations.deleteOfUser('u', { workspaceId: alice.workspace })).toMatchObject({
      message: 'Deleted 1 conversation with 2 messages.',
    });
    expect(await leftOf(agent)).toEqual([1, 0, 1, 0, 0]);

    await runSweep(parley, 'agents.leftovers');
    await expectNothingLeft(agent);
  });

  test('a list that meets very many hidden rows ends its pages early', async () => {
    const [first, hidden, last] = [await make('First'), await make('Many'), await make('Last')];
    const begin = async (agent: string) => (await client.conversations.create(agent))._id;
    const shown = [await begin(first)];
    await addHistory(
      parley,
      { agent: hidden, workspace: alice.workspace },
      { channels: 0, conversations: 4_200, messages: 0 },
    );
    shown.unshift(await begin(last));
    await hide(hidden);
    const found: Conversation[] = [];
    const sizes: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.conversations.list({ limit: 10, ...(cursor !== undefined && { cursor }) });
      found.push(...page.items);
      sizes.push(page.items.length);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(found.map(({ _id }) => _id).filter((id) => shown.includes(id))).toEqual(shown);
    expect(sizes.slice(0, 3)).toEqual([1, 0, sizes[2]]);
    const exported = (await (await client.conversations.export({})).text()).trimEnd().split('\n');
    const ids = exported.map((line) => (JSON.parse(line) as { _id: string })._id);
    expect(ids.filter((id) => shown.includes(id))).toEqual(shown.toReversed());
    expect(ids).toHaveLength(found.length);
  });

  test('its running turns end, and store nothing', async () => {
    const agent = await make('Busy');
    const { _id: conversation } = await client.conversations.create(agent);
    const { db } = parley;
    // As another process that writes a reply: its end must not be stored after the deletion.
    const turn = { turn: 'msg_gone', turn_until: Date.now() - 60_000 };
    await db.write([statement(db.query.updateTable('conversations').set(turn).where('id', '=', conversation))]);
    await hide(agent);
    await parley.features.conversations.recover({ alone: false });
    const row = db.query.selectFrom('conversations').select('turn').where('id', '=', conversation);
    expect(await db.read(row)).toEqual([{ turn: 'msg_gone' }]);
    const events = await loggedEvents(db, conversation);
    expect(events.map(({ type }) => type)).toEqual(['conversation.created']);
    await runSweep(parley, 'agents.leftovers');
    await expectNothingLeft(agent);
  });
});
