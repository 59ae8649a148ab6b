import type { ServerResponse } from 'node:http';
import type { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { anyEngine } from '../../../../../testing/databases/engines.ts';
import { row } from '../../../../../testing/fixtures/people.ts';
import { type Person, service } from '../../../../../testing/harness.ts';
import { begin, ending, piece, startFakeProvider } from '../../../../../testing/servers/fake-provider.ts';
import { newId } from '../../../../ids.ts';

const provider = await startFakeProvider();
afterAll(provider.close);

describe.each(anyEngine)('a reply that can’t be written, on %s', { timeout: 30_000 }, (engine) => {
  const parley = service(engine, { environment: provider.environment });
  let alice: Person;
  let client: Parley;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
  });

  const run = (sql: string) => parley.db.write([{ sql, parameters: [] }]);
  /** Makes every write of a message's text or end fail, as if the database refused its row. */
  const poison = (message: string) =>
    run(
      engine === 'sqlite'
        ? `create trigger poison before update on messages
           when new.id = '${message}' and (new.content <> '' or new.status <> 'streaming')
           begin select raise(abort, 'poisoned'); end`
        : `alter table messages add constraint poison
           check (id <> '${message}' or (content = '' and status = 'streaming')) not valid`,
    );
  const cure = () => run(engine === 'sqlite' ? 'drop trigger poison' : 'alter table messages drop constraint poison');

  /** The conversations with a turn: its message, and the end of its lease. */
  const leases = async () => {
    const { query } = parley.db;
    const rows = await parley.db.read(
      query.selectFrom('conversations').select(['id', 'turn', 'turn_until as until']).where('turn', 'is not', null),
    );
    return rows.map(({ id, turn, until }) => ({ id, turn, until: Number(until) }));
  };

  test('doesn’t let the leases of other replies expire', async () => {
    const model = `${engine}-poisoned`;
    const responses: ServerResponse[] = [];
    provider.play(model, (response) => {
      responses.push(begin(response));
      response.flushHeaders();
    });
    const agent = await client.agents.create({ name: 'Many', model: `fake/${model}` });
    const send = async () => {
      const { _id } = await client.conversations.create(agent._id);
      return client.messages.send(_id, { content: 'Go' });
    };
    // The writes need several units of work. The first reply is sent alone, so that it is in the first unit.
    const first = send();
    await vi.waitFor(() => expect(responses).toHaveLength(1), 15_000);
    const bad = (await leases())[0]?.turn ?? '';
    const sent = [first, ...Array.from({ length: 54 }, send)];
    await vi.waitFor(() => expect(responses).toHaveLength(sent.length), 15_000);
    await poison(bad);
    const before = Math.max(...(await leases()).map(({ until }) => until));
    parley.advance(11_000);
    for (const response of responses) response.write(piece('Some text.'));
    const kept = async () => (await leases()).filter(({ until }) => until <= before).map(({ turn }) => turn);
    await vi.waitFor(async () => expect(await kept()).toEqual([bad]), 10_000);
    expect(parley.log()).toContain('background work failed');
    await cure();
    for (const response of responses) response.end(ending());
    for (const { reply } of await Promise.all(sent)) expect(reply).toMatchObject({ status: 'complete' });
  });

  test('doesn’t keep the recovery from ending other replies', async () => {
    const agent = await client.agents.create({ name: 'Dead', model: 'builtin/echo' });
    const left = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const { _id: conversation } = await client.conversations.create(agent._id);
        const id = newId('message');
        const names = { id, workspace_id: alice.workspace, conversation_id: conversation };
        const plain = { role: 'assistant', status: 'streaming', content: '', citations: '[]' };
        await parley.db.write([
          row(parley.db, 'messages', { ...names, ...plain, created_at: 1, updated_at: 1 } as never),
          parley.db.query
            .updateTable('conversations')
            .set({ turn: id, turn_until: 1 })
            .where('id', '=', conversation)
            .compile(),
        ]);
        return { conversation, id };
      }),
    );
    // The first in order.
    const bad = (await leases())[0]?.turn ?? '';
    await poison(bad);
    await parley.features.conversations.recover({ alone: true });
    expect((await leases()).map(({ turn }) => turn)).toEqual([bad]);
    await cure();
    await parley.features.conversations.recover({ alone: true });
    for (const { conversation } of left) {
      const { items } = await client.messages.list(conversation);
      expect(items).toMatchObject([{ status: 'failed', finishReason: 'interrupted' }]);
    }
  });
});
