// @module-tag sql
import { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { watched } from '../../../testing/conversations/conversation-changes.ts';
import { followed } from '../../../testing/conversations/conversation-copy.ts';
import { letIn, makeWebChannel } from '../../../testing/conversations/visitors.ts';
import { engines } from '../../../testing/databases/engines.ts';
import { type Person, service } from '../../../testing/harness.ts';
import { expectFailure, send } from '../../../testing/request.ts';
import { createBoard } from './board.ts';

const patience = { timeout: 20_000 };
const ttl = 15_000;

describe.each(engines)('presence, on %s', (engine) => {
  const parley = service(engine);
  let nora: Person;
  let mateo: Person;
  let client: Parley;
  let other: Parley;
  let channel: string;
  let agent: string;

  beforeAll(async () => {
    nora = await parley.person();
    mateo = await parley.person();
    await nora.invite(mateo, 'editor');
    client = await nora.client();
    other = await mateo.session();
    agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
    channel = await makeWebChannel(parley, { workspace: nora.workspace, agent });
  });

  const follow = (by: Parley, id: string) => {
    const reader = followed(by, id);
    onTestFinished(async () => void (await reader.leave()));
    const presence = () => reader.events.flatMap((event) => (event.type === 'presence' ? [event] : []));
    const opened = () => expect.poll(() => reader.events.length, patience).toBeGreaterThan(0);
    return { ...reader, presence, latest: () => presence().at(-1), opened };
  };
  const there = ({ user }: Person, typing: boolean) => ({ user: user.id, name: expect.any(String), typing });

  /** A visitor's conversation, and a client with the visitor's token. */
  const visited = async () => {
    const { token } = await letIn(parley.url, channel);
    const visitor = new Parley({ baseURL: parley.url, apiKey: token, maxRetries: 0 });
    const { _id: id } = await visitor.conversations.create(agent);
    return { visitor, id };
  };

  test('200: followers hear of those who come, type, leave and are silent, and the place of a stream stays', async () => {
    const { _id: id } = await client.conversations.create(agent);
    const reader = follow(client, id);
    await reader.opened();
    const place = reader.last();
    await client.conversations.presence(id, { typing: false });
    const told = await other.conversations.presence(id, { typing: true });
    const both = [there(nora, false), there(mateo, true)].sort((one, two) => (one.user < two.user ? -1 : 1));
    expect(told).toEqual({ conversation: id, people: both, visitor: null });
    await expect.poll(reader.latest, patience).toMatchObject({ people: both, visitor: null });
    await other.conversations.presence(id, { typing: false, here: false });
    await expect.poll(reader.latest, patience).toMatchObject({ people: [there(nora, false)] });
    const late = follow(other, id);
    await expect.poll(late.latest, patience).toMatchObject({ people: [there(nora, false)] });
    parley.advance(ttl);
    await expect.poll(reader.latest, patience).toMatchObject({ people: [] });
    expect(reader.last()).toBe(place);
  });

  test('200: a repeated sign is no event, and nothing is recorded', async () => {
    const { _id: id } = await client.conversations.create(agent);
    const before = await client.conversations.retrieve(id);
    const reader = follow(client, id);
    await reader.opened();
    for (let times = 0; times < 3; times += 1) await client.conversations.presence(id, { typing: true });
    await client.conversations.presence(id, { typing: false });
    await expect.poll(reader.latest, patience).toMatchObject({ people: [there(nora, false)] });
    expect(reader.presence()).toHaveLength(2);
    expect(await client.conversations.retrieve(id)).toEqual(before);
    expect((await client.conversations.entries(id)).items).toEqual([]);
  });

  test('200: a visitor hears that a person types, and not who looks; people hear the visitor type', async () => {
    const { visitor, id } = await visited();
    const theirs = follow(visitor, id);
    const ours = follow(client, id);
    await Promise.all([theirs.opened(), ours.opened()]);
    await client.conversations.presence(id, { typing: false });
    const typing = { conversation: id, people: [], visitor: null };
    expect(await visitor.conversations.presence(id, { typing: true })).toEqual(typing);
    await expect.poll(ours.latest, patience).toMatchObject({ visitor: { typing: true } });
    expect(theirs.presence()).toEqual([]);
    await client.conversations.presence(id, { typing: true });
    const one = [{ user: 'person', name: '', typing: true }];
    await expect.poll(theirs.latest, patience).toMatchObject({ people: one, visitor: null });
    await client.conversations.presence(id, { typing: false, here: false });
    await expect.poll(theirs.latest, patience).toMatchObject({ people: [], visitor: null });
  });

  test('200: readers of the workspace hear of it, also those who come later, and none of another workspace', async () => {
    const { _id: id } = await client.conversations.create(agent);
    const stranger = await (await parley.person()).client();
    const strange = watched(stranger);
    onTestFinished(strange.leave);
    await client.conversations.presence(id, { typing: true });
    const reader = watched(other, { workspaceId: nora.workspace });
    onTestFinished(reader.leave);
    const found = () => reader.events.findLast((event) => event.type === 'presence' && event.conversation === id);
    await expect.poll(found, patience).toMatchObject({ people: [there(nora, true)] });
    await client.conversations.presence(id, { typing: false, here: false });
    await expect.poll(found, patience).toMatchObject({ people: [] });
    expect(strange.events).toEqual([]);
  });

  test('200: one who may only read is seen, and never types', async () => {
    const viewer = await parley.person();
    await nora.invite(viewer, 'viewer');
    const { _id: id } = await client.conversations.create(agent);
    const { people } = await (await viewer.session()).conversations.presence(id, { typing: true });
    expect(people).toEqual([there(viewer, false)]);
  });

  test('400, 404: for bad bodies and strangers', async () => {
    const { _id: id } = await client.conversations.create(agent);
    const ask = (key: string, body: object) =>
      send(parley.url, { method: 'POST', path: `/api/conversations/${id}/presence`, key, body });
    expectFailure(await ask(await nora.key(), {}), 'validation_failed');
    const strange = await (await parley.person()).key();
    expectFailure(await ask(strange, { typing: true }), 'conversation_not_found');
  });
});

describe('a board', () => {
  const place = { conversation: 'conv_1', workspace: 'ws_1' };
  const sign = (who: string) => ({ who, name: '', typing: false, until: 1 });

  test('keeps at most 20 people of a conversation, and its visitor', () => {
    const board = createBoard();
    for (let index = 0; index < 25; index += 1) board.put(place, sign(`user_${index}`));
    board.put(place, sign('visitor'));
    const { people, visitor } = board.view('conv_1');
    expect([people.length, visitor]).toEqual([20, { typing: false }]);
    expect(board.expire(1)).toEqual([place]);
    expect(board.isEmpty()).toBe(true);
  });

  test('what was read replaces what is older, and leaves what came since', () => {
    const board = createBoard();
    board.put(place, sign('user_1'));
    const since = board.turn();
    board.put(place, sign('user_2'));
    const read = [{ ...place, ...sign('user_3') }];
    expect(board.replace(new Set(['ws_1']), read, since)).toEqual([place]);
    expect(board.view('conv_1').people.map(({ user }) => user)).toEqual(['user_2', 'user_3']);
  });
});

describe.each(engines)('one conversation and two people, on %s', (engine) => {
  const parley = service(engine);
  let nora: Person;
  let mateo: Person;
  let first: Parley;
  let second: Parley;
  let key: Parley;
  let agent: string;

  beforeAll(async () => {
    nora = await parley.person();
    mateo = await parley.person();
    await nora.invite(mateo, 'editor');
    [first, second, key] = [await nora.session(), await mateo.session(), await nora.client()];
    agent = (await first.agents.create({ name: 'Echo', model: 'builtin/echo', workspaceId: nora.workspace }))._id;
  });

  test('200, 409: of two who take it from the same, one gets it, and the other is told who has it', async () => {
    const { _id: id } = await first.conversations.create(agent);
    const taking = await Promise.allSettled(
      [first, second].map((one) => one.conversations.takeOver(id, { takenBy: null })),
    );
    const refused = taking.find(({ status }) => status === 'rejected');
    const { takenBy } = await first.conversations.retrieve(id);
    expect(taking.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const reason = { code: 'conversation_taken_over', details: [{ path: 'takenBy', message: takenBy }] };
    expect(refused).toMatchObject({ reason });
    const loser = takenBy === nora.user.id ? second : first;
    const winner = takenBy === nora.user.id ? first : second;
    expect((await winner.conversations.takeOver(id, { takenBy: null })).takenBy).toBe(takenBy);
    expect((await loser.conversations.takeOver(id, { takenBy: takenBy })).takenBy).not.toBe(takenBy);
    await loser.conversations.release(id);
    await expect(winner.conversations.takeOver(id, { takenBy: nora.user.id })).rejects.toMatchObject({
      code: 'conversation_taken_over',
    });
    expect((await winner.conversations.takeOver(id)).takenBy).toBe(takenBy);
  });

  test('409: a person does not answer over another one; a program may', async () => {
    const { _id: id } = await first.conversations.create(agent);
    await second.conversations.takeOver(id);
    const reply = { content: 'Mine', role: 'human' } as const;
    const details = [{ path: 'takenBy', message: mateo.user.id }];
    const refused = { code: 'conversation_taken_over', status: 409, details };
    await expect(first.messages.send(id, reply)).rejects.toMatchObject(refused);
    await second.messages.send(id, reply);
    await key.messages.send(id, reply);
    await first.conversations.takeOver(id, { takenBy: mateo.user.id });
    await first.messages.send(id, reply);
    await first.conversations.release(id);
    await first.conversations.handOver(id, { reason: 'Asked' });
    await second.messages.send(id, reply);
  });
});
