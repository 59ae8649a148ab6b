// @module-tag sql

import { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { followed } from '../conversations/conversation-copy.ts';
import { askIn, clientOf, echoAgent, letIn, makeWebChannel } from '../conversations/visitors.ts';
import { engines } from '../databases/engines.ts';
import { hasRedis } from '../databases/redis.ts';
import type { Person } from '../harness.ts';
import { expectFailure, send } from '../request.ts';
import { sendEvent, startWebhookServer } from '../servers/webhook-server.ts';
import { severalServices } from './services.ts';

const other = await startWebhookServer();
afterAll(other.close);

const patient = { timeout: 30_000, interval: 20 };
const ways = [{ withRedis: false }, ...(hasRedis ? [{ withRedis: true }] : [])];

describe.runIf(engines.includes('postgres')).each(ways)(
  'channels of several processes, with Redis: $withRedis',
  ({ withRedis }) => {
    const environment = { PARLEY_ALLOW_PRIVATE_HOSTS: new URL(other.url).host };
    const services = severalServices({ withRedis, environment });
    const numbers = [0, 1, 2];
    let person: Person;
    let agent: string;
    let clients: Parley[];
    beforeAll(async () => {
      person = await services.at(0).person({ plan: 'business' });
      agent = await echoAgent(person);
      const apiKey = await person.key();
      clients = numbers.map((index) => new Parley({ baseURL: services.at(index).url, apiKey, maxRetries: 0 }));
    });
    const clientAt = (index: number) => clients[index] as Parley;

    test('an event that all get at once is one message, whose reply is delivered once', async () => {
      const { _id: channel, secret } = await clientAt(0).channels.create(agent, {
        ...{ type: 'webhook', settings: { url: other.url } },
      });
      const texts = ['One', 'Two', 'Three'];
      for (const text of texts) {
        const body = { type: 'message', user: { id: 'ada' }, text };
        const event = { channel, secret: secret ?? '', body };
        const replies = await Promise.all(
          numbers.map((index) => sendEvent(services.at(index).url, event, { id: `event-${withRedis}-${text}` })),
        );
        expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
      }
      const delivered = () => other.delivered.filter(({ body }) => body.data['channel'] === channel);
      const { db } = services.at(0);
      const jobs = db.query
        .selectFrom('jobs')
        .select('id')
        .where('kind', 'in', ['channels.receive', 'channels.deliver']);
      await vi.waitFor(async () => {
        expect(delivered().length).toBeGreaterThanOrEqual(texts.length);
        expect(await db.read(jobs)).toEqual([]);
      }, patient);
      expect(delivered().map(({ body }) => body.data['text'])).toEqual(texts);
      const { items } = await clientAt(1).conversations.list({ channelId: channel });
      expect(items).toHaveLength(1);
      const messages = (await clientAt(2).messages.list(items[0]?._id ?? '', { sort: 'createdAt' })).items;
      expect(messages.map(({ role, content }) => `${role} ${content}`)).toEqual(
        texts.flatMap((text) => [`user ${text}`, `assistant ${text}`]),
      );
    });

    test('a channel that one deletes is gone in the others at once, and its streams end there', async () => {
      const channel = await makeWebChannel(services.at(0), { workspace: person.workspace, agent });
      const session = await letIn(services.at(1).url, channel);
      const visitor = clientOf(services.at(1), session);
      const { conversation } = await visitor.agents.chat(agent, { content: 'Hello' });
      const reading = followed(visitor, conversation._id);
      const ended = reading.ended.catch(({ code }: { code?: string }) => expect(code).toBe('invalid_visitor_token'));
      await vi.waitFor(() => expect(reading.events.length).toBeGreaterThan(0), patient);
      // Each has recognised the token before.
      const path = `/api/conversations/${conversation._id}`;
      for (const index of numbers)
        expect((await send(services.at(index).url, { path, key: session.token })).status).toBe(200);
      await clientAt(0).channels.delete(channel);
      for (const index of numbers) {
        const { url } = services.at(index);
        for (const asked of [path, `${path}/messages`, `${path}/events`, '/api/conversations'])
          expectFailure(await send(url, { path: asked, key: session.token }), 'invalid_visitor_token');
        expectFailure(await askIn(url, channel, { token: session.token }), 'channel_not_found');
      }
      await ended;
    });
  },
);
