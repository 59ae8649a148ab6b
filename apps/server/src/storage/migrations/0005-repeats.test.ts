import { describe, expect, test } from 'vitest';
import { engines } from '../../../testing/engines.ts';
import { service } from '../../../testing/harness.ts';
import { raw } from '../../../testing/temp-database.ts';
import { migrate } from '../migrate.ts';
import { migrations } from './index.ts';

describe.each(engines)('keys that were stored before they had columns of their own, on %s', (engine) => {
  const parley = service(engine);

  test('are known afterwards', async () => {
    const client = await (await parley.person()).client();
    const { _id: agent } = await client.agents.create({ name: 'Echo', model: 'builtin/echo' });
    const begun = await client.agents.chat(agent, { message: 'Begun' }, { idempotencyKey: 'begin' });
    const id = begun.conversation._id;
    const sent = await client.messages.send(id, { content: 'Sent' }, { idempotencyKey: 'send' });
    const named = await client.messages.send(id, { content: 'Named', clientMessageId: 'mine' });
    const { db } = parley;
    const keys = () => db.read<{ id: string; repeat_key: string | null }>(raw('select id, repeat_key from messages'));
    const before = await keys();
    // As it was: the one key stands with the conversation, the other one in the place of the client's own name.
    const keyOf = (message: string) => before.find((row) => row.id === message)?.repeat_key;
    const old = db.query.updateTable('conversations').set({ origin: keyOf(begun.message._id) ?? 'none' });
    await db.write([
      { ...old.where('id', '=', id).compile() },
      raw(`update messages set client_message_id = repeat_key where content = 'Sent' and role = 'user'`),
      raw('drop index messages_by_repeat_key'),
      raw('alter table messages drop column repeat_key'),
      raw('alter table messages drop column repeat_digest'),
      raw(`delete from schema_migrations where name >= '0005'`),
    ]);

    expect(await migrate(db, { migrations: migrations.slice(0, 5), now: Date.now })).toEqual(['0005-repeats']);
    const after = new Map((await keys()).map((row) => [row.id, row.repeat_key]));
    expect(after.get(begun.message._id)).toBe(keyOf(begun.message._id));
    expect(after.get(sent.message._id)).toBe(keyOf(sent.message._id));
    // Where a client gave its own name, the key was not kept.
    expect([...after.values()].filter((key) => key !== null)).toHaveLength(2);
    expect(await client.messages.send(id, { content: 'Named', clientMessageId: 'mine' })).toMatchObject({
      message: named.message,
    });
    expect(await client.agents.chat(agent, { message: 'Begun' }, { idempotencyKey: 'begin' })).toMatchObject({
      message: begun.message,
    });
    expect(await client.messages.send(id, { content: 'Sent' }, { idempotencyKey: 'send' })).toMatchObject({
      message: sent.message,
    });
    expect((await client.messages.list(id)).items).toHaveLength(6);
  });
});
