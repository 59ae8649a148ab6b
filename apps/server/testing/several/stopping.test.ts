// @module-tag sql

import { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { engines } from '../databases/engines.ts';
import { hasRedis } from '../databases/redis.ts';
import { loggedEvents } from '../logged-events.ts';
import { conducted, says, startFakeProvider } from '../servers/fake-provider.ts';
import { severalServices } from './services.ts';

const provider = await startFakeProvider();
afterAll(provider.close);

/** With Redis the writing process is notified; without it the database tells it, within a second of more text. */
const kinds = [false, ...(hasRedis ? [true] : [])];

describe.runIf(engines.includes('postgres')).each(kinds)(
  'an answer of another process, with Redis: %s',
  (withRedis) => {
    const services = severalServices({ withRedis, environment: provider.environment });
    let clients: [Parley, Parley];
    let agent: string;
    beforeAll(async () => {
      const key = await (await services.at(0).person()).key();
      const clientOf = (index: number) => new Parley({ baseURL: services.at(index).url, apiKey: key, maxRetries: 0 });
      clients = [clientOf(0), clientOf(1)];
      agent = (await clients[0].agents.create({ name: 'Fake', model: 'fake/several' }))._id;
    });

    /** Lets the first process write the start of a reply, until the second one sees it. */
    async function begin() {
      const answer = conducted();
      provider.play('several', answer.play);
      const [writer, other] = clients;
      const id = (await writer.conversations.create(agent))._id;
      const sent = writer.messages.send(id, { content: 'Go' }).catch((error: unknown) => error);
      await answer.begun;
      const asked = provider.asked.at(-1);
      answer.say('Half of ');
      const half = async () => {
        const [message] = (await other.messages.list(id, { limit: 1 })).items;
        return message?.content;
      };
      await vi.waitFor(async () => expect(await half()).toBe('Half of '), { timeout: 5_000, interval: 50 });
      return { id, answer, sent, closed: asked?.closed };
    }

    /** Checks the stored state of an ended reply; its end must be announced once. */
    async function expectEnded(id: string, ending: { status: string; finishReason: string; code: string }) {
      const { code, ...fields } = ending;
      const [message] = (await clients[1].messages.list(id, { limit: 1 })).items;
      expect(message).toMatchObject({
        ...{ content: 'Half of ', ...fields },
        usage: { inputTokens: expect.any(Number), outputTokens: expect.any(Number) },
        ...{ firstTokenMs: expect.any(Number), latencyMs: expect.any(Number) },
      });
      const { db } = services.at(0);
      const told = (await loggedEvents(db, id)).filter(({ type }) => type === 'message.failed');
      expect(told.map(({ data }) => data)).toEqual([{ conversation: id, message: message?._id, agent, code }]);
      expect(await clients[0].conversations.retrieve(id)).toMatchObject({ turn: null, usage: message?.usage });
    }

    const stops = {
      cancel: (id: string) => clients[1].conversations.cancel(id),
      takeOver: (id: string) => clients[1].conversations.takeOver(id),
    };

    test.each(Object.entries(stops))('%s ends it there, with its event and its costs', async (name, stop) => {
      const { id, answer, sent, closed } = await begin();
      expect(await stop(id)).toMatchObject({ turn: null, status: name === 'cancel' ? 'open' : 'human' });
      await expectEnded(id, { status: 'cancelled', finishReason: 'cancelled', code: 'cancelled' });
      if (!withRedis) answer.say('more');
      await closed;
      expect(await sent).toMatchObject({ reply: { status: 'cancelled', content: 'Half of ' } });
      await expectEnded(id, { status: 'cancelled', finishReason: 'cancelled', code: 'cancelled' });
      await clients[0].conversations.release(id);
      provider.play('several', says('Again.'));
      expect(await clients[1].messages.send(id, { content: 'Go on' })).toMatchObject({ reply: { content: 'Again.' } });
    });

    test('a reply whose process no longer renews its lease is ended with its costs', async () => {
      const { id, answer, sent } = await begin();
      services.at(1).advance(60_000);
      await services.at(1).features.conversations.recover({ alone: false });
      await expectEnded(id, { status: 'failed', finishReason: 'interrupted', code: 'interrupted' });
      answer.say('more');
      expect(await sent).toMatchObject({ status: 503, code: 'unavailable' });
      await expectEnded(id, { status: 'failed', finishReason: 'interrupted', code: 'interrupted' });
    });
  },
);
