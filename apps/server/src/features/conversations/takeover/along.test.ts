import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { silentDesk, silentEntries } from '../../../../testing/conversations/silent-entries.ts';
import { anyEngine } from '../../../../testing/databases/engines.ts';
import { racingWrite } from '../../../../testing/databases/racing-database.ts';
import { actorOf } from '../../../../testing/fixtures/actor.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { type Along, one, statement } from '../../../storage/unit.ts';
import type { StoredConversation } from '../store.ts';
import { createTakeover, type Takeover, type TakeoverNeeds } from './service.ts';

describe.each(anyEngine)('statements written with a change of status, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;
  let agent: string;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
    agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
  });

  const create = async () => {
    const metadata = { nested: { list: [1, 'two', null] }, 7: 'seven', ä: '\u2028' };
    return (await client.conversations.create(agent, { title: 'Mine', tags: ['b', 'a'], metadata }))._id;
  };
  const takeoverOf = (db = parley.db): Takeover =>
    createTakeover({
      db,
      now: Date.now,
      record: () => ({ sql: 'select 1', parameters: [] }),
      entries: silentEntries,
      desk: silentDesk,
      assignable: () => [],
      answerLast: () => ({ sql: 'select 1', parameters: [] }),
      hasTeam: async () => false,
      rules: { visitorRules: async () => undefined },
      changed: () => undefined,
      queues: { deliverSoon: () => undefined, indexSoon: () => undefined },
      turns: {} as TakeoverNeeds['turns'],
      models: { estimate: () => 0 },
    });
  /** Changes the conversation, so that there is a statement to write. */
  const touch = (id: string) => {
    const query = parley.db.query.updateTable('conversations').set({ rating: 'positive' }).where('id', '=', id);
    return statement(query);
  };

  const operations = [
    ['close', async () => undefined],
    ['reopen', (id: string) => client.conversations.close(id)],
    ['release', (id: string) => client.conversations.takeOver(id)],
  ] as const;

  /** Changes a conversation by one of the operations, with statements along. */
  const change = (name: (typeof operations)[number][0], id: string, along: Along<StoredConversation>) => {
    const takeover = takeoverOf();
    return name === 'release'
      ? takeover.release(actorOf(alice), id, { along })
      : takeover[name](actorOf(alice), id, along);
  };

  test.each(operations)('%s: they get the conversation as it is after the change', async (name, prepare) => {
    const id = await create();
    await prepare(id);
    let told: StoredConversation | undefined;
    const result = await change(name, id, (conversation) => {
      told = conversation;
      return [touch(id)];
    });
    expect(result).toBe(told);
    const { rating, ...stored } = await client.conversations.retrieve(id);
    expect(rating).toBe('positive');
    expect(JSON.parse(result.json)).toEqual({ ...stored, rating: null });
    const { data, response } = await client.conversations.retrieve(id).withResponse();
    expect([data.status, response.headers.get('etag')]).toEqual([result.status, `"${result.version}"`]);
  });

  test.each(operations)('%s: if one fails, nothing changes', async (name, prepare) => {
    const id = await create();
    await prepare(id);
    const before = await client.conversations.retrieve(id);
    const none = parley.db.query.updateTable('conversations').set({ title: 'x' }).where('id', '=', 'conv_none');
    const failing = () => [one(none, () => new Error('Nothing came along.'))];
    await expect(change(name, id, failing)).rejects.toThrow('Nothing came along.');
    expect(await client.conversations.retrieve(id)).toEqual(before);
  });

  test('after a stale read they get what the other request has changed', async () => {
    const id = await create();
    const racing = racingWrite(parley.db, () => client.conversations.update(id, { title: 'Changed meanwhile' }));
    const result = await takeoverOf(racing).close(actorOf(alice), id, () => [touch(id)]);
    expect(JSON.parse(result.json)).toMatchObject({ title: 'Changed meanwhile', status: 'closed' });
    expect(result.version).toBe(3);
  });
});
