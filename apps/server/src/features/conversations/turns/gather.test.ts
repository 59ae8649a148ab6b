import { createHash } from 'node:crypto';
import type { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyEngine } from '../../../../testing/databases/engines.ts';
import { foundPassage } from '../../../../testing/fixtures/passages.ts';
import { service } from '../../../../testing/harness.ts';
import { says, startFakeProvider } from '../../../../testing/servers/fake-provider.ts';
import type { Gathered, Gathering } from '../../../calling/aids.ts';

const provider = await startFakeProvider();
afterAll(provider.close);

const hours = foundPassage(1, 'We are a bookshop. The shop opens at nine and closes at six. On Sundays it is closed.');
const parcels = foundPassage(2, 'Parcels take two to four days.\nA parcel to Norway costs 12 euros.', {
  ...{ title: 'Shipping', url: 'https://shop.example.com/shipping', headings: ['Help', 'Shipping'], page: 3 },
});

/** Results of gathering, by question. */
const gathered: Readonly<Record<string, (about: Gathering) => Promise<Gathered>>> = {
  'When?': async () => ({ passages: [hours, parcels] }),
  'Fails?': async () => {
    throw new Error('The index is broken.');
  },
  'Hangs?': () => new Promise(() => undefined),
  'Too much?': async () => ({ passages: [hours, foundPassage(2, 'x'.repeat(60_000)), parcels] }),
  'Odd?': async () => ({ passages: [foundPassage(1, 'Odd \0 text \ud800 here.')] }),
};

const refusal = 'I don’t know: my knowledge sources don’t say.';

