import type { KnowledgeSource, Parley } from '@parley/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { anyEngine } from '../../../../../testing/databases/engines.ts';
import { addHistory } from '../../../../../testing/fixtures/history.ts';
import { type Person, type Service, startService } from '../../../../../testing/harness.ts';
import { type SmallSite, startSite } from '../../../../../testing/processes/small-site.ts';
import { statement } from '../../../../storage/unit.ts';

const patient = { timeout: 90_000, interval: 25 };

const many = Object.fromEntries(
  Array.from({ length: 10 }, (_, index) => [
    `/page-${index}`,
    `This is page number ${index}. It says that item ${index} costs ${index + 10} euros, and nothing else of interest.`,
  ]),
);
const few = Object.fromEntries(Object.entries(many).slice(0, 3));

describe.each(anyEngine)('syncs of a website, on %s', (engine) => {
  let site: SmallSite;
  let parley: Service;
  let alice: Person;
  let client: Parley;

  beforeAll(async () => {
    site = await startSite(many);
    parley = await startService(engine, { environment: site.environment });
  });
  afterAll(async () => {
    await parley.close();
    await site.close();
  });
  beforeEach(async () => {
    alice = await parley.person();
    client = await alice.client();
    site.pages = many;
    site.requests.length = 0;
  });

  const settled = (id: string) =>
    vi.waitFor(async () => {
      const source = await client.knowledgeSources.retrieve(id);
      expect(['ready', 'failed']).toContain(source.status);
      return source;
    }, patient);
  const crawled = async (): Promise<KnowledgeSource> => {
    const { _id } = await client.knowledgeSources.create({ type: 'website', url: site.url });
    return settled(_id);
  };
  const again = async (id: string) => {
    await client.knowledgeSources.sync(id);
    return settled(id);
  };
  const titles = async (id: string) =>
    (await client.knowledgeSources.documents.list(id, { limit: 100 })).items.map(({ title }) => title);

  /** Stores that a reply has cited a passage of a page. */
  const cite = async (source: string, { page, quote, question }: Record<'page' | 'quote' | 'question', string>) => {
    const { db } = parley;
    const { _id: agent } = await client.agents.create({ name: 'Echo', model: 'builtin/echo' });
    await addHistory(parley, { agent, workspace: alice.workspace }, { channels: 0, conversations: 1, messages: 1 });
    const cited = [{ documentKey: new URL(page, site.url).href, chunk: 1, quoteHash: '', quote }];
    const row = {
      ...{ message_id: `msg_conv_${agent}_0_0`, source_id: source, workspace_id: alice.workspace, agent_id: agent },
      ...{ question, cited: JSON.stringify(cited), created_at: Date.now() },
    };
    await db.write([statement(db.query.insertInto('knowledge_questions').values(row))]);
  };

  test('pages are documents by their address; what has not changed is neither sent nor indexed again', async () => {
    const source = await crawled();
    expect(source).toMatchObject({ status: 'ready', documentCount: 11, error: null, url: site.url });
    expect(source.chunkCount).toBeGreaterThanOrEqual(11);
    const before = (await client.knowledgeSources.chunks.list(source._id, { limit: 100 })).items;
    site.requests.length = 0;
    expect(await again(source._id)).toMatchObject({ status: 'ready', version: source.version });
    expect(site.requests.filter((request) => request.startsWith('/page') && request.endsWith('200'))).toEqual([]);
    site.pages = {
      ...many,
      '/page-1': 'Item 1 is sold out, and it will not come back before the summer of next year.',
    };
    expect(await again(source._id)).toMatchObject({ status: 'ready', documentCount: 11, review: null });
    const after = (await client.knowledgeSources.chunks.list(source._id, { limit: 100 })).items;
    const same = after.filter(({ number }) => before.some((chunk) => chunk.number === number));
    expect(after.length - same.length).toBeLessThanOrEqual(2);
    const { items } = await client.knowledgeSources.syncs.list(source._id);
    expect(items.map(({ outcome }) => outcome)).toEqual(['ready', 'unchanged', 'ready']);
    expect(items[0]?.facts).toMatchObject({ changed: 1, added: 0, removed: 0 });
  });

  test('a sync that finds 3 of 10 pages waits for a review, while the old version serves', async () => {
    const { _id: id, version } = await crawled();
    site.pages = few;
    const waiting = await again(id);
    expect(waiting).toMatchObject({ status: 'ready', version, documentCount: 11, error: null });
    expect(waiting.review).toMatchObject({ documentsBefore: 11, documentsAfter: 4 });
    expect(waiting.review?.reasons[0]).toBe('7 of 11 documents would be removed.');
    expect(waiting.review?.lostDocuments).toHaveLength(7);
    expect(await titles(id)).toHaveLength(11);
    const rejected = await client.knowledgeSources.review(id, { approve: false });
    expect(rejected).toMatchObject({ review: null, version, documentCount: 11 });
    await expect(client.knowledgeSources.review(id, { approve: true })).rejects.toMatchObject({
      ...{ status: 409, code: 'review_not_waiting' },
    });
    expect((await again(id)).review).not.toBeNull();
    const approved = await client.knowledgeSources.review(id, { approve: true });
    expect(approved).toMatchObject({ review: null, documentCount: 4 });
    expect(await client.knowledgeSources.retrieve(id)).toMatchObject({ documentCount: 4, status: 'ready' });
    expect(await titles(id)).toHaveLength(4);
    const { items } = await client.knowledgeSources.syncs.list(id);
    expect(items.map(({ outcome }) => outcome)).toEqual(['approved', 'rejected', 'ready']);
    await vi.waitFor(async () => {
      const rows = parley.db.query.selectFrom('knowledge_documents').select('id').where('source_id', '=', id);
      expect(await parley.db.read(rows)).toHaveLength(4);
    }, patient);
  });

  test('an edit of a chunk waits for the end of a review, and stays while pages are unchanged', async () => {
    const { _id: id } = await crawled();
    site.pages = few;
    expect((await again(id)).review).not.toBeNull();
    const chunkOf = async (page: string) =>
      (await client.knowledgeSources.chunks.list(id, { limit: 100 })).items.find(({ url }) => url?.endsWith(page));
    const edit = { text: 'Item 1 is a gift.' };
    const { number = 0 } = (await chunkOf('/page-1')) ?? {};
    const edited = await client.knowledgeSources.chunks.update({ knowledgeSourceId: id, number }, edit);
    expect(edited).toMatchObject({ edited: false, pendingText: edit.text });
    await vi.waitFor(async () => {
      const jobs = parley.db.query.selectFrom('jobs').select('id').where('kind', '=', 'knowledge.edit');
      expect(await parley.db.read(jobs.where('state', 'in', ['ready', 'waiting', 'running']))).toEqual([]);
    }, patient);
    expect(await client.knowledgeSources.retrieve(id)).toMatchObject({ status: 'ready', review: { version: 2 } });
    await client.knowledgeSources.review(id, { approve: true });
    const shown = () =>
      vi.waitFor(async () => expect(await chunkOf('/page-1')).toMatchObject({ ...edit, edited: true }), patient);
    await shown();
    site.pages = { ...few, '/page-2': 'Item 2 is sold out, and it will not come back before the summer of next year.' };
    expect(await again(id)).toMatchObject({ review: null, documentCount: 4 });
    await shown();
    const [last] = (await client.knowledgeSources.syncs.list(id)).items;
    expect(last).toMatchObject({ cause: 'requested', facts: { changed: 1 } });
  });

  test('a further sync replaces a version that waits', async () => {
    const { _id: id, version } = await crawled();
    site.pages = few;
    expect((await again(id)).review).not.toBeNull();
    site.pages = many;
    expect(await again(id)).toMatchObject({ review: null, documentCount: 11, version });
    const { items } = await client.knowledgeSources.syncs.list(id);
    expect(items.map(({ outcome }) => outcome)).toEqual(['unchanged', 'rejected', 'ready']);
  });

  test('a sync that loses recently cited passages waits, and the replay lists their questions', async () => {
    const { _id: id } = await crawled();
    await cite(id, { page: '/page-2', quote: 'item 2 costs 12 euros', question: 'What does item 2 cost?' });
    await cite(id, { page: '/page-5', quote: 'item 5 costs 15 euros', question: 'What does item 5 cost?' });
    site.pages = { ...many, '/page-2': 'This page is about something else: the history of the town, at some length.' };
    const waiting = await again(id);
    expect(waiting.review?.reasons).toEqual([
      '1 of 2 passages that replies of the last 30 days cite would be removed.',
    ]);
    expect(waiting.review?.lostCited).toMatchObject([{ quote: 'item 2 costs 12 euros' }]);
    const [sync] = (await client.knowledgeSources.syncs.list(id)).items;
    expect(sync?.replay).toMatchObject({ questions: 2, note: null });
    expect(sync?.replay?.changes).toMatchObject([
      { question: 'What does item 2 cost?', before: { quote: expect.stringContaining('item 2 costs 12 euros') } },
    ]);
  });

  test('a site that is down fails in words, and what served before serves on', async () => {
    const { _id: id, version } = await crawled();
    site.pages = {};
    const shrunk = await again(id);
    expect(shrunk.review?.documentsAfter).toBe(1);
    expect(shrunk.version).toBe(version);
    const { _id: other } = await client.knowledgeSources.create({ type: 'url', url: `${site.url}none` });
    expect(await settled(other)).toMatchObject({
      ...{ status: 'failed', version: 0, name: `${site.url}none` },
      error: { code: 'http_error', hint: expect.stringMatching(/\w/), message: expect.stringMatching(/404|not/) },
    });
  });
});
