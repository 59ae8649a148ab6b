// @module-tag sql
import type { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { followed } from '../../../../testing/conversations/conversation-copy.ts';
import { insertNumbered } from '../../../../testing/conversations/many-rows.ts';
import { askIn, clientOf, letIn, makeWebChannel } from '../../../../testing/conversations/visitors.ts';
import { engines } from '../../../../testing/databases/engines.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { runSweep } from '../../../../testing/jobs/sweeps.ts';
import { collected } from '../../../../testing/memory/collected.ts';
import { expectFailure, send } from '../../../../testing/request.ts';
import { begin, conducted, ending, piece, startFakeProvider } from '../../../../testing/servers/fake-provider.ts';
import { sendEvent, startWebhookServer } from '../../../../testing/servers/webhook-server.ts';
import { bumpAuthority } from '../../../storage/authority.ts';
import { statement } from '../../../storage/unit.ts';
import { removeHidden } from '../store.ts';

const other = await startWebhookServer();
// A delivered message leaves no row; a refused one does.
other.answers((_request, response) => void response.writeHead(410).end());
const provider = await startFakeProvider();
afterAll(async () => {
  await other.close();
  await provider.close();
});

const patient = { timeout: 30_000, interval: 20 };

/** More conversations than one unit of work deletes. */
const many = 120;

/** More events than one unit of work deletes. */
const manyEvents = 450;

/** The tables with rows of a channel. */
const tables = ['channel_counts', 'channel_events', 'channel_outbox', 'conversations'] as const;

describe.each(engines)('the deletion of a channel, on %s', (engine) => {
  const parley = service(engine, {
    environment: { ...provider.environment, PARLEY_ALLOW_PRIVATE_HOSTS: new URL(other.url).host },
  });
  let alice: Person;
  let client: Parley;
  let agent: string;
  beforeAll(async () => {
    alice = await parley.person({ plan: 'business' });
    client = await alice.client();
    agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
  });

  const channelOf = (of = agent, limits?: object) =>
    makeWebChannel(parley, { workspace: alice.workspace, agent: of }, limits && { limits });

  /** Gives a channel conversations with two messages each. */
  const fill = async (channel: string, count = many, of = agent) => {
    const now = Date.now();
    const times = `${now} + i, ${now} + i`;
    await insertNumbered(
      parley.db,
      count,
      `insert into conversations (id, workspace_id, agent_id, channel_id, status, created_at, updated_at, last_message_at)
        select 'conv_${channel}_' || i, '${alice.workspace}', '${of}', '${channel}', 'open', ${times}, ${now} + i from n`,
    );
    for (const role of ['user', 'human'])
      await insertNumbered(
        parley.db,
        count,
        `insert into messages (id, workspace_id, conversation_id, role, content, status, created_at)
          select 'msg_${channel}_${role}' || i, '${alice.workspace}', 'conv_${channel}_' || i, '${role}', 'Hi',
            'complete', ${now} + i from n`,
      );
  };

  /** Gives a channel events of its platform that are handled. */
  const fillEvents = (channel: string) =>
    insertNumbered(
      parley.db,
      manyEvents,
      `insert into channel_events (id, workspace_id, channel_id, event_id, thread, state, payload, received_at, expires_at)
        select 'cev_${channel}_' || i, '${alice.workspace}', '${channel}', 'event' || i, '', 'done', '',
          ${Date.now()}, ${Date.now()} + 1000000 from n`,
    );

  /** Hides a channel as its deletion does, but without the job. */
  const hide = (channel: string) => {
    const { db } = parley;
    const hidden = db.query.updateTable('channels').set({ deleted_at: Date.now() }).where('id', '=', channel);
    return db.write([statement(hidden), bumpAuthority(db)]);
  };

  /** The rows of a channel that are left, by table. */
  const leftOf = async (channel: string) => {
    const { db } = parley;
    const left: Record<string, number> = {
      channels: (await db.read(db.query.selectFrom('channels').select('id').where('id', '=', channel))).length,
      messages: (await db.read(db.query.selectFrom('messages').select('id').where('id', 'like', `msg_${channel}%`)))
        .length,
    };
    for (const table of tables)
      left[table] = (await db.read(db.query.selectFrom(table).select('id').where('channel_id', '=', channel))).length;
    return left;
  };
  const nothing = {
    ...{ channels: 0, messages: 0, channel_counts: 0, channel_events: 0, channel_outbox: 0, conversations: 0 },
  };
  const expectNothingLeft = (channel: string) =>
    vi.waitFor(async () => expect(await leftOf(channel)).toEqual(nothing), patient);

  /** A webhook's channel in which a message was answered and the reply refused, so that it has rows of events, deliveries and counts. */
  const answered = async (of = agent) => {
    const { _id: channel, secret } = await client.channels.create(of, {
      ...{ type: 'webhook', settings: { url: other.url }, limits: { messagesPerDay: 100 } },
    });
    const body = { type: 'message', user: { id: 'ada' }, text: 'Hello' };
    await sendEvent(parley.url, { channel, secret: secret ?? '', body });
    await vi.waitFor(async () => {
      expect(other.delivered.filter(({ body: { data } }) => data['channel'] === channel)).toHaveLength(1);
      expect(await leftOf(channel)).toMatchObject({ channel_counts: 2, channel_events: 1, channel_outbox: 1 });
    }, patient);
    return channel;
  };

  test('says what it counts, and takes just that, at once; another channel keeps what it has', async () => {
    const [channel, kept] = [await answered(), await channelOf()];
    await fill(channel, 20);
    await fill(kept, 3);
    const counts = await client.channels.previewDelete(channel);
    expect(counts).toEqual({ conversations: 21, messages: 42 });
    expect(await client.channels.retrieve(channel)).toMatchObject({ _id: channel });
    expect(await client.channels.delete(channel)).toEqual({ message: 'Channel deleted with 21 conversations.' });
    expect(await leftOf(channel)).toEqual(nothing);
    expect(await leftOf(kept)).toEqual({ ...nothing, channels: 1, messages: 6, conversations: 3 });
    const { items } = await client.conversations.list({ channelId: kept });
    expect(items).toHaveLength(3);
    await expect(client.channels.delete(channel)).rejects.toMatchObject({ code: 'channel_not_found' });
  });

  test('with many conversations, too, by a job in portions', async () => {
    const [channel, kept] = [await answered(), await channelOf()];
    await fill(channel);
    await fill(kept, 3);
    const counts = await client.channels.previewDelete(channel);
    expect(counts).toEqual({ conversations: many + 1, messages: 2 * many + 2 });
    const replies = await Promise.allSettled([client.channels.delete(channel), client.channels.delete(channel)]);
    const message = `Channel deleted with ${many + 1} conversations.`;
    expect(replies.flatMap((reply) => (reply.status === 'fulfilled' ? [reply.value] : []))).toEqual([{ message }]);
    await expect(client.channels.retrieve(channel)).rejects.toMatchObject({ code: 'channel_not_found' });
    await expectNothingLeft(channel);
    // An end is counted after its unit of work.
    await vi.waitFor(() => {
      expect(parley.features.jobs.ended().get('channels.purge')).toMatchObject({ done: 1, failed: 0, dead: 0 });
      expect(parley.features.jobs.ended().get('channels.purge')?.continued).toBeGreaterThanOrEqual(3);
    }, patient);
    expect(await leftOf(kept)).toEqual({ ...nothing, channels: 1, messages: 6, conversations: 3 });
  });

  test('with many events of its platform, too', async () => {
    const channel = await answered();
    await fillEvents(channel);
    const before = parley.features.jobs.ended().get('channels.purge')?.continued ?? 0;
    expect(await client.channels.delete(channel)).toEqual({ message: 'Channel deleted with 1 conversation.' });
    await expect(client.channels.retrieve(channel)).rejects.toMatchObject({ code: 'channel_not_found' });
    await expectNothingLeft(channel);
    await vi.waitFor(() => {
      expect(parley.features.jobs.ended().get('channels.purge')?.continued).toBeGreaterThanOrEqual(before + 3);
    }, patient);
  });

  test('hides it from every caller while its rows are still there; the sweep takes what a job has left', async () => {
    const [web, hook] = [await channelOf(), await client.channels.create(agent, { type: 'webhook' })];
    const { token } = await letIn(parley.url, web);
    const visitor = clientOf(parley, { token });
    const { conversation, reply } = await visitor.agents.chat(agent, { content: 'Hello' });
    await fill(web);
    await hide(web);
    await hide(hook._id);
    const event = { type: 'message', user: { id: 'ada' }, text: 'Hello' };
    expect(await sendEvent(parley.url, { channel: hook._id, secret: hook.secret ?? '', body: event })).toMatchObject({
      ...{ status: 404, code: 'channel_not_found' },
    });
    for (const id of [web, hook._id]) {
      const calls = {
        retrieve: () => client.channels.retrieve(id),
        update: () => client.channels.update(id, { name: 'x' }),
        delete: () => client.channels.delete(id),
        preview: () => client.channels.previewDelete(id),
        test: () => client.channels.test(id),
        rotate: () => client.channels.rotateSecret(id),
      };
      for (const [name, call] of Object.entries(calls))
        await expect(call(), name).rejects.toMatchObject({ status: 404, code: 'channel_not_found' });
    }
    const listed = await client.channels.list(agent, { limit: 100 });
    expect(listed.items.filter(({ _id }) => _id === web || _id === hook._id)).toEqual([]);
    expectFailure(await askIn(parley.url, web), 'channel_not_found');
    expectFailure(await askIn(parley.url, web, { token }), 'channel_not_found');
    expect((await send(parley.url, { path: `/chat/${web}` })).status).toBe(404);
    const own = `/api/conversations/${conversation._id}`;
    const asked = [
      { path: '/api/conversations' },
      ...['', '/messages', '/events', '/stream'].map((what) => ({ path: `${own}${what}` })),
      ...[`${own}/messages`, `/api/agents/${agent}/chat`].map((path) => ({ path, method: 'POST', body: event })),
      { path: `/api/messages/${reply?._id}/feedback`, method: 'PUT', body: { rating: 'positive' } },
    ];
    for (const request of asked)
      expectFailure(await send(parley.url, { ...request, key: token }), 'invalid_visitor_token');
    await runSweep(parley, 'channels.leftovers');
    await expectNothingLeft(web);
    await expectNothingLeft(hook._id);
  });

  test('a conversation that was beginning when its channel was hidden goes, too', async () => {
    const channel = await channelOf();
    await hide(channel);
    await fill(channel, 1);
    // The statements of a job that has found no conversations, before it sees the one that has come since.
    await parley.db.write(removeHidden(parley.db, alice.workspace, channel));
    expect(await leftOf(channel)).toMatchObject({ channels: 1, conversations: 1 });
    await runSweep(parley, 'channels.leftovers');
    await expectNothingLeft(channel);
  });

  test.each([
    ['few', 0],
    ['many', many],
  ])('stops the reply that is being written, and ends its streams, with %s conversations', async (name, count) => {
    const model = `removal-${engine}-${name}`;
    const answer = conducted();
    provider.play(model, (response) => void begin(response).end(piece('Hi.') + ending()), answer.play);
    const { _id: speaker } = await client.agents.create({ name, model: `fake/${model}` });
    const [channel, kept] = [await channelOf(speaker), await channelOf()];
    const visitor = clientOf(parley, await letIn(parley.url, channel));
    const bystander = clientOf(parley, await letIn(parley.url, kept));
    const { conversation: first } = await visitor.agents.chat(speaker, { content: 'Hello' });
    const { conversation: second } = await bystander.agents.chat(agent, { content: 'Hello' });
    await fill(channel, count, speaker);
    const reading = followed(visitor, first._id);
    const ended = reading.ended.catch(({ code }: { code?: string }) => expect(code).toBe('invalid_visitor_token'));
    const staying = followed(bystander, second._id);
    const own = collected(visitor.messages.stream(first._id, { content: 'Go' }));
    const ownEnded = own.ended.catch(() => undefined);
    await answer.begun;
    const closed = provider.asked.at(-1)?.closed;
    answer.say('Half of ');
    await vi.waitFor(() => expect(own.text()).toBe('Half of '), patient);
    await vi.waitFor(() => expect(reading.types()).toContain('message.delta'), patient);
    await client.channels.delete(channel);
    await closed;
    await Promise.all([ownEnded, ended]);
    for (const { types } of [reading, { types: () => own.seen.map(({ type }) => type) }])
      expect(types().filter((type) => type === 'message.completed')).toEqual([]);
    await expect(visitor.conversations.list()).rejects.toMatchObject({ code: 'invalid_visitor_token' });
    await expectNothingLeft(channel);
    await bystander.messages.send(second._id, { content: 'Still here' });
    await vi.waitFor(() => expect(staying.types()).toContain('message.completed'), patient);
    await staying.leave();
  });

  test.each([
    ['few', false],
    ['many', true],
  ])('comes with that of its agent, and of its workspace, with %s events', async (name, isFilled) => {
    const { _id: workspaceId } = await client.workspaces.create({ name });
    const workspaces = [alice.workspace, workspaceId];
    const removals = [
      (id: string) => client.agents.delete(id),
      () => client.workspaces.delete(workspaceId, { confirm: name }),
    ];
    for (const [index, remove] of removals.entries()) {
      const draft = { name: 'Echo', model: 'builtin/echo', workspaceId: workspaces[index] ?? '' };
      const { _id } = await client.agents.create(draft);
      const channel = await answered(_id);
      if (isFilled) await fillEvents(channel);
      await remove(_id);
      await expectNothingLeft(channel);
    }
  });
});
