// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { addHistory } from '../../../../testing/fixtures/history.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { runSweep } from '../../../../testing/jobs/sweeps.ts';
import { loggedEvents } from '../../../../testing/logged-events.ts';
import type { Database } from '../../../storage/database.ts';
import { portion } from '../../../storage/portion.ts';
import type { IdempotencyRow } from '../../../storage/tables.ts';
import { statement } from '../../../storage/unit.ts';
import { nextPart } from './agent-store.ts';
import { maxConversations } from './content-store.ts';

const patient = { timeout: 30_000, interval: 20 };
const notFound = { status: 404, code: 'conversation_not_found' };

describe.each(engines)('what one unit of work deletes, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
  });

  const agentWith = async (history: { conversations: number; messages: number }) => {
    const { _id: agent } = await client.agents.create({ name: 'Echo', model: 'builtin/echo' });
    await addHistory(parley, { agent, workspace: alice.workspace }, { channels: 0, ...history });
    return agent;
  };

  /** Gives every message of a conversation a long text. */
  const lengthen = ({ db }: { db: Database }, conversation: string, characters: number) =>
    db.write([
      statement(
        db.query
          .updateTable('messages')
          .set({ content: 'x'.repeat(characters) })
          .where('conversation_id', '=', conversation),
      ),
    ]);

  const addAnswers = async (count: number, answer: Partial<IdempotencyRow>) => {
    const { db } = parley;
    const rows = Array.from({ length: count }, (_, number) => ({
      ...{ id: `${answer.conversation_id} ${answer.expires_at} ${number}`, fingerprint: '', status: 200, answer: '' },
      ...{ headers: '{}', expires_at: 9_000_000_000_000, needed_right: null, conversation_id: null, ...answer },
    }));
    for (let from = 0; from < count; from += 50)
      await db.write([statement(db.query.insertInto('idempotency_keys').values(rows.slice(from, from + 50)))]);
  };

  const sumOf = async (column: 'messages' | 'idempotency_keys', conversations: string) => {
    const text = column === 'messages' ? 'content' : 'answer';
    const sql = `select count(*) as n, coalesce(sum(length(${text})), 0) as bytes from ${column}
      where conversation_id like '${conversations}%'`;
    const [row] = await parley.db.read<{ n: number; bytes: number }>({ sql, parameters: [] });
    return { rows: Number(row?.n), bytes: Number(row?.bytes) };
  };

  /** Counts the rows and bytes that conversations hold: messages and stored responses. */
  const heldBy = async (conversations: string) => {
    const [said, kept] = [await sumOf('messages', conversations), await sumOf('idempotency_keys', conversations)];
    return { rows: said.rows + kept.rows, bytes: said.bytes + kept.bytes };
  };

  const hiddenAgents = async () => {
    const { db } = parley;
    return (await db.read(db.query.selectFrom('agents').select('id').where('deleted_at', 'is not', null))).length;
  };
  const untilPurged = () => vi.waitFor(async () => expect(await hiddenAgents()).toBe(0), patient);

  const continued = () => parley.features.jobs.ended().get('agents.purge')?.continued ?? 0;

  test('no more rows and bytes than a portion, of messages and of stored responses', async () => {
    const agent = await agentWith({ conversations: 120, messages: 5 });
    const conversations = `conv_${agent}_`;
    await lengthen(parley, `${conversations}3`, 2_000_000);
    await addAnswers(700, { conversation_id: `${conversations}4`, answer: 'x'.repeat(10_000) });
    const { db } = parley;
    let before = await heldBy(conversations);
    expect(before).toMatchObject({ rows: 120 * 5 + 700 });
    let units = 0;
    for (;;) {
      const part = await nextPart(db, alice.workspace, agent);
      if (part.length === 0) break;
      const outcomes = await db.write(part);
      units += 1;
      const after = await heldBy(conversations);
      expect(before.rows - after.rows).toBeLessThanOrEqual(portion.rows);
      expect(before.bytes - after.bytes).toBeLessThanOrEqual(portion.bytes);
      const changed = outcomes.reduce((sum, outcome) => sum + outcome.changed, 0);
      expect(changed).toBeLessThanOrEqual(portion.rows + maxConversations);
      before = after;
    }
    expect(before.rows).toBe(0);
    expect(units).toBeGreaterThanOrEqual(5);
    await client.agents.delete(agent);
  });

  test('200: an agent with few but very long messages is deleted by a job', async () => {
    const agent = await agentWith({ conversations: 1, messages: 12 });
    await lengthen(parley, `conv_${agent}_0`, 1_000_000);
    const before = continued();
    expect(await client.agents.delete(agent)).toEqual({ message: 'Agent deleted with 0 channels and 1 conversation.' });
    await untilPurged();
    expect((await heldBy(`conv_${agent}_`)).rows).toBe(0);
    await expect.poll(() => continued() - before).toBeGreaterThanOrEqual(3);
  });

  test.each([
    ['very many messages', { messages: 1_300, characters: 10 }],
    ['very long messages', { messages: 12, characters: 1_000_000 }],
  ])('200: a conversation with %s is gone at once, and its rows soon', async (_, { messages, characters }) => {
    const agent = await agentWith({ conversations: 2, messages });
    const [id, kept] = [`conv_${agent}_0`, `conv_${agent}_1`];
    await lengthen(parley, id, characters);
    const before = continued();
    const listed = () => client.conversations.list({ agentId: agent, includeTotal: true });
    await expect(client.conversations.delete(id, { ifMatch: '"7"' })).rejects.toMatchObject({ status: 412 });
    expect(await client.conversations.delete(id)).toEqual({
      message: `Conversation deleted with ${messages.toLocaleString('en').replace(',', '')} messages.`,
    });
    const ofConversation = {
      retrieve: () => client.conversations.retrieve(id),
      delete: () => client.conversations.delete(id),
      send: () => client.messages.send(id, { content: 'x' }),
      list: () => client.messages.list(id),
    };
    for (const [name, call] of Object.entries(ofConversation))
      await expect(call(), name).rejects.toMatchObject(notFound);
    expect(await listed()).toMatchObject({ items: [{ _id: kept }], total: 1 });
    await untilPurged();
    expect((await heldBy(id)).rows).toBe(0);
    expect((await heldBy(kept)).rows).toBe(messages);
    await expect.poll(() => continued() - before).toBeGreaterThanOrEqual(3);
    expect((await client.agents.list({ includeTotal: true })).items.map(({ _id }) => _id)).toContain(agent);
  });

  test('200: all conversations of a user, long ones too, with an event for each', async () => {
    const agent = await agentWith({ conversations: 6, messages: 300 });
    const { db } = parley;
    const ofAgent = db.query.updateTable('conversations').set({ user_id: 'portions' }).where('agent_id', '=', agent);
    await db.write([statement(ofAgent)]);
    await lengthen(parley, `conv_${agent}_2`, 100_000);
    const reply = await client.conversations.deleteOfUser('portions', { workspaceId: alice.workspace });
    expect(reply).toMatchObject({ message: 'Deleted 6 conversations with 1800 messages.' });
    const deleted = (await loggedEvents(db, `conv_${agent}_`)).map(({ type, data }) => [type, data['conversation']]);
    const each = Array.from({ length: 6 }, (_, index) => ['conversation.deleted', `conv_${agent}_${index}`]);
    expect(deleted).toHaveLength(6);
    expect(deleted).toEqual(expect.arrayContaining(each));
    expect((await client.conversations.list({ userId: 'portions' })).items).toEqual([]);
    await untilPurged();
    expect((await heldBy(`conv_${agent}_`)).rows).toBe(0);
  });

  test('expired responses: up to a number of bytes', async () => {
    await addAnswers(20, { answer: 'x'.repeat(500_000), expires_at: 1 });
    const ended = () => parley.features.jobs.ended().get('idempotency_keys.expired');
    await runSweep(parley, 'idempotency_keys.expired');
    const units = Math.ceil(20 / Math.floor(portion.bytes / 500_000));
    expect(ended()).toMatchObject({ continued: units - 1, done: 1, failed: 0 });
  });

  test('an hour of very many keys', async () => {
    const { db } = parley;
    for (let from = 0; from < 1_200; from += 100) {
      const rows = Array.from({ length: 100 }, (_, index) => ({ key_id: `key_${from + index}`, requests: 1 }));
      const hours = rows.map((row) => ({ ...row, account_id: alice.account, hour: 3_600_000 }));
      await db.write([statement(db.query.insertInto('usage_hours').values(hours))]);
    }
    await runSweep(parley, 'usage.expired');
    expect(parley.features.jobs.ended().get('usage.expired')).toMatchObject({
      continued: 1_200 / portion.rows,
      done: 1,
      failed: 0,
    });
    expect(await db.read(db.query.selectFrom('usage_hours').select('key_id').where('hour', '=', 3_600_000))).toEqual(
      [],
    );
  });
});
