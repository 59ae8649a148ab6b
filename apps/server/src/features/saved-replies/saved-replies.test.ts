// @module-tag sql
import type { Parley, SavedReply } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { savedReplyRow } from '../../../testing/fixtures/team-rows.ts';
import { type Person, service } from '../../../testing/harness.ts';
import { send } from '../../../testing/request.ts';
import { statement } from '../../storage/unit.ts';

const text = 'Hello {{visitor.name|there}}, here is {{me.name}} for {{agent.name}}.';

describe.each(engines)('saved replies, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;
  let colleague: Parley;
  let agent: string;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
    const bob = await parley.person();
    await alice.invite(bob, 'editor');
    colleague = await bob.session();
    agent = (await client.agents.create({ name: 'Support', model: 'builtin/echo' }))._id;
  });

  const place = () => ({ workspaceId: alice.workspace });
  const all = async (of: Parley, q?: string) =>
    (await of.savedReplies.list({ workspaceId: alice.workspace, limit: 100, ...(q !== undefined && { q }) })).items;
  const names = async (of: Parley, q?: string) => (await all(of, q)).map(({ name }) => name);

  test('200: created, read, found, changed and deleted', async () => {
    const made = await client.savedReplies.create({ ...place(), name: 'Étude', text });
    expect(made).toMatchObject({ name: 'Étude', text, isShared: true, createdBy: alice.user.id });
    expect(made._id).toMatch(/^srep_/);
    expect(await colleague.savedReplies.retrieve(made._id)).toEqual(made);
    await client.savedReplies.create({ ...place(), name: 'Bye', text: 'Thank you for WRITING.' });
    expect(await names(client)).toEqual(['Bye', 'Étude']);
    expect(await names(client, 'écht')).toEqual([]);
    expect(await names(client, ' ÉTU')).toEqual(['Étude']);
    expect(await names(client, 'you for writing')).toEqual(['Bye']);
    expect(await names(client, '%')).toEqual([]);
    const changed = await colleague.savedReplies.update(made._id, { ...made, name: 'Hello' });
    expect(changed).toMatchObject({ name: 'Hello', createdBy: alice.user.id });
    await client.savedReplies.delete(made._id);
    expect(await names(client)).toEqual(['Bye']);
    await expect(client.savedReplies.retrieve(made._id)).rejects.toMatchObject({ code: 'saved_reply_not_found' });
  });

  test('200: an own one is seen by its author alone, and its name is free for others', async () => {
    const own = await client.savedReplies.create({ ...place(), name: 'Mine', text: 'Secret word', isShared: false });
    const theirs = await colleague.savedReplies.create({ ...place(), name: 'mine', text: 'Another', isShared: false });
    const shared = await colleague.savedReplies.create({ ...place(), name: 'MINE', text: 'Shared' });
    expect((await all(client, 'mine')).map(({ _id }) => _id)).toEqual([own._id, shared._id]);
    expect(await all(colleague, 'secret word')).toEqual([]);
    for (const ask of [
      () => colleague.savedReplies.retrieve(own._id),
      () => colleague.savedReplies.update(own._id, { name: 'Taken' }),
      () => colleague.savedReplies.delete(own._id),
    ]) {
      await expect(ask()).rejects.toMatchObject({ status: 404, code: 'saved_reply_not_found' });
    }
    await colleague.savedReplies.delete(shared._id);
    expect(await client.savedReplies.update(own._id, { isShared: true })).toMatchObject({ isShared: true });
    expect(await colleague.savedReplies.retrieve(own._id)).toMatchObject({ text: 'Secret word' });
    const refused = colleague.savedReplies.update(own._id, { isShared: false });
    await expect(refused).rejects.toMatchObject({ status: 400, details: [{ path: 'isShared' }] });
    expect(await client.savedReplies.update(own._id, { isShared: false })).toMatchObject({ isShared: false });
    await client.savedReplies.delete(own._id);
    await colleague.savedReplies.delete(theirs._id);
  });

  test('200: rendered with the values of a conversation', async () => {
    const { _id: id } = await client.savedReplies.create({
      ...place(),
      name: 'Greeting',
      text: `${text} {{visitor.email}}`,
    });
    const talk = await client.conversations.create(agent, { metadata: { name: 'Ada\nLovelace' } });
    expect(await client.savedReplies.render(id, { conversation: talk._id })).toEqual({
      text: `Hello Ada Lovelace, here is ${alice.user.name} for Support. `,
      missing: ['visitor.email'],
    });
    const unknown = await client.conversations.create(agent);
    expect((await client.savedReplies.render(id, { conversation: unknown._id })).text).toMatch(/^Hello there, /);
    const form = JSON.stringify({ name: 'Grace', email: 'grace@example.com', news: true });
    const { db } = parley;
    await db.write([
      statement(db.query.updateTable('conversations').set({ visitor_form: form }).where('id', '=', talk._id)),
    ]);
    const rendered = await client.savedReplies.render(id, { conversation: talk._id });
    expect(rendered).toEqual({
      text: `Hello Grace, here is ${alice.user.name} for Support. grace@example.com`,
      missing: [],
    });
    expect((await client.messages.list(talk._id)).items).toEqual([]);
    await client.savedReplies.delete(id);
  });

  test('200: one of 20 that get the same name at once', async () => {
    const name = 'At once';
    const tries = Array.from({ length: 20 }, () =>
      client.savedReplies.create({ ...place(), name, text: 'Hello' }).then(
        (made: SavedReply) => made._id,
        (error: { code: string }) => error.code,
      ),
    );
    const outcomes = await Promise.all(tries);
    expect(outcomes.filter((outcome) => outcome === 'name_conflict')).toHaveLength(19);
    for (const { _id: id } of await all(client, name)) await client.savedReplies.delete(id);
  });

  test('400: unknown variables, blank texts, fields of the service, and a conversation of elsewhere', async () => {
    const unknown = client.savedReplies.create({ ...place(), name: 'Order', text: 'It is {{order_number}}' });
    await expect(unknown).rejects.toMatchObject({
      status: 400,
      details: [{ path: 'text', message: 'has the unknown variable {{order_number}}' }],
    });
    await expect(client.savedReplies.create({ ...place(), name: 'Blank', text: ' \n' })).rejects.toMatchObject({
      status: 400,
    });
    const made = await client.savedReplies.create({ ...place(), name: 'Kept', text: 'Kept' });
    const changes = [{ text: '{{nothing}}' }, { createdBy: null }, { name: '  ' }];
    for (const change of changes) {
      await expect(client.savedReplies.update(made._id, change)).rejects.toMatchObject({ status: 400 });
    }
    expect(await client.savedReplies.retrieve(made._id)).toEqual(made);
    const { _id: other } = await client.workspaces.create({ name: 'Other' });
    const elsewhere = await client.agents.create({ name: 'Other', model: 'builtin/echo', workspaceId: other });
    const talk = await client.conversations.create(elsewhere._id);
    const rendered = client.savedReplies.render(made._id, { conversation: talk._id });
    await expect(rendered).rejects.toMatchObject({ status: 400, details: [{ path: 'conversation' }] });
    await client.savedReplies.delete(made._id);
  });

  test('403: a viewer reads and renders, and changes nothing', async () => {
    const made = await client.savedReplies.create({ ...place(), name: 'Seen', text: 'Seen' });
    const vera = await parley.person();
    await alice.invite(vera, 'viewer');
    const viewer = await vera.session();
    expect(await viewer.savedReplies.retrieve(made._id)).toEqual(made);
    for (const ask of [
      () => viewer.savedReplies.create({ name: 'Mine', text: 'Mine', isShared: false, ...place() }),
      () => viewer.savedReplies.update(made._id, { text: 'Changed' }),
      () => viewer.savedReplies.delete(made._id),
    ]) {
      await expect(ask()).rejects.toMatchObject({ status: 403, code: 'insufficient_role' });
    }
    await client.savedReplies.delete(made._id);
  });

  test('409: a taken name, another version, and more than 1,000 at once', async () => {
    const made = await client.savedReplies.create({ ...place(), name: 'Straße', text: 'One' });
    const other = await client.savedReplies.create({ ...place(), name: 'Other', text: 'Two' });
    await expect(client.savedReplies.create({ ...place(), name: ' STRAßE', text: 'x' })).rejects.toMatchObject({
      ...{ status: 409, code: 'name_conflict' },
    });
    await expect(client.savedReplies.update(other._id, { name: 'straße' })).rejects.toMatchObject({ status: 409 });
    const stale = await send(parley.url, {
      ...{ method: 'DELETE', path: `/api/saved-replies/${made._id}`, key: await alice.key() },
      headers: { 'if-match': '"9"' },
    });
    expect(stale.json()).toMatchObject({ code: 'version_conflict' });
    const full = await parley.person();
    const filling = await full.client();
    const rows = Array.from({ length: 995 }, () => savedReplyRow(full.workspace));
    const { db } = parley;
    for (let at = 0; at < rows.length; at += 100) {
      await db.write([statement(db.query.insertInto('saved_replies').values(rows.slice(at, at + 100)))]);
    }
    const tries = Array.from({ length: 10 }, (_, index) =>
      filling.savedReplies.create({ name: `More ${index}`, text: 'More' }).then(
        () => 'created',
        (error: { code: string }) => error.code,
      ),
    );
    const outcomes = (await Promise.all(tries)).sort();
    expect(outcomes).toEqual([...Array(5).fill('created'), ...Array(5).fill('saved_reply_limit_reached')]);
  });
});
