import { APIError, type Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { anyEngine } from '../../../../../testing/databases/engines.ts';
import { addHistory } from '../../../../../testing/fixtures/history.ts';
import { type Person, service } from '../../../../../testing/harness.ts';
import { collected } from '../../../../../testing/memory/collected.ts';
import { conducted, startFakeProvider } from '../../../../../testing/servers/fake-provider.ts';
import { statement } from '../../../../storage/unit.ts';

const provider = await startFakeProvider();
afterAll(provider.close);

const patient = { timeout: 20_000, interval: 5 };

/** More messages than one unit of work deletes. */
const long = { channels: 0, conversations: 3, messages: 700 };

/** Last event of every open stream. */
const gone = { type: 'message.failed', code: 'message_not_found', message: null };

describe.each(anyEngine)('the open streams of an agent that is deleted, on %s', (engine) => {
  const parley = service(engine, { environment: provider.environment });
  let alice: Person;
  let client: Parley;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
  });

  const deleteRow = (agent: string) => {
    const { query, write } = parley.db;
    return write([statement(query.deleteFrom('agents').where('id', '=', agent))]);
  };
  const hideRow = (agent: string) => {
    const { query, write } = parley.db;
    return write([statement(query.updateTable('agents').set({ deleted_at: Date.now() }).where('id', '=', agent))]);
  };

  /**
   * Ways to delete an agent. This process does the first two; the others imitate another process, whose deletion this
   * process notices at a checkpoint.
   */
  const ways: [string, { before?: typeof long; remove: (agent: string) => Promise<unknown>; isElsewhere?: true }][] = [
    ['at once', { remove: (agent) => client.agents.delete(agent) }],
    ['with a long history, by a job', { before: long, remove: (agent) => client.agents.delete(agent) }],
    ['at once, by another process', { remove: deleteRow, isElsewhere: true }],
    ['by another process, and whose rows are still there', { remove: hideRow, isElsewhere: true }],
  ];

  /** Starts three replies, each half written: streamed to two readers, streamed from a chat, and awaited whole. */
  const begin = async (agent: string, model: string) => {
    const answers = [conducted(), conducted(), conducted()] as const;
    provider.play(model, answers[0].play, answers[1].play, answers[2].play);
    const chat = collected(client.agents.stream(agent, { message: 'Go' }));
    await answers[0].begun;
    const { _id: conversation } = await client.conversations.create(agent);
    const own = collected(client.messages.stream(conversation, { content: 'Go' }));
    await answers[1].begun;
    const followed = collected(client.conversations.follow(conversation));
    const { _id: other } = await client.conversations.create(agent);
    const whole = client.messages.send(other, { content: 'Go' }).catch((error: unknown) => error);
    await answers[2].begun;
    for (const { say } of answers) say('Half of ');
    const streams = [chat, own, followed];
    for (const { text } of streams) await vi.waitFor(() => expect(text()).toBe('Half of '), patient);
    const reply = (await client.messages.list(conversation, { limit: 1 })).items[0]?._id;
    const headers = { authorization: `Bearer ${await alice.key()}`, 'last-event-id': `${reply}:5` };
    const resume = () => fetch(`${parley.url}/api/conversations/${conversation}/stream`, { headers });
    const resumed = await resume();
    expect(resumed.status).toBe(200);
    return { answers, streams, whole, resumed, resume };
  };

  test.each(ways)('end alike: %s', async (name, { before, remove, isElsewhere }) => {
    const model = `${engine}-${ways.findIndex(([each]) => each === name)}`;
    const { _id: agent } = await client.agents.create({ name, model: `fake/${model}` });
    if (before !== undefined) await addHistory(parley, { agent, workspace: alice.workspace }, before);
    const { answers, streams, whole, resumed, resume } = await begin(agent, model);
    await remove(agent);
    // The models speak on: their replies end nevertheless.
    if (isElsewhere) for (const { say } of answers) say('it.');
    for (const { seen, ended, text } of streams) {
      await ended;
      expect(seen.at(-1)).toMatchObject(gone);
      expect(['Half of ', ...(isElsewhere ? ['Half of it.'] : [])]).toContain(text());
      const others = seen.filter(({ type }) => type !== 'message.delta');
      expect(new Set(others.map(({ type }) => type))).toEqual(new Set(['message.created', 'message.failed']));
    }
    const events = await resumed.text();
    expect(events).toMatch(/^id: .*\nevent: message\.delta\ndata: {"text":"of /);
    expect(events).toMatch(/event: message\.failed\ndata: .*"code":"message_not_found"}\n\n$/);
    const refused = await whole;
    expect(refused).toBeInstanceOf(APIError);
    expect(refused).toMatchObject({ status: 404, code: 'message_not_found' });
    expect((await resume()).status).toBe(404);
    expect(parley.log()).not.toContain('background work failed');
  });
});
