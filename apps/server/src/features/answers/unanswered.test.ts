// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { type Person, service } from '../../../testing/harness.ts';
import { runSweep } from '../../../testing/jobs/sweeps.ts';
import { fakeRetrieval, found } from '../../../testing/servers/fake-retrieval.ts';

const day = 24 * 60 * 60 * 1000;

describe.each(engines)('unanswered questions, on %s', (engine) => {
  const { retrieval, state } = fakeRetrieval([found(1, 'The shop opens at nine.')]);
  const parley = service(engine, { retrieval });
  let person: Person;
  let client: Parley;
  beforeAll(async () => {
    person = await parley.person();
    client = await person.client();
  });

  const makeAgent = async (draft: object = {}) =>
    (await client.agents.create({ name: 'Knows', answerMode: 'grounded', ...draft }))._id;
  const open = async (agent: string) => (await client.agents.unansweredQuestions.list(agent)).items;
  const ask = (agent: string, message: string) => client.agents.chat(agent, { message });

  test('a question without an answer is listed, with all that ask the same', async () => {
    const agent = await makeAgent();
    const first = await ask(agent, 'Do you ship to Mars?');
    await ask(agent, 'When does the shop open?');
    await ask(agent, 'Thank you!');
    const last = await ask(agent, '  do you SHIP to mars ');
    await ask(agent, 'Do you sell maps?');
    expect(first.reply).toMatchObject({ content: expect.stringContaining('found nothing'), citations: [] });
    const items = await open(agent);
    expect(items.map(({ question, count }) => [question, count])).toEqual([
      ['Do you sell maps?', 1],
      ['  do you SHIP to mars ', 2],
    ]);
    expect(items[1]).toMatchObject({ agent, conversation: last.conversation._id, message: last.reply?._id });
    const byCount = await client.agents.unansweredQuestions.list(agent, {
      sort: '-count',
      limit: 1,
      includeTotal: true,
    });
    expect(byCount.total).toBe(2);
    expect(byCount.items[0]?.count).toBe(2);
    const rest = [];
    for await (const item of client.agents.unansweredQuestions.list(agent, { sort: '-count', limit: 1 }))
      rest.push(item);
    expect(rest.map(({ count }) => count)).toEqual([2, 1]);
  });

  test('an open agent keeps only what builtin/extract could not find in its sources', async () => {
    const echo = await makeAgent({ answerMode: 'open', model: 'builtin/echo' });
    await ask(echo, 'Do you ship to Mars?');
    expect(await open(echo)).toEqual([]);
    const extract = await makeAgent({ answerMode: 'open', model: 'builtin/extract' });
    await ask(extract, 'Do you ship to Mars?');
    expect(await open(extract)).toEqual([]);
    const { _id: source } = await client.knowledgeSources.create({ type: 'qa', name: 'Pairs' });
    await client.agents.update(extract, { knowledgeSources: [source] });
    await ask(extract, 'Do you ship to Mars?');
    expect(await open(extract)).toHaveLength(1);
  });

  test('a failed search is not the fault of the sources: the reply goes on, and nothing is kept', async () => {
    const agent = await makeAgent();
    state.failure = new Error('The index is broken.');
    const { reply } = await ask(agent, 'When does the shop open?');
    state.failure = undefined;
    expect(reply?.status).toBe('complete');
    expect(await open(agent)).toEqual([]);
    expect(parley.log()).toContain(`The reply ${reply?._id} of ${agent} goes on without gathered context.`);
  });

  test('an answer becomes a pair of a new source of the agent, and settles all that ask the same', async () => {
    const agent = await makeAgent();
    await ask(agent, 'Do you ship to Mars?');
    await ask(agent, 'do you ship to mars');
    const [item] = await open(agent);
    const ref = { agentId: agent, questionId: item?._id ?? '' };
    const [one, two] = await Promise.allSettled([
      client.agents.unansweredQuestions.answer(ref, { answer: 'Not yet.' }),
      client.agents.unansweredQuestions.answer(ref, { answer: 'Never.' }),
    ]);
    expect([one.status, two.status].sort()).toEqual(['fulfilled', 'rejected']);
    expect(await open(agent)).toEqual([]);
    const { knowledgeSources } = await client.agents.retrieve(agent);
    const pairs = await Promise.all(
      knowledgeSources.map(async (id) => (await client.knowledgeSources.pairs.list(id)).items),
    );
    expect(pairs.flat()).toMatchObject([{ question: 'do you ship to mars' }]);
    await expect(client.agents.unansweredQuestions.answer(ref, { answer: 'No.' })).rejects.toMatchObject({
      ...{ status: 404, code: 'question_not_found' },
    });
    // The next one goes into the same source, with better words.
    await ask(agent, 'maps?');
    const [next] = await open(agent);
    const made = await client.agents.unansweredQuestions.answer(
      { agentId: agent, questionId: next?._id ?? '' },
      { answer: 'Yes.', question: 'Do you sell maps?' },
    );
    expect(knowledgeSources).toContain(made.source);
    const { items } = await client.knowledgeSources.pairs.list(made.source);
    expect(items).toContainEqual(expect.objectContaining({ _id: made.pair, question: 'Do you sell maps?' }));
  });

  test('a repeated request with the same key adds one pair', async () => {
    const agent = await makeAgent();
    await ask(agent, 'Do you ship to Mars?');
    const [item] = await open(agent);
    const send = () =>
      client.agents.unansweredQuestions.answer(
        { agentId: agent, questionId: item?._id ?? '' },
        { answer: 'No.' },
        { idempotencyKey: `answer ${engine}` },
      );
    expect(await send()).toEqual(await send());
  });

  test('400: the source must be a qa source of the agent', async () => {
    const agent = await makeAgent();
    await ask(agent, 'Do you ship to Mars?');
    const [item] = await open(agent);
    const { _id: sourceId } = await client.knowledgeSources.create({ type: 'qa', name: 'Of no agent' });
    const ref = { agentId: agent, questionId: item?._id ?? '' };
    await expect(client.agents.unansweredQuestions.answer(ref, { answer: 'No.', sourceId })).rejects.toMatchObject({
      details: [{ path: 'sourceId' }],
    });
  });

  test('a dismissed question is listed again only if it is asked again', async () => {
    const agent = await makeAgent();
    await ask(agent, 'Do you ship to Mars?');
    const [item] = await open(agent);
    const ref = { agentId: agent, questionId: item?._id ?? '' };
    await client.agents.unansweredQuestions.dismiss(ref);
    expect(await open(agent)).toEqual([]);
    await expect(client.agents.unansweredQuestions.dismiss(ref)).rejects.toMatchObject({ code: 'question_not_found' });
    await ask(agent, 'Do you ship to Mars?');
    expect(await open(agent)).toMatchObject([{ count: 1 }]);
  });

  test('it goes with its conversation, and is within reach of its workspace only', async () => {
    const agent = await makeAgent();
    const { conversation } = await ask(agent, 'Do you ship to Mars?');
    const stranger = await (await parley.person()).client();
    await expect(stranger.agents.unansweredQuestions.list(agent)).rejects.toMatchObject({ code: 'agent_not_found' });
    const reader = await person.client(['agents:read']);
    await expect(reader.agents.unansweredQuestions.list(agent)).rejects.toMatchObject({ code: 'insufficient_scope' });
    await client.conversations.delete(conversation._id);
    expect(await open(agent)).toEqual([]);
  });

  test('a source keeps the last 50 questions that it answered, with what was cited', async () => {
    const { _id: source } = await client.knowledgeSources.create({ type: 'qa', name: 'Hours' });
    state.chunks = [found(1, 'The shop opens at nine.', { source, documentKey: 'text' })];
    const agent = await makeAgent();
    const { _id: conversation } = await client.conversations.create(agent);
    const times = 53;
    for (let time = 1; time <= times; time += 1) {
      await client.messages.send(conversation, { content: `When does the shop open${'?'.repeat(time)}` });
    }
    const { db } = parley;
    const kept = await db.read(db.query.selectFrom('knowledge_questions').selectAll().where('source_id', '=', source));
    expect(kept).toHaveLength(50);
    expect(kept.map(({ question }) => question)).not.toContain('When does the shop open???');
    const [first] = kept;
    expect(JSON.parse(first?.cited ?? '')).toEqual([
      {
        documentKey: 'text',
        chunk: 1,
        quoteHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        quote: 'The shop opens at nine.',
      },
    ]);
    expect(await open(agent)).toEqual([]);
    await client.conversations.delete(conversation);
    expect(
      await db.read(db.query.selectFrom('knowledge_questions').selectAll().where('source_id', '=', source)),
    ).toEqual([]);
    state.chunks = [found(1, 'The shop opens at nine.')];
  });

  test('the list goes back 30 days, and a job deletes what is older than 90', async () => {
    const agent = await makeAgent();
    await ask(agent, 'Do you ship to Mars?');
    parley.advance(31 * day);
    expect(await open(agent)).toEqual([]);
    const since = new Date(Date.now() - 1_000_000).toISOString();
    expect((await client.agents.unansweredQuestions.list(agent, { since })).items).toHaveLength(1);
    parley.advance(60 * day);
    await runSweep(parley, 'unanswered_questions.expired');
    expect((await client.agents.unansweredQuestions.list(agent, { since })).items).toEqual([]);
  });
});
