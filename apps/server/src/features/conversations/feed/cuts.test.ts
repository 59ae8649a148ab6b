import type { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { followed, newCopy } from '../../../../testing/conversations/conversation-copy.ts';
import { anyEngine } from '../../../../testing/databases/engines.ts';
import { service } from '../../../../testing/harness.ts';
import { type Play, refuses, says, startFakeProvider } from '../../../../testing/servers/fake-provider.ts';
import { between, createRandom, pick, type Random } from '../../../random.ts';

const provider = await startFakeProvider();
afterAll(provider.close);

const seed = Number(process.env['PARLEY_TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const rounds = 3;
const steps = 25;
const patience = { timeout: 30_000 };

const random = createRandom(seed);
const numbers = Array.from(
  { length: rounds },
  (_, round) => [round, createRandom(between(random, 1, 2 ** 30))] as const,
);

describe.each(anyEngine)(`a reader that is cut at random places, on %s, seed ${seed}`, (engine) => {
  const parley = service(engine, { environment: provider.environment });
  let client: Parley;

  beforeAll(async () => {
    client = await (await parley.person()).client();
  });

  /** Does something to a conversation; what isn't allowed at the moment is refused. */
  const act = async (id: string, draw: Random): Promise<unknown> => {
    const send = (role: 'user' | 'human') =>
      client.messages.send(id, { content: `Number ${between(draw, 0, 99)}`, role });
    const replies = async () => (await client.messages.list(id)).items.filter(({ role }) => role !== 'user');
    const actions: (() => Promise<unknown>)[] = [
      ...[() => send('user'), () => send('user'), () => send('user'), () => send('human')],
      () => client.conversations.takeOver(id),
      () => client.conversations.release(id),
      () => client.conversations.cancel(id),
      () => client.conversations.close(id),
      () => client.conversations.reopen(id),
      () => client.conversations.update(id, { title: `Title ${between(draw, 0, 99)}` }),
      async () => {
        const found = await replies();
        const rating = pick(draw, ['positive', 'negative', null] as const);
        if (found.length > 0) await client.messages.rate(pick(draw, found)._id, { rating });
      },
      async () => {
        const [last] = await replies();
        if (last !== undefined) await client.messages.retry(last._id);
      },
    ];
    return pick(draw, actions)().catch(() => undefined);
  };

  test.each(numbers)('round %i: ends with what is stored', async (round, draw) => {
    const name = `${engine}-cuts-${round}`;
    const words = ['One', ' two', ' three', ' four', ' five'];
    const plays = Array.from({ length: steps }, (): Play => {
      return pick(draw, [refuses(400), says(...words), says(...words.slice(0, between(draw, 1, 4)))]);
    });
    provider.play(name, says('Hello'), ...plays);
    const { _id: agent } = await client.agents.create({ name, model: `fake/${name}` });
    const { _id: id } = await client.conversations.create(agent);
    const copy = newCopy();
    let reader = followed(client, id, { copy });
    await expect.poll(() => copy.conversation?._id, patience).toBe(id);
    const acting = (async () => {
      for (let step = 0; step < steps; step += 1) {
        const together = Array.from({ length: between(draw, 1, 2) }, () => act(id, draw));
        await Promise.all(together);
      }
    })();
    const state = { acting: true };
    void acting.finally(() => {
      state.acting = false;
    });
    while (state.acting) {
      const heard = reader.events.length + between(draw, 0, 6);
      await expect.poll(() => !state.acting || reader.events.length >= heard, patience).toBe(true);
      reader = followed(client, id, { copy, after: await reader.leave() });
    }
    await acting;
    const messages = (await client.messages.list(id, { limit: 100, sort: 'createdAt' })).items;
    const conversation = await client.conversations.retrieve(id);
    const shown = () => ({ conversation: copy.conversation, messages: [...copy.messages.values()] });
    await expect.poll(shown, patience).toEqual({ conversation, messages });
    await reader.leave();
  });
});
