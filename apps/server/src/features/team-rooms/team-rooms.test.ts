// @module-tag sql
import type { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { type Person, service } from '../../../testing/harness.ts';
import { connect, join, leave } from '../../../testing/messengers/room-people.ts';
import {
  askingAgent,
  type MakeRoom,
  patient,
  publicUrl,
  type Room,
  startSlackRooms,
  startTelegramRooms,
} from '../../../testing/messengers/team-room.ts';
import { startFakeProvider } from '../../../testing/servers/fake-provider.ts';
import { sendEvent } from '../../../testing/servers/webhook-server.ts';
import { showKind } from './posts/kind.ts';

let ownUrl = '';
const provider = await startFakeProvider();
const slack = await startSlackRooms(() => ownUrl);
const telegram = await startTelegramRooms(() => ownUrl);
const { url: slackUrl } = slack.server;
const { url: telegramUrl } = telegram.server;
const environment = {
  ...{ ...provider.environment, PUBLIC_URL: publicUrl },
  PARLEY_PLATFORM_URLS: `slack=${slackUrl},telegram=${telegramUrl}`,
  PARLEY_ALLOW_PRIVATE_HOSTS: [slackUrl, telegramUrl, provider.url].map((url) => new URL(url).host).join(','),
};
afterAll(() => Promise.all([slack.server.close(), telegram.server.close(), provider.close()]));

// The statements are the same for both platforms.
const cases = [
  ...engines.map((engine) => ({ engine, type: slack.type, make: slack.make })),
  ...engines.slice(0, 1).map((engine) => ({ engine, type: telegram.type, make: telegram.make })),
];

describe.each(cases)('a room of a team in $type, on $engine', ({ engine, make }) => {
  const parley = service(engine, { environment });
  let alice: Person;
  let nora: Person;
  let client: Parley;
  let agent: string;
  let room: Room;
  const workspaceOf = () => alice.workspace;
  const [noraAs, aliceAs, stranger] = [101, 102, 103];

  const setRoom = (of: Room) => client.workspaces.teamRoom.set(workspaceOf(), { channel: of.channel, room: of.room });
  const makeRoom = (how: MakeRoom = make) => how(client, agent);
  const status = async (call: string) => (await client.toolCalls.retrieve(call)).status;
  const decided = (call: string) =>
    vi.waitFor(async () => {
      const found = await client.toolCalls.retrieve(call);
      expect(found.decidedBy).not.toBeNull();
      return found;
    }, patient);
  /** Has a call asked, and waits for its notice. */
  const ask = async (given: object = { order: 7 }, options: { name?: string; approvers?: string[] } = {}) => {
    const before = room.notices().length;
    const call = await (await askingAgent(client, provider, { given, ...options })).ask();
    await vi.waitFor(
      () =>
        expect(
          room
            .notices()
            .slice(before)
            .some(({ hasButtons }) => hasButtons),
        ).toBe(true),
      patient,
    );
    return call;
  };
  const shown = (text: string, notice = -1) =>
    vi.waitFor(() => {
      const found = room.notices().at(notice);
      expect(found?.text).toContain(text);
      expect(found?.hasButtons).toBe(false);
    }, patient);
  const told = (user: number, text: string) =>
    vi.waitFor(() => expect(room.answers(user).at(-1)).toContain(text), patient);

  beforeAll(async () => {
    ownUrl = parley.url;
    [alice, nora] = [await parley.person(), await parley.person()];
    client = await alice.client();
    await join(parley, nora, { workspace: alice.workspace });
    ({ _id: agent } = await client.agents.create({ name: 'Echo', model: 'builtin/echo' }));
    room = await makeRoom();
    expect(await setRoom(room)).toMatchObject({ state: 'connected', room: room.room, problem: null });
    expect(room.notices()).toMatchObject([{ hasButtons: false }]);
  });

  test('a stranger is told how to connect; a member then approves, and the call runs', async () => {
    const call = await ask();
    expect(room.notices().at(-1)?.text).toContain('Careful');
    await room.press(noraAs, 'Approve');
    await told(noraAs, 'isn’t connected yet');
    expect(await status(call)).toBe('waiting');
    await connect(parley, nora, { room, as: noraAs, workspace: workspaceOf() });
    await room.press(noraAs, 'Approve');
    expect(await decided(call)).toMatchObject({ decidedBy: nora.user.id });
    await shown(`Approved by ${nora.user.name}`.slice(0, 12));
  });

  test('a conversation that waits appears each time, and one of two takes it', async () => {
    await connect(parley, nora, { room, as: noraAs, workspace: workspaceOf() });
    await connect(parley, alice, { room, as: aliceAs, workspace: workspaceOf() });
    const { _id: id } = await client.conversations.create(agent, { title: 'Order 7' });
    const read = () => client.conversations.retrieve(id);
    const waits = (reason: string) =>
      vi.waitFor(() => {
        const notice = room.notices().at(-1);
        expect(notice?.text).toContain(reason);
        expect(notice?.hasButtons).toBe(true);
      }, patient);
    await client.conversations.handOver(id, { reason: 'Angry *customer*', summary: 'The money of order 7.' });
    await waits('Angry');
    expect(room.notices().at(-1)?.text).toContain('The money of order 7.');
    await Promise.all([room.press(noraAs, 'Take it'), room.press(aliceAs, 'Take it')]);
    await shown('Taken by');
    const loser = (await read()).takenBy === nora.user.id ? aliceAs : noraAs;
    await vi.waitFor(() => expect(room.answers(loser).at(-1)).toMatch(/Taken by|faster/), patient);
    await client.conversations.release(id);
    await client.conversations.handOver(id, { reason: 'Asked again' });
    await waits('Asked again');
    await client.conversations.close(id);
    await shown('It waits no longer.');
  });

  test('a conversation appears that a user of a messenger hands over', async () => {
    const settings = { handover: { offered: true } };
    const { _id: channel, secret } = await client.channels.create(agent, { type: 'webhook', settings });
    const body = { type: 'message', user: { id: 'ada' }, text: 'Person!' };
    await sendEvent(parley.url, { channel, secret: secret ?? '', body });
    await vi.waitFor(() => {
      const notice = room.notices().at(-1);
      expect(notice?.text).toContain('The visitor asked for a person.');
      expect(notice?.hasButtons).toBe(true);
    }, patient);
    const [conversation] = (await client.conversations.list({ channelId: channel })).items;
    await client.conversations.close(conversation?._id ?? '');
    await shown('It waits no longer.');
  });

  test('of two at once one decides, and the other is told who', async () => {
    await connect(parley, nora, { room, as: noraAs, workspace: workspaceOf() });
    await connect(parley, alice, { room, as: aliceAs, workspace: workspaceOf() });
    const call = await ask();
    const before = [noraAs, aliceAs].flatMap((user) => room.answers(user)).length;
    await Promise.all([room.press(noraAs, 'Approve'), room.press(aliceAs, 'Deny')]);
    const { decidedBy } = await decided(call);
    const [other, word] = decidedBy === nora.user.id ? [aliceAs, 'Approved by'] : [noraAs, 'Denied by'];
    await vi.waitFor(
      () => expect([noraAs, aliceAs].flatMap((user) => room.answers(user)).length).toBeGreaterThan(before),
      patient,
    );
    await told(other, word);
    await shown(word);
  });

  test('a decision elsewhere takes the buttons away', async () => {
    const call = await ask();
    await client.toolCalls.deny(call, { reason: 'No.' });
    await shown('Denied by');
  });

  test('a call that ends with its reply has no buttons any more', async () => {
    const call = await ask();
    const { conversation } = await client.toolCalls.retrieve(call);
    await client.conversations.update(conversation, { status: 'closed' });
    await shown('its reply ended');
  });

  test('the rights of now count: a former member, and a member who is not among the approvers, decide nothing', async () => {
    await connect(parley, nora, { room, as: noraAs, workspace: workspaceOf() });
    const call = await ask({ order: 8 }, { approvers: [alice.user.id] });
    await room.press(noraAs, 'Approve');
    await told(noraAs, 'not among those who are asked');
    await leave(parley, nora, workspaceOf());
    await room.press(noraAs, 'Approve');
    await told(noraAs, 'no member of the workspace any more');
    await join(parley, nora, { workspace: workspaceOf(), role: 'viewer' });
    await room.press(noraAs, 'Approve');
    await told(noraAs, 'Your role');
    expect(await status(call)).toBe('waiting');
    await leave(parley, nora, workspaceOf());
    await join(parley, nora, { workspace: workspaceOf() });
    await client.toolCalls.deny(call, {});
  });

  test('a code works once, for its own person, and wrong ones say so', async () => {
    await room.direct(stranger, 'connect 000000000000');
    await vi.waitFor(() => expect(room.directAnswers(stranger).at(-1)).toContain('doesn’t work'), patient);
    const before = (await client.conversations.list({ channelId: room.channel })).items.length;
    expect(before).toBe(0);
  });

  test('messages in the room start no conversation', async () => {
    await room.say('What is for lunch?');
    await room.direct(stranger, 'Hello there');
    await vi.waitFor(() => expect(room.directAnswers(stranger).at(-1)).toBe('Hello there'), patient);
    const { items } = await client.conversations.list({ channelId: room.channel });
    expect(items.map(({ messageCount }) => messageCount)).toEqual([2]);
  });

  test('hostile arguments mention no one and hide nothing', async () => {
    const hostile = '<!channel> <@U0PERSON001> ``` *x* </pre><a href="https://evil.example">ok</a> @durov \u202eabc';
    const call = await ask({ note: hostile }, { name: '<!here> @durov https://evil.example' });
    const text = room.notices().at(-1)?.text ?? '';
    expect(text).toContain('u202e');
    expect(text).not.toContain('\u202e');
    if (make === slack.make) {
      expect(text.split('\n')[0]).toContain('&lt;!here&gt;');
      expect(text).not.toContain('"mrkdwn","text":"<!');
      expect(text).toContain('rich_text_preformatted');
    } else {
      expect(text).toContain('</pre><a href=');
      const entities = JSON.parse(text.slice(text.lastIndexOf('\n[') + 1)) as { type: string }[];
      expect(entities.map(({ type }) => type)).toContain('pre');
      expect(entities.filter(({ type }) => type === 'text_link').length).toBeLessThanOrEqual(1);
    }
    await client.toolCalls.deny(call, {});
  });

  test('long arguments are cut, and the notice says so', async () => {
    const call = await ask({ note: '€'.repeat(3_500) });
    expect(room.notices().at(-1)?.text).toContain('This is a part of');
    await client.toolCalls.deny(call, {});
    await shown('Denied by');
  });

  test('a press in a room that is no longer the team’s decides nothing', async () => {
    await connect(parley, nora, { room, as: noraAs, workspace: workspaceOf() });
    const call = await ask();
    const other = await makeRoom();
    await setRoom(other);
    await room.press(noraAs, 'Approve');
    await told(noraAs, 'not the team’s room any more');
    expect(await status(call)).toBe('waiting');
    await setRoom(room);
    await client.toolCalls.deny(call, {});
  });

  test('new secrets of the channel stop everything until an admin sets the room again', async () => {
    await connect(parley, nora, { room, as: noraAs, workspace: workspaceOf() });
    const call = await ask();
    const notice = room.notices().length - 1;
    const { db } = parley;
    const row = db.query.updateTable('team_rooms').set({ credentials: 'others' }).where('id', '=', workspaceOf());
    await db.write([row.compile()]);
    await room.press(noraAs, 'Approve', notice);
    await told(noraAs, 'secrets of the bot have changed');
    expect(await client.workspaces.teamRoom.retrieve(workspaceOf())).toMatchObject({ state: 'unconfirmed' });
    expect(await status(call)).toBe('waiting');
    await setRoom(room);
    await room.press(noraAs, 'Approve', notice);
    await decided(call);
  });

  test('after a crash between post and store both notices work', async () => {
    await connect(parley, nora, { room, as: noraAs, workspace: workspaceOf() });
    const open = () => room.notices().filter(({ hasButtons }) => hasButtons);
    await vi.waitFor(() => expect(open()).toEqual([]), patient);
    const call = await ask();
    const first = room.notices().length - 1;
    const { db } = parley;
    // Its job has ended, and looks again when the call stops waiting.
    await vi.waitFor(async () => {
      const jobs = db.query.selectFrom('jobs').select('state').where('dedupe_key', '=', call);
      expect(await db.read(jobs)).toEqual([{ state: 'waiting' }]);
    }, patient);
    // The job is enqueued again as if its first attempt had never ended.
    const again = parley.features.jobs.enqueue(workspaceOf(), {
      ...{ kind: showKind, payload: { kind: 'tool_call', id: call }, key: call },
    });
    await db.write([db.query.deleteFrom('team_room_posts').where('id', '=', call).compile(), again]);
    await parley.features.jobs.poll();
    await vi.waitFor(() => expect(open()).toHaveLength(2), patient);
    // Pressed twice, it is decided once.
    await Promise.all([room.press(noraAs, 'Approve', first), room.press(noraAs, 'Approve', first)]);
    await decided(call);
    await vi.waitFor(() => expect(open()).toEqual([]), patient);
  });

  test('another workspace can’t decide, nor use the channel', async () => {
    const call = await ask();
    const mallory = await parley.person();
    const theirs = await mallory.client();
    await expect(
      theirs.workspaces.teamRoom.set(mallory.workspace, { channel: room.channel, room: room.room }),
    ).rejects.toMatchObject({ code: 'validation_failed', details: [{ path: 'channel' }] });
    await expect(theirs.workspaces.teamRoom.retrieve(workspaceOf())).rejects.toMatchObject({
      code: 'workspace_not_found',
    });
    // A person who may decide there presses a button that names a call of this workspace.
    const own = await theirs.agents.create({ name: 'Echo', model: 'builtin/echo' });
    const foreign = await make(theirs, own._id);
    await theirs.workspaces.teamRoom.set(mallory.workspace, { channel: foreign.channel, room: foreign.room });
    await connect(parley, mallory, { room: foreign, as: stranger, workspace: mallory.workspace });
    await foreign.pressValue(stranger, `tool_call:${call}:approve`);
    await vi.waitFor(() => expect(foreign.answers(stranger).at(-1)).toContain('no such tool call'), patient);
    expect(await status(call)).toBe('waiting');
    await client.toolCalls.deny(call, {});
  });

  test('a room that the bot can’t write in is refused with the reason, and stays as it was', async () => {
    const draft = { channel: room.channel, room: 'nowhere' };
    await expect(client.workspaces.teamRoom.set(workspaceOf(), draft)).rejects.toMatchObject({
      ...{ code: 'validation_failed', details: [{ path: 'room' }] },
    });
    await expect(
      client.workspaces.teamRoom.set(workspaceOf(), { ...draft, room: room.refused() }),
    ).rejects.toMatchObject({ code: 'undeliverable', message: expect.stringContaining('no member') });
    expect(await client.workspaces.teamRoom.retrieve(workspaceOf())).toMatchObject({ room: room.room });
  });

  test('a call without a decision shows that it has expired', async () => {
    await ask();
    parley.advance(86_400_000 + 10_000);
    await parley.features.jobs.poll();
    await shown('Expired');
  });
});
