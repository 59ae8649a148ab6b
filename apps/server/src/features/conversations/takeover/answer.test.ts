// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { type Person, service } from '../../../../testing/harness.ts';

const patience = { timeout: 20_000 };

describe.each(engines)('giving a conversation back, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;
  let session: Parley;
  let agent: string;

  beforeAll(async () => {
    alice = await parley.person();
    [client, session] = [await alice.client(), await alice.session()];
    agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
  });

  /** A conversation that a person has, and in which its user has written twice. */
  const taken = async () => {
    const { _id: id } = await client.conversations.create(agent);
    await session.conversations.takeOver(id);
    await client.messages.send(id, { content: 'Where is it?' });
    await client.messages.send(id, { content: 'Hello?' });
    return id;
  };
  const textsOf = async (id: string) =>
    (await client.messages.list(id, { sort: 'createdAt' })).items.map(({ role, content, status }) => ({
      ...{ role, content, status },
    }));
  /** Waits until no reply is due any more. */
  const settled = () => {
    const jobs = parley.db.query.selectFrom('jobs').select('id').where('kind', '=', 'conversations.answer');
    return expect.poll(() => parley.db.read(jobs), patience).toEqual([]);
  };
  const asked = [
    { role: 'user', content: 'Where is it?', status: 'complete' },
    { role: 'user', content: 'Hello?', status: 'complete' },
  ];

  test('lets the agent reply once to the last message, if it is asked to', async () => {
    const id = await taken();
    expect(await session.conversations.release(id, { answer: true })).toMatchObject({ status: 'open', takenBy: null });
    await session.conversations.release(id, { answer: true });
    await expect
      .poll(() => textsOf(id), patience)
      .toEqual([...asked, { role: 'assistant', content: 'Hello?', status: 'complete' }]);
    expect(await client.conversations.retrieve(id)).toMatchObject({ turn: null, waitingSince: null, messageCount: 3 });
  });

  test('leaves the last message alone without that, and if it is of a person', async () => {
    const [left, answered] = [await taken(), await taken()];
    await session.messages.send(answered, { role: 'human', content: 'It is on its way.' });
    await session.conversations.release(left);
    await session.conversations.release(answered, { answer: true });
    await settled();
    expect(await textsOf(left)).toEqual(asked);
    expect((await textsOf(answered)).map(({ role }) => role)).toEqual(['user', 'user', 'human']);
  });

  test('leaves it alone if the conversation was taken over again, or its agent is inactive', async () => {
    const { _id: off } = await client.agents.create({ name: 'Off', model: 'builtin/echo' });
    const { _id: silent } = await client.conversations.create(off);
    await session.conversations.takeOver(silent);
    await client.messages.send(silent, { content: 'Hello?' });
    await client.agents.update(off, { status: 'inactive' });
    await session.conversations.release(silent, { answer: true });
    await settled();
    expect(await textsOf(silent)).toHaveLength(1);
    const again = await taken();
    await session.conversations.release(again, { answer: true });
    await session.conversations.takeOver(again);
    await settled();
    // Either the takeover came first, or it cancelled the reply.
    expect((await client.conversations.retrieve(again)).turn).toBeNull();
  });

  test('400: another type of answer', async () => {
    const id = await taken();
    await expect(session.conversations.release(id, { answer: 'yes' as unknown as boolean })).rejects.toMatchObject({
      code: 'validation_failed',
      details: [{ path: 'answer' }],
    });
  });
});