describe.each(anyEngine)('gathered context, on %s', (engine) => {
  const seen: Gathering[] = [];
  const parley = service(engine, {
    environment: provider.environment,
    turnAids: {
      newCode: () => 'c0de',
      gather: async (about) => {
        seen.push(about);
        return (await gathered[about.question]?.(about)) ?? { passages: [] };
      },
      limits: { gatherMs: 500 },
    },
  });
  let client: Parley;
  let agent: string;
  beforeAll(async () => {
    client = await (await parley.person()).client();
    agent = (await client.agents.create({ name: 'Knows', model: `fake/${engine}`, systemPrompt: 'Be brief.' }))._id;
  });

  const ask = async (message: string, pieces: readonly string[] = ['From nine.']) => {
    provider.play(engine, says(...pieces));
    const { reply } = await client.agents.chat(agent, { message });
    const asked = provider.asked.filter(({ model }) => model === engine).at(-1);
    return { reply, system: asked?.messages[0]?.content ?? '' };
  };

  test('passages go into the prompt between marks; the sentence that is cited becomes a part', async () => {
    const { reply, system } = await ask('When?', [
      'The shop opens at ni',
      'ne [',
      '1]',
      '. A parcel takes two to four days [2',
      '][7].',
    ]);
    expect(system).toContain(`<<passage 1 c0de>>\nTitle: Page 1\nText: ${hours.text}\n<<end 1 c0de>>`);
    expect(system).toContain(
      `<<passage 2 c0de>>\nTitle: Shipping\nPlace: Help > Shipping > page 3\nURL: ${parcels.url}\nText: ${parcels.text}\n<<end 2 c0de>>`,
    );
    expect(reply?.content).toBe('The shop opens at nine. A parcel takes two to four days.');
    const quote = 'The shop opens at nine and closes at six.';
    const cited = {
      source: 'src_1',
      title: 'Page 1',
      url: null,
      quote,
      score: 1,
      document: 'doc_1',
      version: 1,
      chunk: 1,
    };
    const place = { page: null, headings: [], start: 119, end: 119 + quote.length };
    const quoteHash = createHash('sha256').update(quote).digest('hex');
    expect(reply?.parts).toEqual([
      { type: 'text', text: 'The shop opens at nine' },
      { type: 'citation', citation: { ...cited, ...place, quoteHash } },
      { type: 'text', text: '. A parcel takes two to four days' },
      { type: 'citation', citation: expect.objectContaining({ quote: 'Parcels take two to four days.', page: 3 }) },
      { type: 'text', text: '.' },
    ]);
    expect(reply?.citations.map(({ source }) => source)).toEqual(['src_1', 'src_2']);
  });

  test('a stream sends citations at their places, and resumes after each of them', async () => {
    provider.play(engine, says('It opens at nine [1].'));
    const { _id: id } = await client.conversations.create(agent);
    const names: string[] = [];
    for await (const event of client.messages.stream(id, { content: 'When?' })) names.push(`${event.type} ${event.id}`);
    const reply = names[1]?.split(' ')[1]?.split(':')[0] ?? '';
    expect(names).toContain(`citation ${reply}:16:1`);
    expect(names.at(-1)).toBe(`message.completed ${reply}:17:1`);
    const after = async (place: string) => {
      const options = { headers: { 'Last-Event-ID': `${reply}:${place}` } };
      const heard: string[] = [];
      for await (const event of client.conversations.follow(id, options)) {
        heard.push(event.type === 'message.delta' ? event.text : event.type);
      }
      return heard;
    };
    expect(await after('16')).toEqual(['citation', '.', 'message.completed']);
    expect(await after('16:1')).toEqual(['.', 'message.completed']);
  });

  test.each(['Fails?', 'Hangs?'])('“%s”: the reply goes on without, and the log says so', async (question) => {
    const { reply, system } = await ask(question);
    expect(system).toBe('Be brief.');
    expect(reply).toMatchObject({ content: 'From nine.', status: 'complete', citations: [] });
    expect(parley.log()).toContain(`The reply ${reply?._id} of ${agent} goes on without gathered context.`);
  });

  test('a passage that is too long is left out, and the next one takes its number', async () => {
    const { system } = await ask('Too much?');
    expect(system).toContain('<<passage 2 c0de>>\nTitle: Shipping');
    expect(system).not.toContain('xxx');
  });

  test('texts that a database refuses are made storable, and their places stay', async () => {
    const { reply } = await ask('Odd?', ['Odd text [1].']);
    expect(reply?.citations).toMatchObject([{ quote: 'Odd \ufffd text \ufffd here.', start: 100, end: 118 }]);
  });

  test('the aid gets the questions before, newest first, and nothing of the future', async () => {
    provider.play(engine, says('Well.'));
    const { _id: id } = await client.conversations.create(agent);
    for (const content of ['One?', 'Two?', 'Three?', 'Four?', 'Five?']) await client.messages.send(id, { content });
    expect(seen.at(-1)).toMatchObject({ question: 'Five?', earlier: ['Four?', 'Three?', 'Two?'] });
    expect(seen.at(-5)).toMatchObject({ question: 'One?', earlier: [] });
  });

  test('a reply without passages keeps its brackets, and one in code, too', async () => {
    expect((await ask('Nothing?', ['See [1] and [2].'])).reply?.content).toBe('See [1] and [2].');
    const code = 'Write `list[1]` or:\n```\nlist[2]\n```\nThat is it [1].';
    const { reply } = await ask('When?', [...code]);
    expect(reply?.content).toBe(code.replace(' [1].', '.'));
    expect(reply?.citations).toHaveLength(1);
  });

  test('grounded: what no passage supports is removed, and without a passage the model isn’t asked', async () => {
    await client.agents.update(agent, { answerMode: 'grounded' });
    const asked = provider.asked.length;
    for (const question of ['Nothing?', 'Fails?'])
      expect((await ask(question, ['It’s nine [1].'])).reply).toMatchObject({ content: refusal, status: 'complete' });
    expect(provider.asked).toHaveLength(asked);
    const wrong = await ask('When?', ['The shop opens at ten [1]. ', 'It closes late.']);
    expect(wrong.reply).toMatchObject({ content: refusal, citations: [] });
    expect(wrong.system).toContain('Answer only from the passages');
    const { reply } = await ask('When?', ['Sure! The shop opens at nine', ' [1]. It is the best shop in town.']);
    expect(reply).toMatchObject({ content: 'Sure! The shop opens at nine.', citations: [{ source: 'src_1' }] });
    expect((await ask('Hello!', ['Hello! ', 'It costs 5 euros.'])).reply?.content).toBe('Hello!');
    await client.agents.update(agent, { answerMode: 'open' });
    expect((await ask('When?')).system).not.toContain('Answer only from the passages');
  });
});
