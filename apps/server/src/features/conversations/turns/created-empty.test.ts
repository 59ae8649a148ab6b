import type { MessageEvent, Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyEngine } from '../../../../testing/databases/engines.ts';
import { service } from '../../../../testing/harness.ts';
import { collected } from '../../../../testing/memory/collected.ts';
import { conducted, says, startFakeProvider } from '../../../../testing/servers/fake-provider.ts';

const provider = await startFakeProvider();
afterAll(provider.close);

/** The reply as a client shows it that appends what it hears to what it was given. */
function shown(events: readonly MessageEvent[]) {
  let content: string | undefined;
  for (const event of events) {
    if (event.type === 'message.created' && event.message.role === 'assistant') content = event.message.content;
    if (event.type === 'message.delta') content += event.text;
  }
  return content;
}

const createdReply = (events: readonly MessageEvent[]) =>
  events.flatMap((event) =>
    event.type === 'message.created' && event.message.role === 'assistant' ? [event.message] : [],
  );

const empty = { content: '', parts: [], citations: [], status: 'streaming', usage: null, finishReason: null };

describe.each(anyEngine)('the first event of a reply, on %s', (engine) => {
  const parley = service(engine, { environment: provider.environment });
  let client: Parley;

  beforeAll(async () => {
    client = await (await parley.person()).client();
  });

  const agentWith = async (model: string) => {
    const name = `${engine}-${model}`;
    return { name, id: (await client.agents.create({ name, model: `fake/${name}` }))._id };
  };

  test('is empty in mid-answer, although a part of it is stored', async () => {
    const answer = conducted();
    const agent = await agentWith('created-empty');
    provider.play(agent.name, answer.play);
    const { _id: id } = await client.conversations.create(agent.id);
    const sent = client.messages.send(id, { content: 'Go', clientMessageId: 'one' });
    await answer.begun;
    answer.say('One, two');
    const isStored = async () => (await client.messages.list(id, { limit: 1 })).items[0]?.content;
    await expect.poll(isStored, { timeout: 20_000 }).toBe('One, two');
    const following = collected(client.conversations.follow(id));
    const joined = collected(client.messages.stream(id, { content: 'Go', clientMessageId: 'one' }));
    for (const { text } of [following, joined]) await expect.poll(text, { timeout: 20_000 }).toBe('One, two');
    answer.say(', three');
    answer.end();
    await sent;
    for (const { seen, ended } of [following, joined]) {
      await ended;
      expect(createdReply(seen)).toEqual([expect.objectContaining(empty)]);
      expect(shown(seen)).toBe('One, two, three');
    }
    const question = joined.seen.find((event) => event.type === 'message.created');
    expect(question).toMatchObject({ message: { role: 'user', content: 'Go', status: 'complete' } });
  });

  test('is empty after the end: of a repeated message, and of one that is resumed after the question', async () => {
    const agent = await agentWith('repeated-empty');
    provider.play(agent.name, says('One', ', two'));
    const { _id: id } = await client.conversations.create(agent.id);
    const { reply } = await client.messages.send(id, { content: 'Go', clientMessageId: 'one' });
    await client.messages.rate(reply?._id ?? '', { rating: 'positive' });
    const repeated = collected(client.messages.stream(id, { content: 'Go', clientMessageId: 'one' }));
    await repeated.ended;
    const headers = { 'Last-Event-ID': repeated.seen[0]?.id ?? '' };
    const resumed = collected(client.conversations.follow(id, { headers }));
    await resumed.ended;
    for (const { seen } of [repeated, resumed]) {
      expect(createdReply(seen)).toEqual([expect.objectContaining({ ...empty, feedback: null })]);
      expect(shown(seen)).toBe('One, two');
      expect(seen.at(-1)).toMatchObject({ type: 'message.completed', message: { content: 'One, two' } });
    }
  });
});
