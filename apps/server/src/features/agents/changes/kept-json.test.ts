// @module-tag sql
import type { Agent, AgentCreateParams, AgentUpdateParams, Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { addSources } from '../../../../testing/fixtures/history.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { statement } from '../../../storage/unit.ts';

const text = 'Quotes " and \\, a tab \t, a line\nand 👍 ü \u2028 \u0007 } {"systemPrompt":1}';

describe.each(engines)('the JSON that agents keep, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
  });

  /** Reads an agent as its row keeps it, and as it is made of the columns. */
  async function bothOf(id: string): Promise<readonly [kept: Agent, made: unknown]> {
    const kept = await client.agents.retrieve(id);
    const { items } = await client.agents.list({ fields: Object.keys(kept).join(','), sort: '-updatedAt' });
    return [kept, items.find(({ _id }) => _id === id)];
  }

  const changes: Record<string, AgentUpdateParams> = {
    nothing: {},
    name: { name: text.replace('\n', ' ') },
    description: { description: `${text}}` },
    prompt: { systemPrompt: text.repeat(500) },
    'model and temperature': { model: 'builtin/echo', temperature: 0.1 },
    'fallback models': { fallbackModels: ['builtin/extract'] },
    status: { status: 'inactive' },
    modes: { answerMode: 'grounded', groundingJudge: 'model', rerank: true },
    filter: { knowledgeFilter: { metadata: { region: ['eu', text.slice(0, 20)] } } },
    'no filter': { knowledgeFilter: null },
    rules: { handover: { onUnanswered: true, keywords: ['person'] } },
    'external ID': { externalId: 'own "1"' },
    'no external ID': { externalId: null },
    metadata: { metadata: { n: 0.1, big: 12345678901234, text, list: ['a'], yes: true } },
  };
  const { modes, filter, metadata } = changes;
  const whole = { ...modes, ...filter, ...metadata, name: 'Whole' } as AgentCreateParams;

  test('of a new agent is that of its columns', async () => {
    const agent = await client.agents.create(whole);
    const [kept, made] = await bothOf(agent._id);
    expect(kept).toEqual(agent);
    expect(kept).toEqual(made);
  });

  test.each([false, true])('follows each change, also if another version left it behind: %s', async (isBehind) => {
    const agent = await client.agents.create({ ...whole, name: 'Changing' });
    for (const [what, change] of Object.entries(changes)) {
      if (isBehind) {
        const behind = parley.db.query.updateTable('agents').set({ json_version: null }).where('id', '=', agent._id);
        await parley.db.write([statement(behind)]);
      }
      const updated = await client.agents.update(agent._id, change);
      const [kept, made] = await bothOf(agent._id);
      expect(updated, what).toEqual(kept);
      expect(kept, what).toEqual(made);
      const row = parley.db.query.selectFrom('agents').select(['version', 'json_version']).where('id', '=', agent._id);
      const [versions] = await parley.db.read(row);
      expect(Number(versions?.json_version), what).toBe(Number(versions?.version));
    }
  });

  test('is that of its columns after all changes at once, three times each', async () => {
    const { _id } = await client.agents.create({ ...whole, model: 'builtin/echo' });
    const all = Object.values(changes).filter((change) => Object.keys(change).length > 0);
    await Promise.all([...all, ...all, ...all].map((change) => client.agents.update(_id, change)));
    const [kept, made] = await bothOf(_id);
    expect(kept).toEqual(made);
    expect(kept.metadata).toEqual(changes['metadata']?.metadata);
    const row = parley.db.query.selectFrom('agents').select(['version', 'json_version']).where('id', '=', _id);
    const [versions] = await parley.db.read(row);
    expect([Number(versions?.version), Number(versions?.json_version)]).toEqual([
      1 + 3 * all.length,
      1 + 3 * all.length,
    ]);
  });

  test('has the knowledge sources of the change', async () => {
    const agent = await client.agents.create({ name: 'With sources' });
    const sources = await addSources(parley, alice.workspace, 3);
    for (const knowledgeSources of [sources, sources.slice(1), []]) {
      await client.agents.update(agent._id, { knowledgeSources });
      const [kept, made] = await bothOf(agent._id);
      expect(kept.knowledgeSources).toEqual(knowledgeSources);
      expect(kept).toEqual(made);
    }
  });
});
