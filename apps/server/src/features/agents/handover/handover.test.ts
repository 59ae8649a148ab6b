// @module-tag sql
import type { Agent, Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';

import { type Person, service } from '../../../../testing/harness.ts';
import { loggedEvents } from '../../../../testing/logged-events.ts';
import { statement } from '../../../storage/unit.ts';

const off: Agent['handover'] = {
  ...{ onFailedReply: false, onNegativeRating: false, onUnanswered: false },
  ...{ keywords: [], when: [], team: null },
};

describe.each(engines)('the rules of agents for handing over, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
  });

  let teams = 0;
  const team = async (person = alice) => {
    teams += 1;
    const members = [{ user: person.user.id }];
    return (await (await person.client()).teams.create({ name: `Team ${teams}`, members }))._id;
  };
  const refusal = (path: string, message: string) => ({
    ...{ status: 400, code: 'validation_failed' },
    details: [{ path, message }],
  });

  test('are off by default, and are set as a whole', async () => {
    const agent = await client.agents.create({ name: 'Echo' });
    expect(agent.handover).toEqual(off);
    const rules = {
      ...{ onFailedReply: true, onNegativeRating: true, onUnanswered: true },
      keywords: ['refund', 'real person'],
      when: [
        { key: 'plan', value: 'enterprise' },
        { key: 'vip', value: true },
        { key: 'seats', value: 100 },
      ],
      team: await team(),
    };
    const changed = await client.agents.update(agent._id, { handover: rules });
    expect(changed.handover).toEqual(rules);
    expect(await client.agents.retrieve(agent._id)).toEqual(changed);
    expect((await client.agents.update(agent._id, { name: 'Still' })).handover).toEqual(rules);
    expect((await client.agents.duplicate(agent._id, {})).handover).toEqual(rules);
    const { updatedAt: _, ...echo } = await client.agents.retrieve(agent._id);
    expect((await client.agents.update(agent._id, echo)).handover).toEqual(rules);
    const one = await client.agents.update(agent._id, { handover: { keywords: ['refund'] } });
    expect(one.handover).toEqual({ ...off, keywords: ['refund'] });
    expect((await loggedEvents(parley.db, agent._id)).at(-1)?.changes).toEqual([
      { field: 'handover', before: rules, after: one.handover },
    ]);
  });

  test('agents from before there were rules have none', async () => {
    const agent = await client.agents.create({ name: 'Old' });
    const old = parley.db.query
      .updateTable('agents')
      .set({ handover: null, json_version: null })
      .where('id', '=', agent._id);
    await parley.db.write([statement(old)]);
    expect(await client.agents.retrieve(agent._id)).toEqual(agent);
    await client.agents.update(agent._id, { handover: {} });
    expect((await loggedEvents(parley.db, agent._id)).at(-1)?.changes).toEqual([]);
  });

  test('are set with an external ID', async () => {
    const agent = await client.agents.upsert('with-rules', { name: 'Ours', handover: { onFailedReply: true } });
    expect(agent.handover).toEqual({ ...off, onFailedReply: true });
    const again = await client.agents.upsert('with-rules', { handover: {} });
    expect(again).toMatchObject({ _id: agent._id, handover: off });
  });

  test('400: a team of another workspace, a keyword without a word, and too many', async () => {
    const { _id: id } = await client.agents.create({ name: 'Echo' });
    for (const strange of ['team_none', await team(await parley.person())]) {
      const refused = refusal('handover.team', 'is not a team of this workspace');
      const handover = { team: strange };
      await expect(client.agents.create({ name: 'Echo', handover })).rejects.toMatchObject(refused);
      await expect(client.agents.update(id, { handover })).rejects.toMatchObject(refused);
    }
    const wordless = { handover: { keywords: ['help', '!?'] } };
    await expect(client.agents.update(id, wordless)).rejects.toMatchObject(
      refusal('handover.keywords.1', 'must have a letter or a digit'),
    );
    const many = Array.from({ length: 21 }, (_, index) => `word ${index}`);
    const wrong = [
      { keywords: many },
      { keywords: ['x'.repeat(61)] },
      { keywords: ['twice', 'twice'] },
      { when: many.map((key) => ({ key, value: 1 })) },
      { when: [{ key: '', value: 1 }] },
      { when: [{ key: 'plan', value: null as unknown as string }] },
      { other: true },
    ];
    for (const handover of wrong) {
      await expect(client.agents.update(id, { handover })).rejects.toMatchObject({ code: 'validation_failed' });
    }
    expect((await client.agents.retrieve(id)).handover).toEqual(off);
  });

  test('404: an agent that isn’t there, also with a team that isn’t', async () => {
    const handover = { team: 'team_none' };
    await expect(client.agents.update('agent_none', { handover })).rejects.toMatchObject({ code: 'agent_not_found' });
  });

  test('lose a team that is deleted, and keep the others', async () => {
    const [gone, kept] = [await team(), await team()];
    const keywords = [`"team":"${gone}"`];
    const agent = await client.agents.create({ name: 'A', handover: { onFailedReply: true, keywords, team: gone } });
    const other = await client.agents.create({ name: 'B', handover: { team: kept } });
    await client.teams.delete(gone);
    const changed = await client.agents.retrieve(agent._id);
    expect(changed.handover).toEqual({ ...off, onFailedReply: true, keywords });
    expect(Date.parse(changed.updatedAt)).toBeGreaterThan(Date.parse(agent.updatedAt));
    expect(await client.agents.retrieve(other._id)).toEqual(other);
  });

  test('a deletion of a team and agents that get it leave no agent with it', async () => {
    for (let round = 0; round < 10; round += 1) {
      const racing = await team();
      const { _id: id } = await client.agents.create({ name: 'Racing' });
      const handover = { team: racing };
      await Promise.allSettled([
        client.teams.delete(racing),
        client.agents.update(id, { handover }),
        client.agents.create({ name: 'Racing, too', handover }),
      ]);
      const { items } = await client.agents.list({ limit: 100, q: 'Racing' });
      expect(items.filter((agent) => agent.handover.team === racing)).toEqual([]);
    }
  });
});
