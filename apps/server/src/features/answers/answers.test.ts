import type { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { codesPage, codesQuestions, formatsPage, formatsQuestions } from '../../../testing/fixtures/exact-questions.ts';
import { service } from '../../../testing/harness.ts';
import { conducted, says, startFakeProvider } from '../../../testing/servers/fake-provider.ts';

const provider = await startFakeProvider();
afterAll(provider.close);

const page = [
  '# Shipping',
  'Parcels within the country take two to four days. A parcel to Norway costs twelve euros.',
  '# Returns',
  'Returns are free for thirty days. Send the book back in its parcel.',
].join('\n\n');

describe.each(anyEngine)('answers from real sources, on %s', (engine) => {
  const parley = service(engine, { environment: provider.environment });
  let client: Parley;
  let source: string;
  beforeAll(async () => {
    client = await (await parley.person()).client();
    source = (await client.knowledgeSources.create({ type: 'text', name: 'Help', text: page }))._id;
    await ready(source, 1);
  });

  /** Waits until a version of a source serves. */
  const ready = (id: string, version: number) =>
    vi.waitFor(
      async () => expect(await client.knowledgeSources.retrieve(id)).toMatchObject({ status: 'ready', version }),
      { timeout: 60_000, interval: 25 },
    );
  const makeAgent = async (draft: object) =>
    (await client.agents.create({ name: 'Knows', knowledgeSources: [source], ...draft }))._id;

  test('without sources nothing is searched, and a grounded agent says that it doesn’t know', async () => {
    const { _id: agent } = await client.agents.create({ name: 'Bare', model: 'builtin/extract' });
    const bare = async () => (await client.agents.chat(agent, { message: 'Is a parcel to Norway possible?' })).reply;
    expect(await bare()).toMatchObject({ content: expect.stringContaining('found nothing'), citations: [] });
    await client.agents.update(agent, { knowledgeSources: [source] });
    expect(await bare()).toMatchObject({ citations: [{ source }] });
    await client.agents.update(agent, { knowledgeSources: [] });
    expect(await bare()).toMatchObject({ citations: [] });
  });

  test('builtin/extract quotes, continues a conversation, and a pair answers what it could not', async () => {
    const agent = await makeAgent({ model: 'builtin/extract' });
    const first = await client.agents.chat(agent, { message: 'Is a parcel to Norway possible?' });
    expect(first.reply).toMatchObject({ content: 'A parcel to Norway costs twelve euros.' });
    const { conversation } = first;
    const more = await client.agents.chat(agent, {
      message: 'And how much is that?',
      conversationId: conversation._id,
    });
    expect(more.reply?.content).toContain('twelve euros');
    const none = await client.agents.chat(agent, { message: 'Who painted the Mona Lisa?' });
    expect(none.reply).toMatchObject({ content: expect.stringContaining('found nothing'), citations: [] });
    const { items } = await client.agents.unansweredQuestions.list(agent);
    expect(items.map(({ question }) => question)).toEqual(['Who painted the Mona Lisa?']);
    const ref = { agentId: agent, questionId: items[0]?._id ?? '' };
    const made = await client.agents.unansweredQuestions.answer(ref, { answer: 'Leonardo. Ask for our books on him.' });
    await vi.waitFor(
      async () => {
        const again = await client.agents.chat(agent, { message: 'Who painted Mona Lisa?' });
        expect(again.reply).toMatchObject({ content: 'Leonardo. Ask for our books on him.' });
        expect(again.reply?.citations).toMatchObject([{ source: made.source, title: 'Who painted the Mona Lisa?' }]);
      },
      { timeout: 60_000, interval: 50 },
    );
  });

  test.each([
    ['codes', codesPage, codesQuestions],
    ['formats', formatsPage, formatsQuestions],
  ])(
    'builtin/extract finds %s exactly or not at all, and keeps what it did not find',
    async (name, text, questions) => {
      const { _id: exact } = await client.knowledgeSources.create({ type: 'text', name, text });
      await ready(exact, 1);
      const agent = await makeAgent({ model: 'builtin/extract', answerMode: 'grounded', knowledgeSources: [exact] });
      const replies = await Promise.all(
        questions.map(async ([message, answer]) => ({ answer, ...(await client.agents.chat(agent, { message })) })),
      );
      const wrong = replies.filter(
        ({ reply, answer }) => !reply?.content.split('\n\n')[0]?.includes(answer ?? 'found nothing'),
      );
      expect(wrong.map(({ answer, reply }) => [answer, reply?.content])).toEqual([]);
      const { items } = await client.agents.unansweredQuestions.list(agent, { limit: 100 });
      const unanswered = questions.filter(([, answer]) => answer === null).map(([question]) => question);
      expect(items.map(({ question }) => question).sort()).toEqual(unanswered.sort());
    },
  );

  test('a model’s markers become citations that are valid, then moved, then gone', async () => {
    provider.play(engine, says('It takes two to four days [1', '], I think [9].'));
    const agent = await makeAgent({ model: `fake/${engine}`, answerMode: 'grounded' });
    const { reply } = await client.agents.chat(agent, { message: 'How many days do parcels take?' });
    expect(reply?.content).toBe('It takes two to four days, I think.');
    const [cited] = reply?.citations ?? [];
    expect(cited).toMatchObject({ source, version: 1, headings: expect.arrayContaining(['Shipping']) });
    expect(page).toContain(cited?.quote);
    const verify = async () => (await client.citations.verify({ citations: reply?.citations ?? [] })).items;
    expect(await verify()).toMatchObject([{ status: 'valid', place: { start: cited?.start, version: 1 } }]);
    expect((await client.agents.unansweredQuestions.list(agent)).items).toEqual([]);
    const edit = async (text: string, version: number) => {
      await client.knowledgeSources.update(source, { text });
      await vi.waitFor(
        async () => {
          const found = await client.knowledgeSources.retrieve(source);
          // Losing what was cited needs a review.
          if (found.review !== null) await client.knowledgeSources.review(source, { approve: true });
          expect(found).toMatchObject({ status: 'ready', version });
        },
        { timeout: 60_000, interval: 25 },
      );
    };
    await edit(`Welcome to our shop.\n\n${page}`, 2);
    expect(await verify()).toMatchObject([{ status: 'moved', place: { version: 2 } }]);
    await edit(page.replaceAll('parcel', 'box').replaceAll('Parcel', 'Box').replaceAll('two to four', 'nine'), 3);
    expect(await verify()).toMatchObject([{ status: 'gone', reason: 'text_gone' }]);
    await edit(page, 4);
  });

  test('a cancelled reply keeps the citations so far, and is no unanswered question', async () => {
    const answer = conducted();
    provider.play(engine, answer.play);
    const agent = await makeAgent({ model: `fake/${engine}`, answerMode: 'grounded' });
    const { _id: id } = await client.conversations.create(agent);
    const seen: string[] = [];
    const reading = (async () => {
      for await (const event of client.messages.stream(id, { content: 'Are returns free?' })) {
        seen.push(event.type);
        if (event.type === 'citation') await client.conversations.cancel(id);
      }
    })().catch(() => undefined);
    await answer.begun;
    answer.say('Returns are free for thirty days [1');
    answer.say(']. Send the');
    await reading;
    const [reply] = (await client.messages.list(id)).items;
    expect(reply).toMatchObject({ status: 'cancelled', citations: [{ source }] });
    expect(seen).toContain('citation');
    expect((await client.agents.unansweredQuestions.list(agent)).items).toEqual([]);
  });

  test('without a marker, sentences that a passage has almost word by word are cited; others are not', async () => {
    const agent = await makeAgent({ model: `fake/${engine}`, answerMode: 'grounded' });
    provider.play(
      engine,
      says('Parcels within the country take two to four days.'),
      says('I am afraid I can’t say that.'),
    );
    const good = await client.agents.chat(agent, { message: 'How many days do parcels take?' });
    expect(good.reply?.citations).toMatchObject([
      { source, quote: 'Parcels within the country take two to four days.' },
    ]);
    const bad = await client.agents.chat(agent, { message: 'How many days do parcels take to Mars?' });
    expect(bad.reply?.citations).toEqual([]);
    const { items } = await client.agents.unansweredQuestions.list(agent);
    expect(items.map(({ message }) => message)).toEqual([bad.reply?._id]);
  });
});
