// @module-tag sql

import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { silentDesk, silentEntries } from '../../../../../testing/conversations/silent-entries.ts';
import { engines } from '../../../../../testing/databases/engines.ts';
import { racingWrite } from '../../../../../testing/databases/racing-database.ts';
import { actorOf } from '../../../../../testing/fixtures/actor.ts';
import { type Person, service } from '../../../../../testing/harness.ts';
import type { Database } from '../../../../storage/database.ts';
import type { SendingNeeds } from '../../messages/sending/steps.ts';
import type { ConversationNeeds } from '../../needs.ts';
import type { RemovalNeeds } from '../../removal/remove-conversation.ts';
import { createConversations } from '../../service.ts';
import { createTakeover, type TakeoverNeeds } from '../../takeover/service.ts';

describe.each(engines)('a conversation that changes between its read and its write, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;
  let agent: string;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
    agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
  });

  const needs = (db: Database): TakeoverNeeds & ConversationNeeds & RemovalNeeds => ({
    db,
    now: Date.now,
    newId: () => 'never made here',
    findAgent: async () => undefined,
    forgetUser: () => ({ sql: 'select 1', parameters: [] }),
    hiddenAgent: () => ({ id: '', statements: [] }),
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
    slots: { take: async () => () => undefined },
    models: { estimate: () => 0 },
  });
  const search = { withMatches: async () => [] };
  /** The operations on conversations, with a hook between the first one's read and write. */
  const racing = (meanwhile: () => Promise<unknown>) => {
    const given = needs(racingWrite(parley.db, meanwhile));
    return {
      ...createConversations({ ...given, room: () => [], search, rules: {} as SendingNeeds['rules'] }),
      ...createTakeover(given),
    };
  };
  const begin = async () => (await client.conversations.create(agent))._id;
  const read = (id: string) => client.conversations.retrieve(id);

  test('PATCH with an unchanged status doesn’t undo a takeover', async () => {
    const id = await begin();
    const { update } = racing(() => client.conversations.takeOver(id));
    const changed = update(actorOf(alice), { id }, { status: 'open', tags: ['late'] });
    await expect(changed).rejects.toMatchObject({ code: 'conversation_taken_over' });
    expect(await read(id)).toMatchObject({ status: 'human', takenBy: alice.user.id, tags: [] });
  });

  test('PATCH of other fields changes only those', async () => {
    const id = await begin();
    const { update } = racing(() => client.conversations.takeOver(id));
    await update(actorOf(alice), { id }, { tags: ['late'] });
    expect(await read(id)).toMatchObject({ status: 'human', takenBy: alice.user.id, tags: ['late'] });
  });

  test('PATCH that opens a closed conversation doesn’t undo a takeover', async () => {
    const id = await begin();
    await client.conversations.close(id);
    const { update } = racing(async () => {
      await client.conversations.reopen(id);
      await client.conversations.takeOver(id);
    });
    const changed = update(actorOf(alice), { id }, { status: 'open' });
    await expect(changed).rejects.toMatchObject({ code: 'conversation_taken_over' });
    expect(await read(id)).toMatchObject({ status: 'human', takenBy: alice.user.id });
  });

  test('412: with If-Match', async () => {
    const id = await begin();
    const { update } = racing(() => client.conversations.takeOver(id));
    const changed = update(actorOf(alice), { id, ifMatch: [1] }, { status: 'open' });
    await expect(changed).rejects.toMatchObject({ code: 'version_conflict', extras: { version: 2 } });
  });

  test('200: reopening and releasing if another request was first', async () => {
    const id = await begin();
    await client.conversations.close(id);
    await racing(() => client.conversations.reopen(id)).reopen(actorOf(alice), id);
    expect(await read(id)).toMatchObject({ status: 'open', takenBy: null });
    await client.conversations.takeOver(id);
    await racing(() => client.conversations.release(id)).release(actorOf(alice), id);
    expect(await read(id)).toMatchObject({ status: 'open', takenBy: null });
  });

  test('404: a conversation deleted meanwhile', async () => {
    const id = await begin();
    const { update } = racing(() => client.conversations.delete(id));
    const changed = update(actorOf(alice), { id }, { tags: ['late'] });
    await expect(changed).rejects.toMatchObject({ code: 'conversation_not_found' });
  });
});
