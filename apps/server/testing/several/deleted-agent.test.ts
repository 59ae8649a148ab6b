// @module-tag sql

import { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { engines } from '../databases/engines.ts';
import { hasRedis } from '../databases/redis.ts';
import { holdConversation } from '../fixtures/held-conversation.ts';
import { addHistory } from '../fixtures/history.ts';
import { collected } from '../memory/collected.ts';
import { conducted, startFakeProvider } from '../servers/fake-provider.ts';
import { severalServices } from './services.ts';

const provider = await startFakeProvider();
afterAll(provider.close);

const patient = { timeout: 20_000, interval: 5 };

/** With Redis the writing process is told; without it a checkpoint finds out, within a second of more text. */
const kinds = [false, ...(hasRedis ? [true] : [])];

/** An agent with more messages than one unit of work deletes is hidden, and a job deletes it. */
const histories: [string, number][] = [
  ['a short history', 1],
  ['a long history', 2_001],
];

describe.runIf(engines.includes('postgres')).each(kinds)(
  'an agent that another process deletes, with Redis: %s',
  (withRedis) => {
    const services = severalServices({ withRedis, environment: provider.environment });
    let workspace: string;
    let clients: readonly [Parley, Parley, Parley];
    beforeAll(async () => {
      const person = await services.at(0).person();
      const apiKey = await person.key();
      workspace = person.workspace;
      const clientOf = (index: number) => new Parley({ baseURL: services.at(index).url, apiKey, maxRetries: 0 });
      clients = [clientOf(0), clientOf(1), clientOf(2)];
    });

    /** Lets the first process write half of a reply, until it and every follower have sent that. */
    async function begin(messages: number) {
      const answer = conducted();
      provider.play('several', answer.play);
      const { _id: agent } = await clients[0].agents.create({ name: 'Fake', model: 'fake/several' });
      await addHistory(services.at(0), { agent, workspace }, { channels: 0, conversations: 1, messages });
      const { _id: conversation } = await clients[0].conversations.create(agent);
      const own = collected(clients[0].messages.stream(conversation, { content: 'Go' }));
      await answer.begun;
      const closed = provider.asked.at(-1)?.closed;
      const streams = [own, ...clients.map((client) => collected(client.conversations.follow(conversation)))];
      answer.say('Half of ');
      for (const { text } of streams) await vi.waitFor(() => expect(text()).toBe('Half of '), patient);
      return { agent, conversation, answer, closed, streams };
    }

    async function expectGone({ conversation, streams }: Awaited<ReturnType<typeof begin>>, texts: string[]) {
      for (const { seen, ended, text } of streams) {
        await ended;
        expect(seen.at(-1)).toMatchObject({ type: 'message.failed', code: 'message_not_found', message: null });
        expect(seen.filter(({ type }) => type === 'message.failed')).toHaveLength(1);
        expect(texts).toContain(text());
      }
      for (const client of clients) {
        const refused = client.conversations.follow(conversation).final();
        await expect(refused).rejects.toMatchObject({ status: 404, code: 'conversation_not_found' });
      }
    }

    test.each(histories)('ends every open stream and the turn, with %s', async (_name, messages) => {
      const begun = await begin(messages);
      await clients[1].agents.delete(begun.agent);
      if (!withRedis) begun.answer.say('it.');
      await begun.closed;
      await expectGone(begun, withRedis ? ['Half of '] : ['Half of ', 'Half of it.']);
    });

    test.runIf(withRedis)('stops the turn before its next checkpoint', async () => {
      const begun = await begin(2_001);
      // Checkpoints wait for this row, too: only the message of the other process can stop the turn.
      const release = await holdConversation(services.at(2).db, begun.conversation);
      begun.answer.say('it.');
      await clients[1].agents.delete(begun.agent);
      await begun.closed;
      await expectGone(begun, ['Half of ', 'Half of it.']);
      await release();
    });
  },
);
