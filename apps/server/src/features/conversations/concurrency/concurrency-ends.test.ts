import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Parley } from '@parley/sdk';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { anyEngine } from '../../../../testing/databases/engines.ts';
import { type Person, type Service, service, startService } from '../../../../testing/harness.ts';
import { announceSeed, runs } from '../../../../testing/processes/runs.ts';
import { conducted, startFakeProvider } from '../../../../testing/servers/fake-provider.ts';
import { permissions } from '../../../access/scopes.ts';
import { createRandom, pick, type Random } from '../../../random.ts';

const seed = announceSeed('concurrency-ends.test');
const provider = await startFakeProvider();
afterAll(provider.close);

interface Sent {
  readonly outgoing: ClientRequest;
  /** Resolves with the status when the headers have arrived; 0 if the connection closes before. */
  readonly answered: Promise<number>;
  readonly closed: Promise<void>;
}

/** Sends a request and reads the response, without waiting for its end. */
function open(url: string, key: string, { method, path, body }: { method: string; path: string; body?: object }): Sent {
  const { hostname, port } = new URL(url);
  const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) };
  const outgoing = request({ hostname, port, method, path, headers, agent: false });
  outgoing.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => outgoing.once('close', () => resolve()));
  const arrived = new Promise<number>((resolve) =>
    outgoing.once('response', (response: IncomingMessage) => {
      response.on('error', () => undefined).resume();
      resolve(response.statusCode ?? 0);
    }),
  );
  outgoing.end(body && JSON.stringify(body));
  return { outgoing, closed, answered: Promise.race([arrived, closed.then(() => 0)]) };
}

let models = 0;

/** A reply that is written until it is ended in one of several ways, and those who read it. */
async function begin(parley: Service, alice: Person, { client, random }: { client: Parley; random: Random }) {
  models += 1;
  const answer = conducted();
  provider.play(`ends-${models}`, answer.play);
  const agent = (await client.agents.create({ name: 'Held', model: `fake/ends-${models}` }))._id;
  const conversation = (await client.conversations.create(agent))._id;
  const draft = { account: alice.account, user: alice.user, name: 'test', scopes: permissions };
  const key = await parley.features.keyOperations.create({ ...draft, environment: 'development' });
  const path = `/api/conversations/${conversation}`;
  const body = { content: 'Go', stream: random() < 0.5 };
  const sent = [open(parley.url, key.key, { method: 'POST', path: `${path}/messages`, body })];
  const status = await Promise.race([answer.begun.then(() => 201), sent[0]?.answered]);
  // The headers of a stream come before the model is asked.
  if (status === 201) await answer.begun;
  let isOver = false;
  const complete = () => {
    if (!isOver) answer.end();
    isOver = true;
  };
  answer.say('One moment. ');
  for (let followers = Math.floor(random() * 3); followers > 0; followers -= 1) {
    const method = random() < 0.2 ? 'HEAD' : 'GET';
    const follower = open(parley.url, key.key, { method, path: `${path}/stream` });
    sent.push(follower);
    await follower.answered;
  }
  const ways = {
    complete: async () => complete(),
    cancel: () => client.conversations.cancel(conversation),
    'delete the conversation': () => client.conversations.delete(conversation),
    'delete the agent': () => client.agents.delete(agent),
    'go away': async () => void pick(random, sent).outgoing.destroy(),
    'revoke the key': () => parley.features.keyOperations.revoke(key._id),
  };
  return {
    /** Ends it in some ways, in any order; some have no effect any more. */
    end: async () => {
      for (let times = 2; times > 0; times -= 1) await pick(random, Object.values(ways))().catch(() => undefined);
    },
    /** Ends it in any case. */
    settle: async () => {
      complete();
      await Promise.all(sent.map(({ closed }) => closed));
    },
  };
}

const open4 = 'replies:free=4;streams:free=6;exports:free=2';

describe.each(anyEngine)('every end frees its slot, on %s', (engine) => {
  const environment = { ...provider.environment, PARLEY_PLAN_CONCURRENCY: open4 };
  const parley = service(engine, { environment });
  let alice: Person;
  let client: Parley;

  beforeEach(async () => {
    alice = await parley.person();
    client = await alice.client();
  });

  const inUse = ({ features }: Service) =>
    (['replies', 'streams', 'exports'] as const).map((kind) => features.slotCounters.open(kind));
  const allFree = (of: Service) => expect.poll(() => inUse(of), { timeout: 20_000 }).toEqual([0, 0, 0]);

  test('after random replies, readers and ends', async () => {
    const random = createRandom(seed);
    for (let run = 0; run < runs(4); run += 1) {
      const begun = [];
      for (let count = 0; count < 6; count += 1) begun.push(await begin(parley, alice, { client, random }));
      const [replies = 0, streams = 0] = inUse(parley);
      expect(replies).toBeLessThanOrEqual(4);
      expect(streams).toBeLessThanOrEqual(6);
      await Promise.all(begun.map(({ end }) => end()));
      await Promise.all(begun.map(({ settle }) => settle()));
      await allFree(parley);
    }
  });

  test('after exports that are read, refused, left and broken', async () => {
    const agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
    const { conversation } = await client.agents.chat(agent, { message: 'Exported' });
    const random = createRandom(seed);
    const key = await alice.key();
    const some = (): Sent => {
      const method = random() < 0.2 ? 'HEAD' : 'GET';
      const format = pick(random, ['jsonl', 'csv', 'pdf']);
      const sent = open(parley.url, key, { method, path: `/api/conversations/export?format=${format}` });
      if (random() < 0.3) void sent.answered.then(() => sent.outgoing.destroy());
      return sent;
    };
    await Promise.all(Array.from({ length: 20 }, () => some().closed));
    await allFree(parley);
    // The source fails after the headers were sent, as no request can cause it.
    const broken = parley.db.query.updateTable('conversations').set({ metadata: '{no JSON' });
    await parley.db.write([broken.where('id', '=', conversation._id).compile()]);
    await open(parley.url, key, { method: 'GET', path: '/api/conversations/export' }).closed;
    await allFree(parley);
  });

  test('after streams that are refused once their slot is taken', async () => {
    const agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
    const { _id: id } = await client.conversations.create(agent);
    const key = await alice.key();
    const ask = (method: string, path: string, body?: object) =>
      open(parley.url, key, { method, path, ...(body && { body }) }).answered;
    const send = () => ask('POST', `/api/conversations/${id}/messages`, { content: 'Go', stream: true });
    expect(await ask('GET', `/api/conversations/${id}/stream`)).toBe(409);
    await client.conversations.close(id);
    expect(await send()).toBe(409);
    await client.conversations.reopen(id);
    await client.agents.update(agent, { status: 'inactive' });
    expect(await send()).toBe(409);
    expect(await ask('POST', `/api/agents/${agent}/chat`, { message: 'Go', stream: true })).toBe(409);
    await allFree(parley);
  });

  test('after a shutdown in the middle of replies', async () => {
    const other = await startService(engine, { environment });
    const owner = await other.person();
    const given = { client: await owner.client(), random: createRandom(seed) };
    const begun = [await begin(other, owner, given), await begin(other, owner, given)];
    expect(inUse(other)[0]).toBe(2);
    await other.features.conversations.close();
    await allFree(other);
    await Promise.all(begun.map(({ settle }) => settle()));
    await other.close();
  });
});
