// @module-tag sql
import { createHash } from 'node:crypto';
import type { Agent, AgentUpdateParams, Parley } from '@parley/sdk';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { addSources } from '../../../../testing/fixtures/history.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { loggedEvents } from '../../../../testing/logged-events.ts';
import { textMark } from '../../../events/text-mark.ts';
import { statement } from '../../../storage/unit.ts';

interface Change {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

describe.each(engines)('the changes that events of agents show, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;
  let agent: Agent;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
  });
  beforeEach(async () => {
    agent = await client.agents.create({
      ...{ name: 'Support', description: 'First', systemPrompt: 'Be brief.', temperature: 0.2 },
      ...{ model: 'openai/a', metadata: { shop: 'eu' } },
    });
  });

  const update = (body: AgentUpdateParams, options?: { ifMatch: string }) =>
    client.agents.update(agent._id, body, options);
  const updates = async () => (await loggedEvents(parley.db, agent._id)).filter(({ type }) => type === 'agent.updated');
  const latest = async () => (await updates()).at(-1)?.changes;
  const showTexts = (shows: number) => {
    const { query } = parley.db;
    const set = query.updateTable('workspaces').set({ audit_texts: shows }).where('id', '=', alice.workspace);
    return parley.db.write([statement(set)]);
  };

  test('every field with its value before and after, long and private texts by their marks', async () => {
    const sources = await addSources(parley, alice.workspace, 2);
    await update({ knowledgeSources: sources.slice(0, 1) });
    const filter = { metadata: { region: 'eu' } };
    await update({
      ...{ name: 'Renamed 👍', description: 'Two\nlines', systemPrompt: 'Zwölf 👍👍', model: 'builtin/echo' },
      ...{ temperature: 1, status: 'inactive', knowledgeSources: sources, answerMode: 'grounded' },
      ...{ groundingJudge: 'model', rerank: true, knowledgeFilter: filter, externalId: `ours-${agent._id}` },
      ...{ metadata: { shop: 'us' }, fallbackModels: ['openai/b'] },
    });
    const mark = { sha256: createHash('sha256').update('Zwölf 👍👍').digest('hex'), length: 8 };
    expect(await latest()).toEqual(
      expect.arrayContaining([
        { field: 'name', before: 'Support', after: 'Renamed 👍' },
        { field: 'description', before: 'First', after: textMark('Two\nlines') },
        { field: 'systemPrompt', before: textMark('Be brief.'), after: mark },
        { field: 'model', before: 'openai/a', after: 'builtin/echo' },
        { field: 'temperature', before: 0.2, after: 1 },
        { field: 'status', before: 'active', after: 'inactive' },
        { field: 'knowledgeSources', before: sources.slice(0, 1), after: sources },
        { field: 'answerMode', before: 'open', after: 'grounded' },
        { field: 'groundingJudge', before: 'rules', after: 'model' },
        { field: 'rerank', before: false, after: true },
        { field: 'knowledgeFilter', before: null, after: filter },
        { field: 'fallbackModels', before: [], after: ['openai/b'] },
        { field: 'externalId', before: null, after: `ours-${agent._id}` },
        { field: 'metadata', before: textMark('{"shop":"eu"}'), after: textMark('{"shop":"us"}') },
      ]),
    );
    expect(await latest()).toHaveLength(14);
    expect(textMark('Zwölf 👍👍')).toEqual(mark);
  });

  test('only fields whose value differs, and none of an echo', async () => {
    const sources = await addSources(parley, alice.workspace, 2);
    await update({ name: 'Support', temperature: 0.2, description: 'Second', knowledgeSources: sources });
    expect(await latest()).toEqual([
      { field: 'description', before: 'First', after: 'Second' },
      { field: 'knowledgeSources', before: [], after: sources },
    ]);
    await update(await client.agents.retrieve(agent._id));
    expect(await latest()).toEqual([]);
    await update({});
    expect(await latest()).toEqual([]);
    expect(await updates()).toHaveLength(3);
  });

  test('texts, if the workspace asks for them', async () => {
    await showTexts(1);
    const description = 'x'.repeat(500);
    await update({ systemPrompt: 'Say "hello".', description, metadata: { shop: 'us', n: [1] } });
    await showTexts(0);
    expect(await latest()).toEqual(
      expect.arrayContaining([
        { field: 'systemPrompt', before: 'Be brief.', after: 'Say "hello".' },
        { field: 'description', before: 'First', after: description },
        { field: 'metadata', before: { shop: 'eu' }, after: { shop: 'us', n: [1] } },
      ]),
    );
  });

  test('no event of an update that is refused', async () => {
    await client.agents.create({ name: 'Other', externalId: `taken-${agent._id}` });
    const refused = [
      update({ name: 'Stale' }, { ifMatch: '"7"' }),
      update({ name: 'Taken', externalId: `taken-${agent._id}` }),
      update({ name: 'Missing', knowledgeSources: ['ks_none'] }),
    ];
    expect((await Promise.allSettled(refused)).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
    expect(await updates()).toEqual([]);
    await update({ name: 'Current' }, { ifMatch: '"1"' });
    expect(await latest()).toEqual([{ field: 'name', before: 'Support', after: 'Current' }]);
  });

  test('of updates at the same moment, each begins where the one before has ended', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `Name ${index}`);
    await Promise.all(names.map((name) => update({ name })));
    const steps = (await updates()).map(({ changes }) => changes[0] as Change);
    expect(steps.map(({ before }) => before)).toEqual(['Support', ...steps.slice(0, -1).map(({ after }) => after)]);
    expect(steps.map(({ after }) => after).sort()).toEqual([...names].sort());
    expect((await client.agents.retrieve(agent._id)).name).toBe(steps.at(-1)?.after);
  });
});
