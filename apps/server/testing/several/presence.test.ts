// @module-tag sql

import { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { watched } from '../conversations/conversation-changes.ts';
import { followed } from '../conversations/conversation-copy.ts';
import { engines } from '../databases/engines.ts';
import { hasRedis } from '../databases/redis.ts';
import type { Person } from '../harness.ts';
import { severalServices } from './services.ts';

const patience = { timeout: 30_000 };

describe.runIf(engines.includes('postgres'))('presence in several processes', () => {
  const ways = [...(hasRedis ? [{ withRedis: true, name: 'with Redis' }] : []), { withRedis: false, name: 'without' }];
  describe.each(ways)('$name', ({ withRedis }) => {
    const services = severalServices({ withRedis });
    let person: Person;
    let here: Parley;
    let there: Parley;
    beforeAll(async () => {
      person = await services.at(0).person();
      const key = await person.key();
      const clientOf = (index: number) => new Parley({ baseURL: services.at(index).url, apiKey: key, maxRetries: 0 });
      [here, there] = [clientOf(0), clientOf(1)];
    });

    test('is heard in another process as it begins, changes and ends, also without a word', async () => {
      const { _id: agent } = await here.agents.create({ name: 'Echo', model: 'builtin/echo' });
      const { _id: id } = await here.conversations.create(agent);
      const reader = followed(there, id);
      const list = watched(there);
      onTestFinished(list.leave);
      onTestFinished(async () => void (await reader.leave()));
      await expect.poll(() => reader.events.length, patience).toBe(1);
      const latest = () => reader.events.findLast(({ type }) => type === 'presence');
      const inList = () => list.events.findLast(({ type }) => type === 'presence');
      const one = (typing: boolean) => ({ people: [{ user: person.user.id, name: person.user.name, typing }] });
      const both = async (expected: object) => {
        await expect.poll(latest, patience).toMatchObject(expected);
        await expect.poll(inList, patience).toMatchObject(expected);
      };
      await here.conversations.presence(id, { typing: true });
      await both(one(true));
      await here.conversations.presence(id, { typing: false });
      await both(one(false));
      await here.conversations.presence(id, { typing: false, here: false });
      await both({ people: [] });
      await here.conversations.presence(id, { typing: true });
      await both(one(true));
      for (const index of [0, 1]) services.at(index).advance(15_000);
      await both({ people: [] });
    });
  });
});
