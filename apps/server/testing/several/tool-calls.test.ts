// @module-tag sql

import { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { followed } from '../conversations/conversation-copy.ts';
import { engines } from '../databases/engines.ts';
import { hasRedis } from '../databases/redis.ts';
import { startActs } from '../servers/acts.ts';
import { says, startFakeProvider } from '../servers/fake-provider.ts';
import { calls } from '../servers/fake-tools.ts';
import { severalServices } from './services.ts';

const provider = await startFakeProvider();
const acts = await startActs();
afterAll(provider.close);
afterAll(acts.close);

const patient = { timeout: 30_000, interval: 20 };
const ways = [{ withRedis: false }, ...(hasRedis ? [{ withRedis: true }] : [])];

describe.runIf(engines.includes('postgres')).each(ways)(
  'tool calls in several processes, with Redis: $withRedis',
  ({ withRedis }) => {
    const environment = { ...provider.environment, PARLEY_ALLOW_PRIVATE_HOSTS: acts.host };
    const services = severalServices({ withRedis, environment });
    let clients: readonly Parley[];
    beforeAll(async () => {
      const apiKey = await (await services.at(0).person()).key();
      clients = [0, 1, 2].map((index) => new Parley({ baseURL: services.at(index).url, apiKey, maxRetries: 0 }));
    });

    test('a reply goes on once, whichever process hears the decision, and others see it', async () => {
      const [asks, decides, reads] = clients;
      if (asks === undefined || decides === undefined || reads === undefined) throw new Error('There are three.');
      const [name, model] = ['pay', `several-${withRedis}`];
      provider.play(model, calls([{ name, arguments: '{"order":"1"}' }]), says('Paid.'));
      const settings = { method: 'POST', url: `${acts.url}/${model}` };
      const inputSchema = { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] };
      const tool = await asks.tools.create({
        ...{ type: 'http', name, description: 'Pays.', inputSchema, settings, idempotent: false },
      });
      const tools = [{ id: tool._id, requiresApproval: true }];
      const { _id: agent } = await asks.agents.create({ name: 'Pays', model: `fake/${model}`, tools });
      const { reply, conversation } = await asks.agents.chat(agent, { content: 'Go' });
      expect(reply).toMatchObject({ status: 'requires_action' });
      const reader = followed(reads, conversation._id);
      await expect.poll(() => reader.events.length, patient).toBeGreaterThan(0);
      const before = reader.events.length;
      const [waiting] = (await decides.toolCalls.list({ status: 'waiting' })).items;
      const decisions = await Promise.allSettled(
        [decides, asks].map((client) => client.toolCalls.approve(waiting?._id ?? '')),
      );
      expect(decisions.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      await expect.poll(() => reader.events.length, patient).toBeGreaterThan(before);
      await expect.poll(() => reader.copy.messages.get(reply?._id ?? '')?.status, patient).toBe('complete');
      expect(acts.at(`/${model}`).map(({ body }) => body)).toEqual(['{"order":"1"}']);
      expect((await reads.messages.retrieve(reply?._id ?? '')).content).toBe('Paid.');
      await reader.leave();
    });
  },
);
