// @module-tag sql

import type { Message, Parley } from '@parley/sdk';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { between, createRandom } from '../../src/random.ts';
import type { Engine } from '../../src/storage/database.ts';
import { dataFolder } from '../../src/storage/opening/data-folder.ts';
import { engines } from '../databases/engines.ts';
import { startServer, takenOver } from '../processes/program.ts';
import { announceSeed, runs } from '../processes/runs.ts';
import { begin, ending, type Play, piece, startFakeProvider } from '../servers/fake-provider.ts';
import { asker, type Installation, makeInstallation } from './installation.ts';

const kills = runs(2, 'PARLEY_TEST_TURN_KILLS', 4);

/** Turns under way at each kill that cite, and one more that doesn't. */
const citing = 3;

/** Max time until no conversation is busy any more, in ms: on PostgreSQL the dead process's lease expires. */
const recovered = { timeout: takenOver, interval: 250 };

const seed = announceSeed('testing/crash/turns-cited');
const provider = await startFakeProvider();
afterAll(provider.close);

const subjects = ['books', 'lamps', 'chairs', 'plates', 'carpets'];
const text = subjects.map((of) => `# Returns of ${of}\n\nReturns of ${of} take a week. Keep the receipt.`).join('\n\n');
const question = 'How long do returns take?';
const unknown = 'Do you sell violins?';

/**
 * Cites three passages, in pieces that divide the markers, or says that it doesn't know. `onCited` hears of each piece
 * that cites.
 */
const answers =
  (onCited: () => void): Play =>
  async (response, { messages, closed }) => {
    let isGone = false;
    void closed.then(() => {
      isGone = true;
    });
    begin(response).flushHeaders();
    const isKnown = messages.at(-1)?.content.includes(unknown) !== true;
    const words = isKnown
      ? 'Returns take a week [1]. Keep the receipt [2]. They take a week [3].'
      : 'I do not know that.';
    for (let at = 0; at < words.length && !isGone; at += 2) {
      response.write(piece(words.slice(at, at + 2)));
      if (isKnown) onCited();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    response.end(ending());
  };

// Side by side, because most of the time is waiting for leases on PostgreSQL.
describe.concurrent.each(engines)('a server on %s that is killed while agents cite', (engine) => {
  test(`keeps citations that stand, and each question once, ${kills} times`, {
    timeout: 180_000 + kills * 30_000,
  }, async () => {
    const random = createRandom(seed);
    const installation = await makeInstallation(engine);
    const { dataDir } = installation;
    const env = { ...installation.env, ...provider.environment };
    let server = await startServer(dataDir, { env });
    const model = `cites-${engine}`;
    let pieces = 0;
    provider.play(
      model,
      answers(() => {
        pieces += 1;
      }),
    );
    const agent = await prepare(installation.client(server.url), model);
    const ids: string[] = [];
    for (let kill = 1; kill <= kills; kill += 1) {
      const client = installation.client(server.url);
      const made = await Promise.all(
        Array.from({ length: citing + 1 }, async () => (await client.conversations.create(agent))._id),
      );
      ids.push(...made);
      const sent = made.map((id, index) =>
        client.messages.send(id, { content: index < citing ? question : unknown }).catch(() => undefined),
      );
      // Every second kill comes in the middle of a reply, so that slow machines have some.
      const isSure = kill % 2 === 1;
      const before = pieces;
      if (isSure) await vi.waitFor(() => expect(pieces).toBeGreaterThan(before), { timeout: 20_000, interval: 5 });
      await new Promise((resolve) => setTimeout(resolve, between(random, 0, isSure ? 150 : 900)));
      await server.kill();
      await Promise.all(sent);
      server = await startServer(dataDir, { env });
    }
    const client = installation.client(server.url);
    // Replies that end without a kill show that there was something to lose.
    const { conversation, reply } = await client.agents.chat(agent, { message: question });
    expect(reply?.citations).toHaveLength(3);
    await client.agents.chat(agent, { message: unknown });
    const replies: Message[] = [];
    for (const id of [...ids, conversation._id]) {
      await vi.waitFor(async () => expect((await client.conversations.retrieve(id)).turn).toBeNull(), recovered);
      const { items } = await client.messages.list(id);
      replies.push(...items.filter(({ role }) => role === 'assistant'));
    }
    for (const each of replies) await expectStanding(client, each);
    await expectQuestions(engine, installation);
    expect(await server.stop()).toBe(0);
    await installation.close();
    // Otherwise the kills came too early or too late to prove anything.
    expect(replies.some(({ status }) => status === 'failed')).toBe(true);
  });
});

async function prepare(client: Parley, model: string): Promise<string> {
  const { _id: source } = await client.knowledgeSources.create({ type: 'text', name: 'Returns', text });
  await client.knowledgeSources.waitUntilReady(source);
  const answerMode = 'grounded';
  const draft = { name: 'Shop', model: `fake/${model}`, knowledgeSources: [source] };
  return (await client.agents.create({ ...draft, answerMode }))._id;
}

/** Expects that each citation of a reply is in its place once, and quotes what is there. */
async function expectStanding(client: Parley, { citations, parts, content, status }: Message): Promise<void> {
  const inParts = parts.flatMap((part) => (part.type === 'citation' ? [part.citation] : []));
  expect(inParts).toEqual(citations);
  expect(content).not.toMatch(/\[\d?$|\[\d\]/);
  // Each marker is cited at most once, so each chunk is.
  expect(new Set(citations.map(({ chunk }) => chunk)).size).toBe(citations.length);
  if (status === 'complete') expect([0, 3]).toContain(citations.length);
  if (citations.length === 0) return;
  const { items } = await client.citations.verify({ citations: citations as never });
  expect(items.map((item) => item.status)).toEqual(citations.map(() => 'valid'));
  for (const { source, chunk, start = 0, end = 0, quote } of citations) {
    const [found] = (await client.knowledgeSources.chunks.list(source, { from: chunk ?? 0, limit: 1 })).items;
    expect(found?.number).toBe(chunk);
    expect(found?.text.slice(start - found.start, end - found.start)).toBe(quote);
  }
}

/** Expects that a question is kept once for each complete reply, and never for another. */
async function expectQuestions(engine: Engine, { dataDir, env }: Installation): Promise<void> {
  const ask = asker(dataFolder(dataDir).database, engine === 'postgres' ? env['DATABASE_URL'] : undefined);
  const count = (sql: string) => ask(async (query) => Number((await query(sql))[0]?.['number']));
  const complete = "from messages where role = 'assistant' and status = 'complete'";
  for (const table of ['unanswered_questions', 'knowledge_questions']) {
    expect(await count(`select count(*) - count(distinct message_id) as number from ${table}`)).toBe(0);
    const orphans = `select count(*) as number from ${table} where message_id not in (select id ${complete})`;
    expect(await count(orphans)).toBe(0);
  }
  const kept = `select (select count(*) from unanswered_questions) + (select count(*) from knowledge_questions) as number`;
  expect(await count(kept)).toBe(await count(`select count(*) as number ${complete}`));
}
