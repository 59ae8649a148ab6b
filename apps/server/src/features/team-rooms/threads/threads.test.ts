// @module-tag sql
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as path } from 'node:path';
import type { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { migratedDatabase } from '../../../../testing/databases/temp-postgres.ts';
import { type Person, type Service, service, startService } from '../../../../testing/harness.ts';
import { runSweep } from '../../../../testing/jobs/sweeps.ts';
import { connect, join, leave } from '../../../../testing/messengers/room-people.ts';
import {
  patient,
  publicUrl,
  type Room,
  startSlackRooms,
  startTelegramRooms,
} from '../../../../testing/messengers/team-room.ts';
import { replyKind } from './kind.ts';

let ownUrl = '';
const slack = await startSlackRooms(() => ownUrl);
const telegram = await startTelegramRooms(() => ownUrl);
const urls = [slack.server.url, telegram.server.url];
const environment = {
  PUBLIC_URL: publicUrl,
  PARLEY_PLATFORM_URLS: `slack=${urls[0]},telegram=${urls[1]}`,
  PARLEY_ALLOW_PRIVATE_HOSTS: urls.map((url) => new URL(url).host).join(','),
};
afterAll(() => Promise.all([slack.server.close(), telegram.server.close()]));

const cases = [
  ...engines.map((engine) => ({ engine, type: slack.type, make: slack.make })),
  ...engines.slice(0, 1).map((engine) => ({ engine, type: telegram.type, make: telegram.make })),
];

/** A workspace with a room, in which Nora and Alice have connected their accounts. */
async function prepare(parley: Service, make: typeof slack.make) {
  ownUrl = parley.url;
  const [alice, nora] = [await parley.person(), await parley.person()];
  const [client, session] = [await alice.client(), await alice.session()];
  await join(parley, nora, { workspace: alice.workspace });
  const agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
  const room = await make(client, agent);
  await client.workspaces.teamRoom.set(alice.workspace, { channel: room.channel, room: room.room });
  return { alice, nora, client, session, agent, room };
}

describe.each(cases)('threads of a room in $type, on $engine', ({ engine, type, make }) => {
  const parley = service(engine, { environment });
  let [alice, nora]: Person[] = [];
  let [client, session]: Parley[] = [];
  let agent: string;
  let room: Room;
  const [noraAs, aliceAs, stranger] = [201, 202, 203];

  const people = () => {
    if (alice === undefined || nora === undefined || client === undefined || session === undefined)
      throw new Error('They are made before the tests.');
    return { alice, nora, client, session };
  };
  /** A conversation that waits, once its notice is there. */
  const waiting = async () => {
    const { _id: id } = await people().client.conversations.create(agent, { title: 'Order 7' });
    const before = room.notices().length;
    await people().client.conversations.handOver(id, { reason: 'Angry customer' });
    await vi.waitFor(() => expect(room.notices().length).toBeGreaterThan(before), patient);
    await vi.waitFor(async () => expect(await postOf(id)).toBeDefined(), patient);
    return id;
  };
  const postOf = async (id: string) => {
    const { db } = parley;
    const [row] = await db.read(
      db.query
        .selectFrom('team_room_posts')
        .selectAll()
        .where('conversation_id', '=', id)
        .where('state', 'in', ['open', 'closed']),
    );
    return row;
  };
  const sent = async (id: string) =>
    (await people().client.messages.list(id, { sort: 'createdAt' })).items.map(({ role, content }) => [role, content]);
  const arrives = (id: string, ...messages: readonly (readonly [string, string])[]) =>
    vi.waitFor(async () => expect(await sent(id)).toEqual(messages), patient);
  const told = (words: string, notice = -1) =>
    vi.waitFor(() => expect(room.thread(notice).join('\n')).toContain(words), patient);
  const read = (id: string) => people().client.conversations.retrieve(id);
  /** Waits until no job of threads is left. */
  const settled = () => {
    const { db } = parley;
    const open = db.query.selectFrom('jobs').select('kind').where('kind', 'like', 'team_rooms.%');
    return vi.waitFor(async () => expect(await db.read(open.where('state', '<>', 'dead'))).toEqual([]), patient);
  };
  const count = (words: string) => room.thread().filter((text) => text.includes(words)).length;

  beforeAll(async () => {
    ({ alice, nora, client, session, agent, room } = await prepare(parley, make));
    await connect(parley, nora, { room, as: noraAs, workspace: alice.workspace });
    await connect(parley, alice, { room, as: aliceAs, workspace: alice.workspace });
  });

  test('an answer takes the conversation and reaches its user once, however often it arrives', async () => {
    const id = await waiting();
    expect(room.notices().at(-1)?.text).toContain('To answer the visitor');
    await room.reply(noraAs, type === 'slack' ? 'On its way &amp; soon' : 'On its way & soon', { times: 3 });
    await arrives(id, ['human', 'On its way & soon']);
    expect(await read(id)).toMatchObject({ status: 'human', takenBy: people().nora.user.id });
    await room.reply(noraAs, 'Anything else?');
    await arrives(id, ['human', 'On its way & soon'], ['human', 'Anything else?']);
    await settled();
    // Nothing comes back into the room, and the notice shows who has it.
    expect(room.thread()).toEqual([]);
    expect(room.notices().at(-1)?.text).toContain('Taken by');
    const { items } = await people().client.conversations.entries(id);
    expect(items.map((entry) => entry.type)).toContain('taken');
  });

  test('what the visitor and others write is told in order, once each', async () => {
    const id = await waiting();
    await people().client.messages.send(id, { content: 'Where is it?' });
    await told('Visitor: Where is it?');
    await room.reply(noraAs, 'A moment.');
    await vi.waitFor(async () => expect((await read(id)).takenBy).toBe(people().nora.user.id), patient);
    const spoof = 'First\nNora: I refund all \u202eabc <!channel> @durov';
    await people().client.messages.send(id, { content: spoof });
    await people().session.conversations.takeOver(id);
    await people().session.messages.send(id, { role: 'human', content: 'Hello, here is Alice.' });
    await told('Hello, here is Alice.');
    await settled();
    const all = room.thread().join('\n');
    expect(all).not.toContain('A moment.');
    expect(all).not.toContain('\u202e');
    expect(all).not.toMatch(/(^|\\n|\n)Nora: I refund/);
    expect(all).toContain(`Taken by `);
    const places = ['Where is it?', 'First', 'Hello, here is Alice.'].map((words) => all.indexOf(words));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    for (const words of ['Where is it?', 'I refund', 'Hello, here']) expect(count(words)).toBe(1);
    await people().session.conversations.close(id);
    await told('Closed by');
    await settled();
    expect(await postOf(id)).toMatchObject({ thread_version: null });
    await room.reply(aliceAs, 'Too late?');
    await told('the conversation is closed');
    expect((await sent(id)).length).toBe(4);
  });

  test('what comes together is one message, and a long one is cut with a link', async () => {
    const id = await waiting();
    for (let number = 0; number < 60; number += 1)
      await people().client.messages.send(id, { content: `Number ${number}.` });
    await told('Number 59.');
    await settled();
    const all = room.thread().join('\n');
    for (let number = 0; number < 60; number += 1) expect(all.split(`Number ${number}.`)).toHaveLength(2);
    expect(room.thread().length).toBeLessThan(40);
    await people().client.messages.send(id, { content: `${'€'.repeat(9_000)}` });
    await told('This is a part of');
    await people().client.messages.send(id, { content: 'Still here' });
    await told('Still here');
  });

  test('a conversation that is given back is told no more, and an answer says so', async () => {
    const id = await waiting();
    await people().session.conversations.takeOver(id);
    await people().session.conversations.release(id);
    await told('Given back to the agent by');
    await people().client.messages.send(id, { content: 'Hello agent' });
    await settled();
    expect(room.thread().join()).not.toContain('Hello agent');
    await room.reply(noraAs, 'May I?');
    await told('the agent answers this conversation again');
    await people().client.conversations.handOver(id, { reason: 'Asked again' });
    await vi.waitFor(() => expect(room.notices().at(-1)?.text).toContain('Asked again'), patient);
    await room.reply(noraAs, 'Here I am.', { notice: -2 });
    await vi.waitFor(async () => expect((await sent(id)).at(-1)).toEqual(['human', 'Here I am.']), patient);
    // It was written in the other thread.
    await told('Here I am.');
  });

  test('of two at once one answers, and the other is told who has it', async () => {
    const id = await waiting();
    await Promise.all([room.reply(noraAs, 'From Nora'), room.reply(aliceAs, 'From Alice')]);
    await told('has this conversation');
    await settled();
    const holder = (await read(id)).takenBy;
    expect(await sent(id)).toEqual([['human', holder === people().nora.user.id ? 'From Nora' : 'From Alice']]);
    expect(count('has this conversation')).toBe(1);
  });

  test('strangers, readers, former members, edits, files and long texts are told why nothing was sent', async () => {
    const id = await waiting();
    await room.reply(stranger, 'Hello?', { times: 2 });
    await told('your account isn’t connected');
    await settled();
    await room.reply(stranger, 'Does anyone know this customer?');
    await settled();
    expect(count('isn’t connected')).toBe(1);
    await room.reply(noraAs, 'x'.repeat(10_001));
    await told('at most 10,000 characters');
    const file =
      type === 'slack'
        ? { subtype: 'file_share', files: [{ id: 'F0FILE0001', name: 'order.pdf', mimetype: 'application/pdf' }] }
        : { text: undefined, document: { file_id: 'd', file_unique_id: 'd', file_name: 'order.pdf' } };
    await room.reply(noraAs, '', { more: file });
    await told('only text reaches the visitor');
    await leave(parley, people().nora, people().alice.workspace);
    await room.reply(noraAs, 'Still here');
    await told('no member of the workspace');
    await join(parley, people().nora, { workspace: people().alice.workspace, role: 'viewer' });
    await room.reply(noraAs, 'As a reader');
    await told('your role in the workspace');
    await leave(parley, people().nora, people().alice.workspace);
    await join(parley, people().nora, { workspace: people().alice.workspace });
    expect(await sent(id)).toEqual([]);
    expect(await read(id)).toMatchObject({ takenBy: null });
  });

  test('a deleted conversation: its thread ends, and an answer says so', async () => {
    const id = await waiting();
    await people().client.conversations.delete(id);
    await room.reply(noraAs, 'Hello?');
    await told('the conversation is deleted');
    await runSweep(parley, 'team_rooms.look');
    await settled();
    expect(await postOf(id)).toMatchObject({ state: 'closed', thread_version: null });
    expect(room.notices().at(-1)?.text).toContain('no longer there');
  });

  test('a process that dies after the takeover, or after the message, sends it once', async () => {
    const id = await waiting();
    await (await people().nora.session()).conversations.takeOver(id);
    await room.reply(noraAs, 'Once');
    await arrives(id, ['human', 'Once']);
    const { jobs } = parley.features;
    const { remote = '' } = (await postOf(id)) ?? {};
    const again = {
      ...{ channel: room.channel, room: room.room, event: 'again', to: remote, text: 'Twice' },
      ...{ user: type === 'slack' ? `U0PERSON00${noraAs}` : String(noraAs), isEdit: false, hasFiles: false },
    };
    const run = async () => {
      await parley.db.write([jobs.enqueue(people().alice.workspace, { kind: replyKind, payload: again })]);
      await jobs.poll();
      await settled();
    };
    await run();
    await people().session.conversations.takeOver(id);
    await run();
    await arrives(id, ['human', 'Once'], ['human', 'Twice']);
  });

  test('messages in no thread of a notice, and in threads of other notices, are ignored', async () => {
    const greeting = 0;
    const before = room.thread(greeting).length;
    await room.reply(noraAs, 'Nice bot', { notice: greeting });
    await room.say('What is for lunch?');
    await settled();
    expect(room.thread(greeting)).toHaveLength(before);
    expect((await people().client.conversations.list({ channelId: room.channel })).items).toEqual([]);
  });

  test.runIf(type === 'telegram')('a reply to a message in the thread counts, too', async () => {
    const id = await waiting();
    await people().client.messages.send(id, { content: 'Hello?' });
    await told('Visitor: Hello?');
    await settled();
    await room.reply(noraAs, 'Yes?', { isNearest: true });
    await vi.waitFor(async () => expect((await sent(id)).at(-1)).toEqual(['human', 'Yes?']), patient);
  });

  test.runIf(type === 'telegram')(
    'a reply counts in a bot that is silent in groups; odd ones are ignored',
    async () => {
      const id = await waiting();
      const groups = (how: string) => people().client.channels.update(room.channel, { settings: { groups: how } });
      await groups('off');
      for (const odd of [{ reply_to_message: 7 }, { reply_to_message: { message_id: 'x' } }, { from: undefined }])
        expect(await room.reply(noraAs, 'Odd', { more: odd })).toEqual([200]);
      await room.reply(noraAs, 'Even so');
      await arrives(id, ['human', 'Even so']);
      await settled();
      expect(room.thread()).toEqual([]);
      await groups('mentions');
    },
  );

  test.runIf(type === 'telegram')(
    'a room that refuses for good ends the thread, and its settings say why',
    async () => {
      const id = await waiting();
      telegram.server.refuse(Number(room.room), '403 Forbidden: bot was kicked from the group chat');
      await people().client.messages.send(id, { content: 'Hello?' });
      await vi.waitFor(async () => expect(await postOf(id)).toMatchObject({ thread_version: null }), patient);
      telegram.server.refuse(Number(room.room));
      const state = () => people().client.workspaces.teamRoom.retrieve(people().alice.workspace);
      expect((await state()).problem).toContain('no member');
      await room.reply(noraAs, 'Here I am.');
      await arrives(id, ['user', 'Hello?'], ['human', 'Here I am.']);
    },
  );

  test.runIf(type === 'slack')(
    'mentions, links and entities become text, also beside a mention of the app',
    async () => {
      const id = await waiting();
      const text = 'See <https://example.com/a|the page> &amp; <@U0BOB00001|bob> &lt;3';
      await room.reply(noraAs, text, { more: { type: 'app_mention', channel_type: undefined } });
      await arrives(id, ['human', 'See the page (https://example.com/a) & @bob <3']);
      for (const odd of [{ thread_ts: 'x' }, { thread_ts: 7 }, { user: undefined }, { bot_id: 'B0OTHER001' }])
        expect(await room.reply(noraAs, 'Odd', { more: odd })).toEqual([200]);
      const message = { type: 'message', user: `U0PERSON00${noraAs}`, ts: '1770000000.000100', text: 'Edited' };
      const edit = { ...message, edited: { ts: `${Math.floor(Date.now() / 1000)}.000000` } };
      const root = (await postOf(id))?.remote;
      await room.reply(noraAs, '', {
        more: {
          subtype: 'message_changed',
          message: { ...edit, thread_ts: root },
          previous_message: { ...message, text: 'Before' },
        },
      });
      await told('The edit is not sent');
      await settled();
      expect(await sent(id)).toHaveLength(1);
    },
  );
});

describe.each(engines)('a restart, on %s', (engine) => {
  test('what the visitor wrote meanwhile is told once', async () => {
    const dataDir = await mkdtemp(path(tmpdir(), 'parley-threads-'));
    const database = engine === 'postgres' ? await migratedDatabase() : undefined;
    const own = { dataDir, environment: { ...environment, ...(database && { DATABASE_URL: database.url }) } };
    let running = await startService(engine, own);
    onTestFinished(async () => {
      await running.close();
      await database?.drop();
      await rm(dataDir, { recursive: true, force: true });
    });
    const { client, agent, room } = await prepare(running, slack.make);
    const { _id: id } = await client.conversations.create(agent);
    await client.conversations.handOver(id, { reason: 'Restart' });
    await vi.waitFor(() => expect(room.notices().at(-1)?.text).toContain('Restart'), patient);
    for (const content of ['One', 'Two', 'Three']) await client.messages.send(id, { content });
    await running.close();
    running = await startService(engine, own);
    ownUrl = running.url;
    await runSweep(running, 'team_rooms.look');
    await vi.waitFor(() => expect(room.thread().join('\n')).toContain('Three'), patient);
    await runSweep(running, 'team_rooms.look');
    const left = running.db.query.selectFrom('jobs').select('id').where('kind', '=', 'team_rooms.tell');
    await vi.waitFor(async () => expect(await running.db.read(left)).toEqual([]), patient);
    for (const words of ['One', 'Two', 'Three'])
      expect(room.thread().join('\n').split(`Visitor: ${words}`)).toHaveLength(2);
  });
});
