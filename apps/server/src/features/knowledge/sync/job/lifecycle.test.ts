// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../../../testing/databases/engines.ts';
import { type Person, service } from '../../../../../testing/harness.ts';
import { runSweep } from '../../../../../testing/jobs/sweeps.ts';
import { loggedEvents } from '../../../../../testing/logged-events.ts';
import { findWrongCounts } from '../../../../storage/quotas/counts.ts';
import { statement } from '../../../../storage/unit.ts';
import { termRules } from '../../../../text/terms.ts';

const patient = { timeout: 60_000, interval: 25 };
const quotas = ['free.knowledgeSources=3', 'free.knowledgeChunks=10', 'free.knowledgeBytes=1MiB'].join(',');

describe.each(engines)('the life of a source, on %s', (engine) => {
  const parley = service(engine, { environment: { PARLEY_PLAN_QUOTAS: quotas } });
  let alice: Person;
  let client: Parley;

  beforeEach(async () => {
    alice = await parley.person({ plan: 'free' });
    client = await alice.client();
  });

  const ready = (id: string) => client.knowledgeSources.waitUntilReady(id);
  const settled = (id: string) => ready(id).catch(() => client.knowledgeSources.retrieve(id));
  const text = async (content: string, name = 'Text') => {
    const { _id } = await client.knowledgeSources.create({ type: 'text', name, text: content });
    return settled(_id);
  };
  /** A text of so many chunks. */
  const long = (chunks: number) =>
    Array.from({ length: chunks }, (_, index) => `# Part ${index}\n\nThis is the text of part ${index}.`).join('\n\n');
  const used = async () => {
    const { items } = await client.usage.quotas();
    return Object.fromEntries(items.map(({ kind, used: count }) => [kind, count]));
  };
  const rowsOf = async (table: 'knowledge_documents' | 'knowledge_chunks' | 'knowledge_segments', source: string) =>
    parley.db.read(parley.db.query.selectFrom(table).select('source_id').where('source_id', '=', source));

  test('200: a file is read with upload progress, replaced, and keeps its bytes only once', async () => {
    const content = new Blob(['# Handbook\n\nWe open at nine.']);
    const loaded: number[] = [];
    const file = { name: 'handbook.md', content, type: 'text/markdown' };
    const made = await client.knowledgeSources.upload({ file }, { onProgress: (step) => loaded.push(step.loaded) });
    expect(made).toMatchObject({ type: 'file', name: 'handbook.md', file: { name: 'handbook.md', bytes: 28 } });
    expect(loaded[0]).toBe(0);
    expect(loaded.at(-1)).toBeGreaterThan(28);
    expect(await ready(made._id)).toMatchObject({ documentCount: 1, chunkCount: 1 });
    const later = { name: 'handbook.txt', content: 'We open at ten.' };
    expect((await client.knowledgeSources.replaceFile(made._id, { file: later })).file?.name).toBe('handbook.txt');
    await vi.waitFor(async () => {
      const [chunk] = (await client.knowledgeSources.chunks.list(made._id)).items;
      expect(chunk?.text).toBe('We open at ten.');
    }, patient);
    expect(await used()).toMatchObject({
      knowledgeSources: 1,
      knowledgeChunks: 1,
      knowledgeBytes: 15,
      storedBytes: 15,
    });
    await client.knowledgeSources.delete(made._id);
    await vi.waitFor(async () => expect(await used()).toMatchObject({ knowledgeBytes: 0, storedBytes: 0 }), patient);
  });

  test('200: a file that is no document fails with a reason and what to do', async () => {
    const zip = { name: 'a.zip', content: new Uint8Array([0x50, 0x4b, 5, 6, ...new Uint8Array(18)]) };
    const { _id } = await client.knowledgeSources.upload({ file: zip });
    expect((await settled(_id)).error).toMatchObject({ code: 'unsupported_type', hint: expect.stringMatching(/\w/) });
    await expect(ready(_id)).rejects.toMatchObject({ code: 'source_failed' });
    const empty = await client.knowledgeSources.upload({ file: { name: 'a.txt', content: '' } });
    expect((await settled(empty._id)).error).toMatchObject({ code: 'no_text' });
  });

  test('400: what is not for the type, and pairs of a text are refused by name', async () => {
    const { create } = client.knowledgeSources;
    const refused: (readonly [() => Promise<unknown>, string])[] = [
      [() => create({ type: 'text', name: 'A' }), 'text is required.'],
      [() => create({ type: 'qa' }), 'name is required.'],
      [
        () => create({ type: 'url', url: 'ftp://a.example' }),
        'url must be an http or https URL without a user name or password.',
      ],
      [
        () => create({ type: 'text', name: 'A', text: 'B', url: 'https://a.example' }),
        'url is only for sources of type url or website or git or s3.',
      ],
    ];
    for (const [call, message] of refused) await expect(call()).rejects.toMatchObject({ status: 400, message });
    const { _id: id } = await text('Some text.');
    const pair = { question: 'Why?', answer: 'So.' };
    await expect(client.knowledgeSources.pairs.create(id, pair)).rejects.toMatchObject({ code: 'bad_request' });
  });

  test('409: quotas are told before they are hit, and the old version serves on', async () => {
    const source = await text(long(8), 'First');
    expect(source).toMatchObject({ status: 'ready', chunkCount: 8 });
    const tooMuch = await text(long(5), 'Second');
    expect(tooMuch.error).toMatchObject({
      code: 'quota_exceeded',
      message: 'The source needs at least 5 more chunks; the account has 2 of 10 left.',
    });
    await client.knowledgeSources.update(source._id, { text: long(11) });
    expect(await settled(source._id)).toMatchObject({ status: 'failed', version: source.version, chunkCount: 8 });
    // The old content makes room for the new one.
    await client.knowledgeSources.update(source._id, { text: `${long(9)} It has changed.` });
    expect(await ready(source._id)).toMatchObject({ chunkCount: 9 });
    await text('Third');
    await expect(client.knowledgeSources.create({ type: 'qa', name: 'Fourth' })).rejects.toMatchObject({
      ...{ status: 409, code: 'quota_exceeded' },
      message: 'The account has 3 of 3 knowledge sources that its plan (free) allows.',
    });
    await vi.waitFor(async () => expect((await used())['knowledgeChunks']).toBe(10), patient);
    expect(await findWrongCounts(parley.db, 10)).toEqual([]);
  });

  test('two changes at once end with the latest content, and with one version at a time', async () => {
    const { _id: id } = await text('First.');
    const texts = ['Second.', 'Third.', 'Fourth.', 'Fifth.'];
    await Promise.all(texts.map((content) => client.knowledgeSources.update(id, { text: content })));
    await Promise.all([client.knowledgeSources.sync(id), client.knowledgeSources.sync(id)]);
    const { text: stored } = await client.knowledgeSources.content(id);
    await vi.waitFor(async () => {
      expect(await settled(id)).toMatchObject({ status: 'ready', chunkCount: 1 });
      expect((await client.knowledgeSources.chunks.list(id)).items.map((chunk) => chunk.text)).toEqual([stored]);
    }, patient);
    await vi.waitFor(async () => expect(await rowsOf('knowledge_documents', id)).toHaveLength(1), patient);
    await vi.waitFor(async () => {
      const { items } = await client.knowledgeSources.syncs.list(id);
      expect(items.filter(({ outcome }) => outcome === 'running' || outcome === 'failed')).toEqual([]);
    }, patient);
    const held = parley.db.query.selectFrom('blobs').select('refs').where('workspace_id', '=', alice.workspace);
    expect((await parley.db.read(held)).map(({ refs }) => Number(refs))).toEqual([1]);
  });

  test('a source that is deleted during its sync leaves nothing behind', async () => {
    const { _id: id } = await client.knowledgeSources.create({ type: 'text', name: 'Gone', text: long(10) });
    await client.knowledgeSources.delete(id);
    await expect(client.knowledgeSources.retrieve(id)).rejects.toMatchObject({ status: 404 });
    await vi.waitFor(async () => {
      for (const table of ['knowledge_documents', 'knowledge_chunks', 'knowledge_segments'] as const)
        expect(await rowsOf(table, id)).toEqual([]);
      const source = parley.db.query.selectFrom('knowledge_sources').select('id').where('id', '=', id);
      expect(await parley.db.read(source)).toEqual([]);
    }, patient);
    expect(await findWrongCounts(parley.db, 10)).toEqual([]);
  });

  test('a source whose job is gone is found and marked as failed; a sync mends it', async () => {
    const { _id: id } = await text('Some text.');
    const stuck = parley.db.query.updateTable('knowledge_sources').set({ status: 'processing' }).where('id', '=', id);
    await parley.db.write([statement(stuck)]);
    await runSweep(parley, 'knowledge.stuck');
    const failed = await client.knowledgeSources.retrieve(id);
    expect(failed).toMatchObject({
      status: 'failed',
      progress: null,
      error: { code: 'internal_error' },
      chunkCount: 1,
    });
    await client.knowledgeSources.sync(id);
    expect(await ready(id)).toMatchObject({ error: null });
  });

  test('scheduled sources are synced when they are due, and no earlier', async () => {
    const url = 'https://parley.invalid/';
    const source = await client.knowledgeSources.create({ type: 'url', url, syncInterval: 'daily' });
    const { _id: id, nextSyncAt } = source;
    const hours = (Date.parse(nextSyncAt ?? '') - Date.parse(source.createdAt)) / 3_600_000;
    expect(hours).toBe(24);
    const requests = async () => {
      const row = parley.db.query
        .selectFrom('knowledge_sources')
        .select(['requests', 'next_sync_at'])
        .where('id', '=', id);
      const [found] = await parley.db.read(row);
      return { count: Number(found?.requests), next: Number(found?.next_sync_at) };
    };
    await runSweep(parley, 'knowledge.due');
    expect((await requests()).count).toBe(1);
    parley.advance(25 * 3_600_000);
    await runSweep(parley, 'knowledge.due');
    const due = await requests();
    expect(due.count).toBe(2);
    expect(due.next).toBeGreaterThan(Date.parse(nextSyncAt ?? ''));
    await runSweep(parley, 'knowledge.due');
    expect((await requests()).count).toBe(2);
    const off = await client.knowledgeSources.update(id, { syncInterval: null });
    expect(off).toMatchObject({ syncInterval: null, nextSyncAt: null });
  });

  test('an index that an older release has made is rebuilt, and found again', async () => {
    const { _id: id } = await text('The lighthouse keeper feeds seagulls.');
    const { _id: agent } = await client.agents.create({ name: 'Guide', knowledgeSources: [id] });
    const found = async (query: string) => (await client.agents.search(agent, { query })).items.length;
    expect(await found('seagulls')).toBe(1);
    const segments = parley.db.query.updateTable('knowledge_segments').where('source_id', '=', id);
    const terms = parley.db.query.updateTable('knowledge_terms').where('source_id', '=', id);
    await parley.db.write([statement(segments.set({ rules: termRules - 1 })), statement(terms.set({ postings: '' }))]);
    await runSweep(parley, 'knowledge.rules');
    const rules = parley.db.query.selectFrom('knowledge_segments').select('rules').where('source_id', '=', id);
    const serving = rules.where('state', '=', 'ready');
    await vi.waitFor(async () => expect(await parley.db.read(serving)).toEqual([{ rules: termRules }]), patient);
    expect([await found('seagulls'), await found('lighthouse')]).toEqual([1, 1]);
  });

  test('events tell what happens to a source', async () => {
    const { _id: id } = await text('Some text.');
    await client.knowledgeSources.update(id, { name: 'Other' });
    await client.knowledgeSources.delete(id);
    const events = await loggedEvents(parley.db, id);
    expect(events.map(({ type }) => type)).toEqual(
      ['created', 'ready', 'updated', 'deleted'].map((what) => `knowledge_source.${what}`),
    );
  });
});
