// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { service } from '../../../testing/harness.ts';
import { quietly } from '../../storage/progress.ts';
import { checkIndex } from './health.ts';
import { anyUnindexed } from './store.ts';

const patient = { timeout: 60_000, interval: 50 };

describe.each(engines)('the health of the index of words, on %s', (engine) => {
  const parley = service(engine);
  let client: Parley;
  let agent: string;

  beforeAll(async () => {
    client = await (await parley.person()).client();
    agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
  });

  const run = (sql: string) => parley.db.write([{ sql, parameters: [] }]);
  const indexed = () => vi.waitFor(async () => expect(await anyUnindexed(parley.db)).toBe(false), patient);
  const said = async (message: string) => (await client.agents.chat(agent, { message })).message._id;
  const isFound = async (q: string) => (await client.conversations.list({ q })).items[0]?.match !== undefined;

  test('is right if what is indexed is found, whatever waits', async () => {
    const first = await said('an armadillo and a bandicoot');
    await said('!?');
    await indexed();
    expect(await checkIndex(parley.db)).toEqual({ waiting: 0, oldest: undefined, checked: 2, missing: [] });
    await run(`insert into messages_to_index (message_id) values ('${first}')`);
    const { createdAt } = await client.messages.retrieve(first);
    const waiting = { waiting: 1, oldest: Date.parse(createdAt), checked: 1, missing: [] };
    expect(await checkIndex(parley.db)).toEqual(waiting);
    await run('delete from messages_to_index');
  });

  test('is wrong if words are missing, and indexing again mends that', async () => {
    const lost = [await said('the capybara'), await said('the dugong')];
    await indexed();
    for (const id of lost) {
      const row = `(select id from message_words where message_id = '${id}')`;
      await run(
        engine === 'sqlite'
          ? `delete from message_words_index where rowid = ${row}`
          : `update message_words set words = '' where message_id = '${id}'`,
      );
    }
    const forgotten = await said('the echidna');
    await indexed();
    await run(`delete from message_words where message_id = '${forgotten}'`);
    const { missing } = await checkIndex(parley.db);
    expect([...missing].sort()).toEqual([...lost, forgotten].sort());
    const queued = await parley.features.reindex(quietly);
    expect(queued).toBe(10);
    await indexed();
    expect(await checkIndex(parley.db)).toEqual({ waiting: 0, oldest: undefined, checked: 8, missing: [] });
    for (const word of ['capybara', 'dugong', 'echidna', 'armadillo']) expect(await isFound(word)).toBe(true);
    const { _id: doomed } = (await client.conversations.list({ q: 'capybara' })).items[0] ?? { _id: '' };
    await client.conversations.delete(doomed);
    expect(await isFound('capybara')).toBe(false);
  });
});
