// @module-tag sql

import { Parley } from '@parley/sdk';
import { describe, expect, onTestFinished, test } from 'vitest';
import { watched } from '../conversations/conversation-changes.ts';
import { echoAgent } from '../conversations/visitors.ts';
import { engines } from '../databases/engines.ts';
import { hasRedis } from '../databases/redis.ts';
import { severalServices } from './services.ts';

const patient = { timeout: 30_000, interval: 20 };
const ways = [{ withRedis: false }, ...(hasRedis ? [{ withRedis: true }] : [])];

describe.runIf(engines.includes('postgres')).each(ways)(
  'changes of conversations in several processes, with Redis: $withRedis',
  ({ withRedis }) => {
    const services = severalServices({ withRedis });

    test('who watches in one process hears what another one changes', async () => {
      const person = await services.at(0).person();
      const agent = await echoAgent(person);
      const apiKey = await person.key();
      const at = (index: number) => new Parley({ baseURL: services.at(index).url, apiKey });
      const [here, there] = [at(0), at(1)];
      const { _id: id } = await there.conversations.create(agent);
      const reader = watched(here);
      onTestFinished(reader.leave);
      // Until the stream is open, nothing is heard.
      await expect
        .poll(async () => {
          await there.conversations.update(id, { title: `${performance.now()}` });
          return reader.named();
        }, patient)
        .toContain(id);
      const { conversation } = await there.agents.chat(agent, { message: 'Hello' });
      await expect.poll(reader.named, patient).toContain(conversation._id);
    });
  },
);
