// @module-tag sql
import type { ConversationEvent, Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { clientOf, letIn, makeWebChannel } from '../../../../testing/conversations/visitors.ts';
import { engines } from '../../../../testing/databases/engines.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { loggedEvents } from '../../../../testing/logged-events.ts';

const patience = { timeout: 20_000, interval: 20 };

describe.each(engines)('how satisfied visitors are, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;
  let agent: string;

  beforeAll(async () => {
    alice = await parley.person({ plan: 'business' });
    client = await alice.client();
    agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
  });

  const visit = async (settings: object = { satisfaction: { asked: true } }) => {
    const channel = await makeWebChannel(parley, { workspace: alice.workspace, agent }, { settings });
    const session = await letIn(parley.url, channel, {});
    const visitor = clientOf(parley, session);
    const { conversation } = await visitor.agents.chat(agent, { content: 'Where is my parcel?' });
    return { session, visitor, id: conversation._id };
  };
  const closed = async () => {
    const { _id: id } = await client.conversations.create(agent);
    await client.conversations.close(id);
    return id;
  };
  const ratedOf = async (id: string) =>
    (await client.conversations.entries(id)).items.filter(({ type }) => type === 'rated');

  test('200: a visitor answers once the conversation is closed, and changes the answer while it stays so', async () => {
    const { session, visitor, id } = await visit({ satisfaction: { asked: true, question: 'Happy?' } });
    expect(session.channel.satisfaction).toEqual({ asked: true, question: 'Happy?' });
    const early = visitor.conversations.submitSatisfaction(id, { score: 5 });
    await expect(early).rejects.toMatchObject({ status: 409, code: 'conversation_not_closed' });
    expect((await client.conversations.retrieve(id)).satisfaction).toBeNull();
    await client.conversations.close(id);
    const first = await visitor.conversations.submitSatisfaction(id, { score: 2, comment: '  Too slow. ' });
    expect(first).toEqual({ score: 2, comment: 'Too slow.', ratedAt: expect.any(String) });
    const { satisfaction, status } = await client.conversations.retrieve(id);
    expect([satisfaction, status]).toEqual([first, 'closed']);
    expect((await visitor.conversations.retrieve(id)).satisfaction).toEqual(first);
    const [entry] = await ratedOf(id);
    expect(entry).toMatchObject({ actor: { kind: 'visitor' }, data: { score: 2, comment: 'Too slow.' } });

    parley.advance(1_000);
    const again = await visitor.conversations.submitSatisfaction(id, { score: 2, comment: 'Too slow.' });
    expect(again).toEqual(first);
    const changed = await visitor.conversations.submitSatisfaction(id, { score: 4, comment: null });
    expect(changed).toMatchObject({ score: 4, comment: null });
    expect(await ratedOf(id)).toEqual([{ ...entry, data: { score: 4, comment: null, editedAt: changed.ratedAt } }]);
    const events = (await loggedEvents(parley.db, id)).filter(({ type }) => type === 'conversation.rated');
    expect(events).toHaveLength(2);
    expect(JSON.stringify(events)).not.toContain('slow');
    // Notes and tags of before and after don't get in the way.
    await client.conversations.update(id, { tags: ['late'] });
    await visitor.conversations.submitSatisfaction(id, { score: 5 });
    expect((await ratedOf(id)).map(({ data }) => data.score)).toEqual([5]);
  });

  test('200: a conversation that is reopened and closed again gets another entry, and one answer', async () => {
    const { visitor, id } = await visit();
    await client.conversations.close(id);
    await visitor.conversations.submitSatisfaction(id, { score: 1 });
    await client.conversations.reopen(id);
    const meanwhile = visitor.conversations.submitSatisfaction(id, { score: 3 });
    await expect(meanwhile).rejects.toMatchObject({ code: 'conversation_not_closed' });
    await client.conversations.close(id);
    await visitor.conversations.submitSatisfaction(id, { score: 3 });
    expect((await ratedOf(id)).map(({ data }) => data.score)).toEqual([1, 3]);
    expect((await client.conversations.retrieve(id)).satisfaction?.score).toBe(3);
  });

  test('200: of answers at once one stays, with one entry; a repeat with its key counts once', async () => {
    const { visitor, id } = await visit();
    await client.conversations.close(id);
    const scores = [1, 2, 3, 4, 5, 1, 2, 3];
    await Promise.all(scores.map((score) => visitor.conversations.submitSatisfaction(id, { score })));
    const { satisfaction } = await client.conversations.retrieve(id);
    const entries = await ratedOf(id);
    expect(entries.map(({ data }) => data.score)).toEqual([satisfaction?.score]);
    const options = { idempotencyKey: `rated ${engine}` };
    const sent = await client.conversations.submitSatisfaction(id, { score: 4, comment: 'x' }, options);
    expect(await client.conversations.submitSatisfaction(id, { score: 4, comment: 'x' }, options)).toEqual(sent);
  });

  test('200: a key answers for its own interface; lists, exports and streams have it', async () => {
    const { _id: id } = await client.conversations.create(agent);
    const heard: ConversationEvent[] = [];
    const following = (async () => {
      for await (const event of client.conversations.events(id)) {
        heard.push(event);
        if (event.type === 'conversation.updated' && event.conversation.satisfaction?.score === 1) return;
        if (heard.length === 1) {
          await client.conversations.close(id);
          await client.conversations.submitSatisfaction(id, { score: 5 });
          await client.conversations.submitSatisfaction(id, { score: 1, comment: 'Rude' });
        }
      }
    })();
    await following;
    const entries = heard.flatMap((event) => (event.type === 'entry.created' ? [event.entry] : []));
    expect(entries.at(-1)).toMatchObject({ type: 'rated', data: { score: 1, comment: 'Rude' } });
    const of = { agentId: agent };
    const found = (score: number) => client.conversations.list({ ...of, satisfaction: score });
    expect((await found(1)).items.map(({ _id }) => _id)).toContain(id);
    expect((await found(5)).items.map(({ _id }) => _id)).not.toContain(id);
    const lines = (await client.conversations.export({ ...of, satisfaction: 1 }).text()).trimEnd().split('\n');
    const exported = lines.map((line) => JSON.parse(line) as { _id: string; satisfaction: unknown });
    expect(exported.find(({ _id }) => _id === id)?.satisfaction).toMatchObject({ score: 1, comment: 'Rude' });
    const table = await client.conversations.export({ ...of, format: 'csv' }).text();
    expect(table.split('\r\n')[0]).toMatch(/,conversation\.satisfaction$/);
    await client.conversations.delete(id);
    expect((await found(1)).items.map(({ _id }) => _id)).not.toContain(id);
  });

  test('200: the statistics count it on its day, by agent, without trials', async () => {
    const owner = await parley.person({ plan: 'business' });
    const own = await owner.client();
    const [one, other] = [
      (await own.agents.create({ name: 'One', model: 'builtin/echo' }))._id,
      (await own.agents.create({ name: 'Other', model: 'builtin/echo' }))._id,
    ];
    const rate = async (of: string, score: number, draft: object = {}) => {
      const { _id: id } = await own.conversations.create(of, draft);
      await own.conversations.close(id);
      await own.conversations.submitSatisfaction(id, { score });
    };
    for (const score of [5, 4, 2]) await rate(one, score);
    await rate(other, 1);
    await rate(other, 5, { playground: true });
    const read = async (query: object = {}) =>
      own.conversations.statistics({ workspaceId: owner.workspace, days: 7, ...query });
    const all = await read();
    expect(all.total.satisfaction).toEqual({ answered: 4, average: 3, satisfied: 0.5 });
    expect(all.days.at(-1)?.satisfaction).toEqual(all.total.satisfaction);
    expect(all.previous.satisfaction).toEqual({ answered: 0, average: null, satisfied: null });
    expect((await read({ agentId: one })).total.satisfaction).toEqual({ answered: 3, average: 3.67, satisfied: 0.667 });
    await own.agents.delete(other);
    await expect.poll(async () => (await read()).total.satisfaction.answered, patience).toBe(3);
  });

  test('400: scores beyond 1 to 5, and long comments, change nothing', async () => {
    const id = await closed();
    for (const [body, path] of [
      [{ score: 0 }, 'score'],
      [{ score: 6 }, 'score'],
      [{ score: 2.5 }, 'score'],
      [{ score: 3, comment: 'a'.repeat(1_001) }, 'comment'],
    ] as const) {
      await expect(client.conversations.submitSatisfaction(id, body)).rejects.toMatchObject({
        ...{ code: 'validation_failed', details: [{ path }] },
      });
    }
    expect((await client.conversations.retrieve(id)).satisfaction).toBeNull();
    const blank = await client.conversations.submitSatisfaction(id, { score: 3, comment: ' \n' });
    expect(blank.comment).toBeNull();
    const update = client.conversations.update(id, { satisfaction: { score: 5 } });
    await expect(update).rejects.toMatchObject({ code: 'read_only_field' });
  });

  test('403, 404: a channel that doesn’t ask, a viewer, and a conversation of another visitor', async () => {
    const { session, visitor, id } = await visit({});
    expect(session.channel.satisfaction).toEqual({ asked: false, question: '' });
    await client.conversations.close(id);
    await expect(visitor.conversations.submitSatisfaction(id, { score: 5 })).rejects.toMatchObject({
      ...{ status: 403, code: 'visitor_not_allowed' },
    });
    expect((await client.conversations.submitSatisfaction(id, { score: 5 })).score).toBe(5);
    const other = (await visit()).visitor;
    await expect(other.conversations.submitSatisfaction(id, { score: 1 })).rejects.toMatchObject({
      ...{ status: 404, code: 'conversation_not_found' },
    });
    const reader = await alice.client(['conversations:read']);
    await expect(reader.conversations.submitSatisfaction(id, { score: 1 })).rejects.toMatchObject({
      code: 'insufficient_scope',
    });
  });
});
