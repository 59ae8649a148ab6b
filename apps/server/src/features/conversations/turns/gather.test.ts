import type { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/engines.ts';
import { says, startFakeProvider } from '../../../../testing/fake-provider.ts';
import { service } from '../../../../testing/harness.ts';
import type { Gathered, Gathering } from './aids.ts';

const provider = await startFakeProvider();
afterAll(provider.close);

const passage = (n: number, quote = `Open from ${n}.`) => ({
  ...{ source: `src_${n}`, title: `Hours ${n}`, url: null },
  ...{ quote, score: 1 / n },
});

/** What is gathered, by the question. */
const gathered: Readonly<Record<string, (about: Gathering) => Promise<Gathered>>> = {
  'When?': async () => ({ passages: [passage(1), passage(2)], citations: [passage(1)] }),
  'Fails?': async () => {
    throw new Error('The index is broken.');
  },
  'Hangs?': () => new Promise(() => undefined),
  'Too much?': async () => ({
    passages: [passage(1), passage(2, 'x'.repeat(60_000)), passage(3)],
    citations: Array.from({ length: 30 }, (_, index) => passage(index + 1, 'y'.repeat(4_000))),
  }),
  'Odd?': async () => ({ passages: [], citations: [{ ...passage(1, 'a\0b\ud800'), score: Number.NaN }] }),
};

describe.each(engines)('gathered context, on %s', (engine) => {
  const parley = service(engine, {
    environment: provider.environment,
    turnAids: {
      gather: async (about) => (await gathered[about.question]?.(about)) ?? { passages: [], citations: [] },
      limits: { gatherMs: 500 },
    },
  });
  let client: Parley;
  let agent: string;
  beforeAll(async () => {
    client = await (await parley.person()).client();
    provider.play(engine, says('From nine.'));
    agent = (await client.agents.create({ name: 'Knows', model: `fake/${engine}`, systemPrompt: 'Be brief.' }))._id;
  });

  const ask = async (message: string) => {
    const { reply } = await client.agents.chat(agent, { message });
    const asked = provider.asked.filter(({ model }) => model === engine).at(-1);
    return { reply, system: asked?.messages[0]?.content ?? '' };
  };

  test('passages go into the prompt, citations into the reply, before its text', async () => {
    const { reply, system } = await ask('When?');
    expect(system).toBe(
      'Be brief.\n\nPassages that may help to answer the last message:\n\n[1] Hours 1\nOpen from 1.\n\n[2] Hours ' +
        '2\nOpen from 2.',
    );
    expect(reply).toMatchObject({ content: 'From nine.', citations: [passage(1)] });
    expect(reply?.parts).toEqual([
      { type: 'citation', citation: passage(1) },
      { type: 'text', text: 'From nine.' },
    ]);
  });

  test('a stream sends the citations first, and resumes after each of them', async () => {
    const { _id: id } = await client.conversations.create(agent);
    const names: string[] = [];
    for await (const event of client.messages.stream(id, { content: 'When?' })) names.push(`${event.type} ${event.id}`);
    const reply = names[1]?.split(' ')[1]?.split(':')[0] ?? '';
    const [cited, ...rest] = names.slice(2);
    expect(cited).toBe(`citation ${reply}:0:1`);
    expect(rest.at(-1)).toBe(`message.completed ${reply}:10:1`);
    const after = async (place: string) => {
      const options = { headers: { 'Last-Event-ID': `${reply}:${place}` } };
      const heard: string[] = [];
      for await (const event of client.conversations.follow(id, options)) {
        heard.push(event.type === 'message.delta' ? event.text : event.type);
      }
      return heard;
    };
    expect(await after('0:1')).toEqual(['From nine.', 'message.completed']);
    // A process of an earlier version sent the text first: the client still gets each part once.
    expect(await after('5')).toEqual(['citation', 'nine.', 'message.completed']);
    expect(await after('5:1')).toEqual(['nine.', 'message.completed']);
  });

  test.each(['Fails?', 'Hangs?'])('“%s”: the reply goes on without, and the log says so', async (question) => {
    const { reply, system } = await ask(question);
    expect(system).toBe('Be brief.');
    expect(reply).toMatchObject({ content: 'From nine.', status: 'complete', citations: [] });
    expect(parley.log()).toContain(`The reply ${reply?._id} of ${agent} goes on without gathered context.`);
  });

  test('too much is left out, best first', async () => {
    const { reply, system } = await ask('Too much?');
    expect(system).toMatch(/\[1\] Hours 1\nOpen from 1\.$/);
    expect(reply?.citations).toHaveLength(12);
  });

  test('texts that a database refuses are made storable', async () => {
    const { reply } = await ask('Odd?');
    expect(reply?.citations).toEqual([{ ...passage(1, 'a\ufffdb\ufffd'), score: 0 }]);
  });
});
