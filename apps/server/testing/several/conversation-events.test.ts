// @module-tag sql

import { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { followed } from '../conversations/conversation-copy.ts';
import { engines } from '../databases/engines.ts';
import { hasRedis } from '../databases/redis.ts';
import { migratedDatabase } from '../databases/temp-postgres.ts';
import { startService } from '../harness.ts';
import { conducted, startFakeProvider } from '../servers/fake-provider.ts';
import { severalServices } from './services.ts';

const provider = await startFakeProvider();
afterAll(provider.close);

const patience = { timeout: 30_000 };

describe.runIf(engines.includes('postgres'))('a conversation that is followed in another process', () => {
  const ways = [...(hasRedis ? [{ withRedis: true, name: 'with Redis' }] : []), { withRedis: false, name: 'without' }];
  describe.each(ways)('$name', ({ withRedis, name }) => {
    const services = severalServices({ withRedis, environment: provider.environment });
    let clients: Parley[];
    beforeAll(async () => {
      const key = await (await services.at(0).person()).key();
      clients = [0, 1].map((index) => new Parley({ baseURL: services.at(index).url, apiKey: key, maxRetries: 0 }));
    });

    test('is heard as it changes, and a reader may go from one process to the other', async () => {
      const [writer, other] = clients;
      if (writer === undefined || other === undefined) throw new Error('There are two processes.');
      const answer = conducted();
      const model = `events-${name}`.replace(' ', '-');
      provider.play(model, answer.play);
      const { _id: agent } = await writer.agents.create({ name, model: `fake/${model}` });
      const { _id: id } = await writer.conversations.create(agent);
      const first = followed(other, id);
      await expect.poll(() => first.events.length, patience).toBe(1);
      const sent = writer.messages.send(id, { content: 'Go' });
      await answer.begun;
      answer.say('One');
      await expect.poll(() => first.types().includes('message.delta'), patience).toBe(true);
      const second = followed(writer, id, { copy: first.copy, after: await first.leave() });
      answer.say(', two');
      await expect.poll(() => second.types().includes('message.delta'), patience).toBe(true);
      const third = followed(other, id, { copy: second.copy, after: await second.leave() });
      answer.say(', three');
      answer.end();
      const reply = (await sent).reply;
      await writer.messages.rate(reply?._id ?? '', { rating: 'positive' });
      await writer.conversations.takeOver(id);
      await writer.messages.send(id, { content: 'A person.', role: 'human' });
      const messages = (await writer.messages.list(id, { sort: 'createdAt' })).items;
      const conversation = await writer.conversations.retrieve(id);
      const shown = () => ({ conversation: third.copy.conversation, messages: [...third.copy.messages.values()] });
      await expect.poll(shown, patience).toEqual({ conversation, messages });
      expect(messages[1]?.content).toBe('One, two, three');
      await writer.conversations.delete(id);
      await third.ended;
      expect(third.copy.deleted).toBe(true);
    });
  });

  test('a server that shuts down ends the stream, and its successor continues it', async () => {
    const database = await migratedDatabase();
    const environment = { ...provider.environment, DATABASE_URL: database.url };
    const before = await startService('postgres', { environment });
    const key = await (await before.person()).key();
    const client = new Parley({ baseURL: before.url, apiKey: key, maxRetries: 0 });
    const { _id: agent } = await client.agents.create({ name: 'Echo', model: 'builtin/echo' });
    const { _id: id } = await client.conversations.create(agent);
    const reader = followed(client, id);
    await expect.poll(() => reader.events.length, patience).toBe(1);
    const after = reader.last();
    const closing = before.close();
    // It would connect again and find no server.
    await expect(reader.ended).rejects.toThrow();
    await closing;
    const next = await startService('postgres', { environment });
    const later = new Parley({ baseURL: next.url, apiKey: key, maxRetries: 0 });
    await later.messages.send(id, { content: 'After' });
    const resumed = followed(later, id, { copy: reader.copy, after });
    const contents = () => [...resumed.copy.messages.values()].map(({ content }) => content);
    await expect.poll(contents, patience).toEqual(['After', 'After']);
    await resumed.leave();
    await next.close();
    await database.drop();
  });
});
