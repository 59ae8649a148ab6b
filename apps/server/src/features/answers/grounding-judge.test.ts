import type { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { service } from '../../../testing/harness.ts';
import { conducted, refuses, says, startFakeProvider } from '../../../testing/servers/fake-provider.ts';

const provider = await startFakeProvider();
afterAll(provider.close);

const text = '# Office\n\nThe office is closed on public holidays. Parcels take two days.';
const question = 'When are you closed, and how long do parcels take?';
const paraphrase = 'Its staff is off on public holidays.';
const refusal = 'I don’t know: my knowledge sources don’t say.';

describe.each(anyEngine)('grounded replies that the agent’s own model judges, on %s', (engine) => {
  const parley = service(engine, { environment: provider.environment });
  let client: Parley;
  let source: string;
  beforeAll(async () => {
    client = await (await parley.person()).client();
    source = (await client.knowledgeSources.create({ type: 'text', name: 'Help', text }))._id;
    await vi.waitFor(
      async () => expect(await client.knowledgeSources.retrieve(source)).toMatchObject({ status: 'ready' }),
      { timeout: 60_000, interval: 25 },
    );
  });

  const nameOf = (model: string) => `${engine}-${model}`;
  const askedOf = (model: string) => provider.asked.filter((asked) => asked.model === nameOf(model));
  const judgedAgent = async (model: string, draft: object = {}) => {
    const settings = { answerMode: 'grounded', groundingJudge: 'model' } as const;
    return (
      await client.agents.create({
        ...{ name: 'Judged', model: `fake/${nameOf(model)}`, knowledgeSources: [source] },
        ...settings,
        ...draft,
      })
    )._id;
  };

  test('what the model finds supported is shown with a valid citation, what it doesn’t is removed; both calls count', async () => {
    const reply = [`${paraphrase} [1] `, 'Parcels take two days [1]. Parcels take 99 days [1].'];
    provider.play(nameOf('right'), says(...reply), says('[[2],[],[3]]'));
    const agent = await judgedAgent('right');
    const chat = await client.agents.chat(agent, { message: question });
    expect(chat.reply).toMatchObject({
      ...{ status: 'complete', content: paraphrase, usage: { inputTokens: 22, outputTokens: 14 } },
      citations: [{ source, quote: 'The office is closed on public holidays.' }],
    });
    const { items } = await client.citations.verify({ citations: chat.reply?.citations ?? [] });
    expect(items).toMatchObject([{ status: 'valid' }]);
    const { usage } = await client.conversations.retrieve(chat.conversation._id);
    expect(usage).toEqual({ inputTokens: 22, outputTokens: 14 });
    expect(askedOf('right').map(({ temperature }) => temperature)).toEqual([0.7, 0]);
    expect((await client.agents.unansweredQuestions.list(agent)).items).toEqual([]);
  });

  test('a reply without a supported sentence is a refusal, and the question is kept', async () => {
    provider.play(nameOf('none'), says('Parcels take two days [1].'), says('[[]]'));
    const agent = await judgedAgent('none');
    expect((await client.agents.chat(agent, { message: question })).reply).toMatchObject({ content: refusal });
    expect((await client.agents.unansweredQuestions.list(agent)).items).toMatchObject([{ question }]);
  });

  test.each([
    ['refuses', refuses(429, { 'retry-after': '3600' }), { inputTokens: 11, outputTokens: 7 }],
    ['replies in words', says('Everything is supported.'), { inputTokens: 22, outputTokens: 14 }],
  ] as const)('if the judge %s, the rules decide and the reply is complete', async (what, play, usage) => {
    const model = what.replaceAll(' ', '-');
    provider.play(nameOf(model), says(`${paraphrase} Parcels take two days. Parcels take 99 days.`), play);
    const { reply } = await client.agents.chat(await judgedAgent(model), { message: question });
    expect(reply).toMatchObject({ status: 'complete', content: 'Parcels take two days.', usage });
  });

  test('rules judge alone unless it is set, if the agent is open, and if its model quotes by itself', async () => {
    provider.play(nameOf('rules'), says('Parcels take two days [1].'));
    const agent = await judgedAgent('rules', { groundingJudge: 'rules' });
    expect((await client.agents.chat(agent, { message: question })).reply?.content).toBe('Parcels take two days.');
    await client.agents.update(agent, { groundingJudge: 'model', answerMode: 'open' });
    expect((await client.agents.chat(agent, { message: question })).reply?.content).toBe('Parcels take two days.');
    expect(askedOf('rules')).toHaveLength(2);
    await client.agents.update(agent, { model: 'builtin/extract', answerMode: 'grounded' });
    const { reply } = await client.agents.chat(agent, { message: 'How long do parcels take?' });
    expect(reply?.content).toContain('Parcels take two days.');
    expect(askedOf('rules')).toHaveLength(2);
  });

  test('a stream shows nothing before the judgement, and is resumed after it', async () => {
    const judge = conducted();
    provider.play(nameOf('streamed'), says('Parcels take two days [1]. Parcels take 99 days [1].'), judge.play);
    const { _id: id } = await client.conversations.create(await judgedAgent('streamed'));
    const seen: string[] = [];
    const reading = (async () => {
      for await (const event of client.messages.stream(id, { content: question })) {
        seen.push(event.type);
        if (event.type === 'message.completed') return event.id ?? '';
      }
      return '';
    })();
    await judge.begun;
    const [, waiting] = (await client.messages.list(id)).items.toReversed();
    expect(waiting).toMatchObject({ status: 'streaming', content: '' });
    judge.say('[[3],[3]]');
    judge.end();
    const last = await reading;
    expect(seen).toEqual([
      ...['message.created', 'message.created', 'message.delta', 'citation', 'message.delta', 'message.completed'],
    ]);
    const after: string[] = [];
    const options = { headers: { 'Last-Event-ID': `${last.split(':')[0]}:8` } };
    for await (const event of client.conversations.follow(id, options))
      after.push(event.type === 'message.delta' ? event.text : event.type);
    expect(after).toEqual(['take two days', 'citation', '.', 'message.completed']);
  });

  test('cancelling ends the judgement: nothing of the reply is shown, and its tokens count', async () => {
    const judge = conducted();
    provider.play(nameOf('cancelled'), says('Parcels take two days [1].'), judge.play);
    const agent = await judgedAgent('cancelled');
    const { _id: id } = await client.conversations.create(agent);
    const replying = client.messages.send(id, { content: question }).catch((error: unknown) => error);
    await judge.begun;
    await client.conversations.cancel(id);
    await replying;
    await askedOf('cancelled').at(-1)?.closed;
    const reply = (await client.messages.list(id)).items.find(({ role }) => role === 'assistant');
    expect(reply).toMatchObject({ status: 'cancelled', content: '', citations: [] });
    expect(reply?.usage?.inputTokens).toBeGreaterThan(11);
    expect((await client.agents.unansweredQuestions.list(agent)).items).toEqual([]);
  });
});
