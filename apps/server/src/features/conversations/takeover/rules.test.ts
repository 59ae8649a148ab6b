// @module-tag sql
import type { AgentCreateParams, Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silentDesk } from '../../../../testing/conversations/silent-entries.ts';
import { engines } from '../../../../testing/databases/engines.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { conducted, refuses, startFakeProvider } from '../../../../testing/servers/fake-provider.ts';
import { fakeRetrieval } from '../../../../testing/servers/fake-retrieval.ts';
import type { HandoverCause } from '../../../calling/handover-rules.ts';
import { statement } from '../../../storage/unit.ts';
import { deskQueue } from '../../desk/feature.ts';
import { createRecovery } from '../turns/leases/recovery.ts';

const provider = await startFakeProvider();
afterAll(provider.close);

const patience = { timeout: 20_000 };

describe.each(engines)('handing over by rule, on %s', (engine) => {
  const { retrieval } = fakeRetrieval([]);
  const parley = service(engine, { environment: provider.environment, modelLimits: { retries: 0 }, retrieval });
  let alice: Person;
  let client: Parley;
  let session: Parley;

  beforeAll(async () => {
    alice = await parley.person();
    [client, session] = [await alice.client(), await alice.session()];
  });

  const agentWith = async (handover: AgentCreateParams['handover'], draft: Partial<AgentCreateParams> = {}) =>
    (await client.agents.create({ name: 'Echo', model: 'builtin/echo', ...draft, handover }))._id;
  /** The reasons and teams of the handovers of a conversation, oldest first. */
  const handovers = async (id: string) => {
    const { items } = await client.conversations.entries(id);
    return items
      .filter(({ type }) => type === 'handed_over')
      .map(({ data, actor }) => ({ actor: actor?.kind, reason: data['reason'], team: data['team'] }));
  };
  /** Waits until a conversation is handed over, once. */
  const handedOver = async (id: string, reason: string, team?: string) => {
    await expect.poll(() => handovers(id), patience).toEqual([{ actor: 'system', reason, team }]);
    expect(await client.conversations.retrieve(id)).toMatchObject({
      ...{ status: 'human', takenBy: null, turn: null, waitingSince: expect.any(String), team: team ?? null },
    });
  };
  /** Waits until no handover is due any more. */
  const settled = () => {
    const jobs = parley.db.query
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'desk.hand-over')
      .where('state', 'in', ['waiting', 'ready', 'running']);
    return expect.poll(() => parley.db.read(jobs), patience).toEqual([]);
  };
  /** Hands over by a job of its own, as one that is delivered again. */
  const deliver = async (id: string, cause: HandoverCause) => {
    await parley.db.write([deskQueue(parley.features.jobs.enqueue).handOver(alice.workspace, id, cause)]);
    await settled();
  };
  const failed = { rule: 'onFailedReply', reason: 'A reply failed.' } as const;

  test('a keyword: the message gets no reply, and its conversation is that of the team', async () => {
    const { _id: team } = await client.teams.create({ name: 'Refunds', members: [{ user: alice.user.id }] });
    const agent = await agentWith({ keywords: ['refund', '退款'], team });
    const { _id: id } = await client.conversations.create(agent);
    expect((await client.messages.send(id, { content: 'The refunds?' })).reply).toMatchObject({ status: 'complete' });
    const clientMessageId = 'once';
    const sent = await client.messages.send(id, { content: 'I want my REFUND now', clientMessageId });
    expect(sent.reply).toBeNull();
    await handedOver(id, 'The user wrote “refund”.', team);
    const again = await client.messages.send(id, { content: 'I want my REFUND now', clientMessageId });
    expect([again.message._id, again.reply]).toEqual([sent.message._id, null]);
    const begun = await client.agents.chat(agent, { message: '我要退款' });
    expect(begun.reply).toBeNull();
    await handedOver(begun.conversation._id, 'The user wrote “退款”.', team);
    await settled();
    expect(await handovers(id)).toHaveLength(1);
  });

  test('a keyword in a stream: it ends with the message', async () => {
    const agent = await agentWith({ keywords: ['refund'] });
    const types: string[] = [];
    for await (const event of client.agents.stream(agent, { content: 'refund' })) types.push(event.type);
    expect(types).toEqual(['message.created', 'message.completed']);
  });

  test('a keyword counts in messages of the user alone, and again once the agent has it back', async () => {
    const agent = await agentWith({ keywords: ['refund'] });
    const { _id: id } = await client.conversations.create(agent);
    await session.conversations.takeOver(id);
    await session.messages.send(id, { role: 'human', content: 'A refund?' });
    await client.messages.send(id, { content: 'A refund!' });
    await settled();
    expect(await handovers(id)).toEqual([]);
    await session.conversations.release(id);
    expect((await client.messages.send(id, { content: 'Hello' })).reply).toMatchObject({ content: 'Hello' });
    await client.messages.send(id, { content: 'A refund!' });
    await handedOver(id, 'The user wrote “refund”.');
  });

  test('a failed reply, also one whose process died', async () => {
    provider.play(`${engine}-refuses`, refuses(401));
    const draft = { model: `fake/${engine}-refuses` };
    const [agent, silent] = [await agentWith({ onFailedReply: true }, draft), await agentWith({}, draft)];
    for (const each of [agent, silent]) {
      const { _id: id } = await client.conversations.create(each);
      await expect(client.messages.send(id, { content: 'Go' })).rejects.toMatchObject({ status: 502 });
      if (each === agent) await handedOver(id, 'A reply failed.');
      else await settled();
      expect(await handovers(id)).toHaveLength(each === agent ? 1 : 0);
    }
    const answer = conducted();
    provider.play(`${engine}-dies`, answer.play);
    const { _id: id } = await client.conversations.create(
      await agentWith({ onFailedReply: true }, { model: `fake/${engine}-dies` }),
    );
    const sent = client.messages.send(id, { content: 'Go' }).catch(() => undefined);
    await answer.begun;
    const none = () => ({ sql: 'select 1', parameters: [] });
    const recovery = createRecovery({
      ...{ db: parley.db, now: Date.now, leaseMs: 30_000, models: { estimate: () => 1 }, record: none },
      ...{ turns: { find: () => undefined }, resumeAt: none, onError: () => undefined, changed: () => undefined },
      queues: { deliverSoon: () => undefined, indexSoon: () => undefined },
      desk: { ...silentDesk, ...deskQueue(parley.features.jobs.enqueue) },
    });
    await recovery.start({ alone: true });
    recovery.close();
    answer.end();
    await sent;
    await handedOver(id, 'A reply failed.');
  });

  test('a negative rating', async () => {
    for (const onNegativeRating of [true, false]) {
      const { conversation, reply } = await client.agents.chat(await agentWith({ onNegativeRating }), {
        message: 'Hi',
      });
      await client.messages.rate(reply?._id ?? '', { rating: 'positive' });
      await settled();
      expect(await handovers(conversation._id)).toEqual([]);
      await client.messages.rate(reply?._id ?? '', { rating: 'negative' });
      if (onNegativeRating) await handedOver(conversation._id, 'A reply was rated negatively.');
      else await settled();
      expect(await handovers(conversation._id)).toHaveLength(onNegativeRating ? 1 : 0);
    }
  });

  test('a question without an answer', async () => {
    const grounded = { model: 'builtin/extract', answerMode: 'grounded' } as const;
    const agent = await agentWith({ onUnanswered: true }, grounded);
    const thanks = await client.agents.chat(agent, { message: 'Thank you!' });
    const asked = await client.agents.chat(agent, { message: 'Do you ship to Mars?' });
    await handedOver(asked.conversation._id, 'The agent could not answer a question.');
    const other = await client.agents.chat(await agentWith({}, grounded), { message: 'Do you ship to Mars?' });
    await settled();
    expect(await handovers(thanks.conversation._id)).toEqual([]);
    expect(await handovers(other.conversation._id)).toEqual([]);
  });

  test('metadata: when a conversation is created or changed, and not for a value that it had', async () => {
    const agent = await agentWith({
      when: [
        { key: 'plan', value: 'enterprise' },
        { key: 'vip', value: true },
      ],
    });
    const { _id: created } = await client.conversations.create(agent, { metadata: { plan: 'enterprise' } });
    await handedOver(created, 'The metadata “plan” is "enterprise".');
    const begun = await client.agents.chat(agent, { message: 'Hi', metadata: { vip: true } });
    expect(begun.reply).toBeNull();
    await handedOver(begun.conversation._id, 'The metadata “vip” is true.');
    const { _id: id } = await client.conversations.create(agent, { metadata: { vip: 'true', plan: 'free' } });
    await client.conversations.update(id, { metadata: { vip: 1, plan: 'Enterprise' } });
    await settled();
    expect(await handovers(id)).toEqual([]);
    await client.conversations.update(id, { metadata: { plan: 'enterprise' } });
    await handedOver(id, 'The metadata “plan” is "enterprise".');
    await session.conversations.release(id);
    await client.conversations.update(id, { metadata: { plan: 'enterprise', more: 1 } });
    await settled();
    expect(await handovers(id)).toHaveLength(1);
  });

  test('does nothing twice, in a closed or deleted conversation, or once the rule is off', async () => {
    const agent = await agentWith({ onFailedReply: true });
    const [twice, closed, deleted, off] = await Promise.all(
      Array.from({ length: 4 }, async () => (await client.conversations.create(agent))._id),
    );
    await deliver(twice ?? '', failed);
    await deliver(twice ?? '', failed);
    expect(await handovers(twice ?? '')).toHaveLength(1);
    await client.conversations.close(closed ?? '');
    await deliver(closed ?? '', failed);
    expect((await client.conversations.retrieve(closed ?? '')).status).toBe('closed');
    await client.conversations.delete(deleted ?? '');
    await deliver(deleted ?? '', failed);
    await client.agents.update(agent, { handover: {} });
    await deliver(off ?? '', failed);
    expect(await handovers(off ?? '')).toEqual([]);
  });

  test('a team that is gone hands over without it', async () => {
    const agent = await agentWith({ onFailedReply: true });
    const handover = JSON.stringify({ ...(await client.agents.retrieve(agent)).handover, team: 'team_gone' });
    await parley.db.write([statement(parley.db.query.updateTable('agents').set({ handover }).where('id', '=', agent))]);
    const { _id: id } = await client.conversations.create(agent);
    await deliver(id, failed);
    await handedOver(id, 'A reply failed.');
  });
});
