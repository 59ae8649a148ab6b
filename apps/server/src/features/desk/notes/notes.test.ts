// @module-tag sql
import type { ConversationEvent, Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf, letIn, makeWebChannel } from '../../../../testing/conversations/visitors.ts';
import { engines } from '../../../../testing/databases/engines.ts';
import { noteRow } from '../../../../testing/fixtures/team-rows.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { loggedEvents } from '../../../../testing/logged-events.ts';
import { startMailServer } from '../../../../testing/servers/mail-server.ts';
import { statement } from '../../../storage/unit.ts';

const patience = { timeout: 20_000, interval: 20 };
const server = await startMailServer();
afterAll(server.close);

describe.each(engines)('private notes, on %s', (engine) => {
  const parley = service(engine, { environment: server.environment });
  let alice: Person;
  let bob: Person;
  let session: Parley;
  let colleague: Parley;
  let agent: string;

  /** Without an invitation, which would be mailed. */
  const join = ({ user }: Person, role: string) => {
    const row = { workspace_id: alice.workspace, user_id: user.id, role, created_at: Date.now() };
    return parley.db.write([statement(parley.db.query.insertInto('members').values(row))]);
  };

  beforeAll(async () => {
    parley.features.jobs.start({ schedules: false });
    [alice, bob] = [await parley.person(), await parley.person()];
    await join(bob, 'editor');
    [session, colleague] = [await alice.session(), await bob.session()];
    agent = (await session.agents.create({ name: 'Echo', model: 'builtin/echo', workspaceId: alice.workspace }))._id;
  });

  const begin = async () => (await session.conversations.create(agent))._id;
  const notesOf = async (id: string) =>
    (await session.conversations.entries(id)).items.filter(({ type }) => type === 'noted');

  test('200: written, changed and deleted, also on a closed conversation that another person had', async () => {
    const id = await begin();
    await colleague.conversations.takeOver(id);
    const first = await session.conversations.notes.create(id, { text: 'Knows **us**' });
    expect(first).toMatchObject({
      ...{ conversation: id, type: 'noted', data: { text: 'Knows **us**', mentions: [] } },
      actor: { kind: 'person', id: alice.user.id, name: alice.user.name },
    });
    await colleague.conversations.close(id);
    const late = await colleague.conversations.notes.create(id, { text: 'Done', mentions: [bob.user.id, bob.user.id] });
    expect(late.data.mentions).toEqual([bob.user.id]);
    expect(await notesOf(id)).toEqual([first, late]);
    const ref = { conversationId: id, noteId: first._id };
    const changed = await session.conversations.notes.update(ref, { text: 'Knows us well' });
    expect(changed).toEqual({
      ...first,
      data: { text: 'Knows us well', mentions: [], editedAt: expect.any(String) },
    });
    expect(await notesOf(id)).toEqual([changed, late]);
    await session.conversations.notes.delete(ref);
    const [deleted] = await notesOf(id);
    expect(deleted?.data).toEqual({ text: '', mentions: [], deletedAt: expect.any(String) });
    const [stored] = await parley.db.read(
      parley.db.query.selectFrom('conversation_entries').select('data').where('id', '=', first._id),
    );
    expect(stored?.data).not.toContain('Knows');
    for (const again of [
      () => session.conversations.notes.delete(ref),
      () => session.conversations.notes.update(ref, { text: 'Back' }),
    ]) {
      await expect(again()).rejects.toMatchObject({ status: 404, code: 'note_not_found' });
    }
    expect((await session.conversations.retrieve(id)).status).toBe('closed');
    const events = (await loggedEvents(parley.db, id)).filter(({ type }) => type.includes('note'));
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['conversation.noted', 'conversation.note_updated', 'conversation.note_deleted']),
    );
    expect(JSON.stringify(events)).not.toContain('Knows');
  });

  test('those who follow a conversation get a note when it is written, changed and deleted', async () => {
    const id = await begin();
    const heard: ConversationEvent[] = [];
    const following = (async () => {
      for await (const event of colleague.conversations.events(id)) {
        heard.push(event);
        if (event.type === 'entry.created' && event.entry.data.deletedAt !== undefined) return;
        if (heard.length === 1) {
          const { _id: noteId } = await session.conversations.notes.create(id, { text: 'One' });
          await session.conversations.notes.update({ conversationId: id, noteId }, { text: 'Two' });
          await session.conversations.notes.delete({ conversationId: id, noteId });
        }
      }
    })();
    await following;
    const entries = heard.flatMap((event) => (event.type === 'entry.created' ? [event.entry] : []));
    expect(new Set(entries.map(({ _id }) => _id)).size).toBe(1);
    expect(entries.at(-1)?.data.text).toBe('');
  });

  test('a visitor never gets a note, nor does the agent read it', async () => {
    const channel = await makeWebChannel(parley, { workspace: alice.workspace, agent });
    const visitor = clientOf(parley, await letIn(parley.url, channel, {}));
    const { conversation } = await visitor.agents.chat(agent, { content: 'Hello' });
    const secret = 'He is angry again';
    await session.conversations.notes.create(conversation._id, { text: secret });
    await session.conversations.close(conversation._id);
    const { items } = await visitor.conversations.entries(conversation._id);
    expect(items.map(({ type }) => type)).toEqual(['closed']);
    await session.conversations.reopen(conversation._id);
    await visitor.messages.send(conversation._id, { content: 'And now?' });
    const { items: messages } = await visitor.messages.list(conversation._id);
    expect(JSON.stringify([items, messages])).not.toContain(secret);
    expect(await session.conversations.export({ workspaceId: alice.workspace }).text()).toContain(secret);
    const refused = visitor.conversations.notes.create(conversation._id, { text: 'Mine' });
    await expect(refused).rejects.toMatchObject({ status: 403 });
  });

  test('a mentioned person is told by mail, once and without the text; its author is not', async () => {
    const id = await begin();
    const { db } = parley;
    await db.write([
      statement(db.query.updateTable('users').set({ verified_at: Date.now() }).where('id', '=', bob.user.id)),
    ]);
    const draft = { text: '@Bob, the parcel is lost', mentions: [bob.user.id, alice.user.id] };
    const noted = await session.conversations.notes.create(id, draft, { idempotencyKey: `once ${engine}` });
    expect(await session.conversations.notes.create(id, draft, { idempotencyKey: `once ${engine}` })).toEqual(noted);
    expect(await notesOf(id)).toHaveLength(1);
    const mails = () => server.mails.filter(({ text }) => text.includes(id));
    await expect.poll(mails, patience).toHaveLength(1);
    const [mail] = mails();
    expect(mail?.to).toContain(bob.user.email);
    expect(mail?.text).not.toContain('parcel');
    await session.conversations.notes.update({ conversationId: id, noteId: noted._id }, { text: 'Found' });
    const open = db.query.selectFrom('jobs').select('id').where('kind', 'in', ['desk.mention', 'mail.send']);
    await expect.poll(() => db.read(open.where('state', '<>', 'dead')), patience).toEqual([]);
    expect(mails()).toHaveLength(1);
  });

  test('400: strangers, people who have left, blank and long texts', async () => {
    const id = await begin();
    const [stranger, left] = [await parley.person(), await parley.person()];
    await join(left, 'viewer');
    const one = await session.conversations.notes.create(id, { text: 'Hi', mentions: [left.user.id] });
    await session.workspaces.members.remove({ workspaceId: alice.workspace, userId: left.user.id });
    for (const user of [stranger.user.id, left.user.id, 'user_none']) {
      const refused = session.conversations.notes.create(id, { text: 'Hi', mentions: [bob.user.id, user] });
      await expect(refused).rejects.toMatchObject({ code: 'validation_failed', details: [{ path: 'mentions' }] });
    }
    // A change of the text keeps the mention of a person who has left.
    const ref = { conversationId: id, noteId: one._id };
    expect((await session.conversations.notes.update(ref, { text: 'Ho' })).data.mentions).toEqual([left.user.id]);
    for (const text of ['', ' \n', 'a'.repeat(10_001)]) {
      await expect(session.conversations.notes.create(id, { text })).rejects.toMatchObject({
        ...{ code: 'validation_failed', details: [{ path: 'text' }] },
      });
    }
    const longest = '€'.repeat(10_000);
    expect((await session.conversations.notes.create(id, { text: longest })).data.text).toBe(longest);
    expect(await notesOf(id)).toHaveLength(2);
  });

  test('403, 404: a note of another person, a viewer, and a conversation out of reach', async () => {
    const id = await begin();
    const { _id: noteId } = await session.conversations.notes.create(id, { text: 'Mine' });
    const ref = { conversationId: id, noteId };
    for (const ask of [
      () => colleague.conversations.notes.update(ref, { text: 'Yours' }),
      () => colleague.conversations.notes.delete(ref),
    ]) {
      await expect(ask()).rejects.toMatchObject({ status: 403, code: 'insufficient_role' });
    }
    const viewer = await parley.person();
    await join(viewer, 'viewer');
    const reading = await viewer.session();
    await expect(reading.conversations.notes.create(id, { text: 'Hi' })).rejects.toMatchObject({
      code: 'insufficient_role',
    });
    expect((await reading.conversations.entries(id)).items[0]?.data.text).toBe('Mine');
    const other = await (await parley.person()).session();
    await expect(other.conversations.notes.create(id, { text: 'Hi' })).rejects.toMatchObject({
      ...{ status: 404, code: 'conversation_not_found' },
    });
    const elsewhere = { conversationId: await begin(), noteId };
    await expect(session.conversations.notes.delete(elsewhere)).rejects.toMatchObject({ code: 'note_not_found' });
    // A person who administers the workspace can delete that of another one.
    const theirs = await colleague.conversations.notes.create(id, { text: 'Theirs' });
    await session.conversations.notes.delete({ conversationId: id, noteId: theirs._id });
  });

  test('409: one of 20 notes at once fits into a conversation that has 999', async () => {
    const id = await begin();
    const { db } = parley;
    const rows = Array.from({ length: 999 }, (_, number) =>
      noteRow({ workspace: alice.workspace, conversation: id }, { version: 100_000 + number }),
    );
    for (let at = 0; at < rows.length; at += 100) {
      await db.write([statement(db.query.insertInto('conversation_entries').values(rows.slice(at, at + 100)))]);
    }
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        session.conversations.notes.create(id, { text: `${number}` }).then(
          () => 'written',
          (error: { code: string }) => error.code,
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'written')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'note_limit_reached')).toHaveLength(19);
  });
});
