import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyEngine } from '../../../../../testing/databases/engines.ts';
import { actorOf } from '../../../../../testing/fixtures/actor.ts';
import { type Person, service } from '../../../../../testing/harness.ts';
import { longestHold } from '../../../../../testing/memory/longest-hold.ts';
import { conducted, startFakeProvider } from '../../../../../testing/servers/fake-provider.ts';

const provider = await startFakeProvider();
afterAll(provider.close);

/** Takes some time, as sending an event to a socket does, in ms. */
const sendingMs = 0.5;
function send() {
  const until = performance.now() + sendingMs;
  while (performance.now() < until);
}

describe.each(anyEngine)('many followers of one reply, on %s', (engine) => {
  const parley = service(engine, { environment: provider.environment });
  let alice: Person;
  let agent: string;
  const model = `${engine}-followed`;

  beforeAll(async () => {
    alice = await parley.person();
    agent = (await (await alice.client()).agents.create({ name: 'Fake', model: `fake/${model}` }))._id;
  });

  /** The longest time for which the pieces of a reply and its end hold the event loop. */
  const holdWith = async (followers: number): Promise<number> => {
    const answer = conducted();
    provider.play(model, answer.play);
    const { messages } = parley.features.conversations;
    const sent = await messages.chat(actorOf(alice), { id: agent, repeat: undefined }, { content: 'Go' });
    await answer.begun;
    const received: string[] = [];
    const follow = async () => {
      const names: string[] = [];
      const { events } = await messages.follow(actorOf(alice), sent.message.conversation, undefined);
      for await (const { event } of events) {
        names.push(event);
        received.push(event);
        send();
      }
      return names;
    };
    const following = Array.from({ length: followers }, follow);
    const has = (event: string, times: number) =>
      expect.poll(() => received.filter((each) => each === event), { timeout: 30_000 }).toHaveLength(times);
    await has('message.created', followers);
    const first = await longestHold(async () => {
      answer.say('One. ');
      await has('message.delta', followers);
    });
    const second = await longestHold(async () => {
      answer.say('Two.');
      await has('message.delta', 2 * followers);
    });
    const end = await longestHold(async () => {
      answer.end();
      for (const names of await Promise.all(following)) {
        expect(names).toEqual(['message.created', 'message.delta', 'message.delta', 'message.completed']);
      }
    });
    return Math.max(first, second, end);
  };

  test('each gets every event, and eight times as many don’t hold the event loop longer', async () => {
    const leastWith = async (followers: number) => {
      const holds: number[] = [];
      for (let reading = 0; reading < 4; reading += 1) holds.push(await holdWith(followers));
      return Math.min(...holds);
    };
    const [few, many] = [await leastWith(50), await leastWith(400)];
    expect(many / few).toBeLessThan(4);
  }, 60_000);
});
