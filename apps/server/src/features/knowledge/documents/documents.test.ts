// @module-tag sql
import { createHash } from 'node:crypto';
import type { KnowledgeDocument, Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { statement } from '../../../storage/unit.ts';
import { insertItems } from './item-store.ts';

const patient = { timeout: 60_000, interval: 10 };

describe.each(engines)('sources of documents, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
  });

  const collection = async () => (await client.knowledgeSources.create({ type: 'documents', name: 'Handbook' }))._id;
  const ready = (id: string) =>
    vi.waitFor(async () => {
      const source = await client.knowledgeSources.retrieve(id);
      expect(['ready', 'failed']).toContain(source.status);
      return source;
    }, patient);
  /** Asks for a sync, which doesn't wait for more changes, and returns the source after it. */
  const settled = async (id: string) => {
    await client.knowledgeSources.sync(id);
    return ready(id);
  };
  const documentsOf = async (id: string): Promise<KnowledgeDocument[]> => {
    const all: KnowledgeDocument[] = [];
    for await (const document of client.knowledgeSources.documents.list(id)) all.push(document);
    return all;
  };
  const textsOf = async (id: string) =>
    (await client.knowledgeSources.chunks.list(id, { limit: 100 })).items.map(({ text }) => text);
  const add = (id: string, ...documents: { text: string; externalId?: string; metadata?: Record<string, unknown> }[]) =>
    client.knowledgeSources.documents.create(id, { documents });

  test('texts and files are added, read, listed, and found by what they are', async () => {
    const id = await collection();
    const { items } = await add(id, {
      text: '# Returns\n\nWithin 30 days.',
      externalId: 'cms-1',
      metadata: { region: 'eu' },
    });
    expect(items).toMatchObject([{ status: 'queued', externalId: 'cms-1', metadata: { region: 'eu' }, version: 0 }]);
    const file = [
      { name: 'ship.md', content: 'We ship within two days.' },
      { name: 'broken.pdf', content: '%PDF-1.7 nonsense' },
    ];
    const added = await client.knowledgeSources.documents.upload(id, { file, metadata: { region: 'us' } });
    expect(added.items.map((item) => item.file?.name)).toEqual(['ship.md', 'broken.pdf']);
    expect(await settled(id)).toMatchObject({
      ...{ status: 'ready', documentCount: 2, chunkCount: 2 },
      warnings: [{ code: 'documents_failed' }],
    });
    expect(await documentsOf(id)).toMatchObject([
      { title: 'Returns', status: 'ready', chunkCount: 1, error: null, _id: items[0]?._id },
      { title: 'ship', status: 'ready', hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { title: 'broken.pdf', status: 'failed', error: { code: 'broken_file' }, chunkCount: 0 },
    ]);
    const { documents } = client.knowledgeSources;
    const titles = async (query: Parameters<typeof documents.list>[1]) =>
      (await documents.list(id, { ...query, includeTotal: true })).items.map(({ title }) => title);
    expect(await titles({ status: 'failed' })).toEqual(['broken.pdf']);
    expect(await titles({ externalId: 'cms-1' })).toEqual(['Returns']);
    expect(await titles({ metadata: { region: 'us' }, q: 'SHIP' })).toEqual(['ship']);
    expect(await titles({ metadata: { region: 'none' } })).toEqual([]);
    const [chunk] = (await client.knowledgeSources.chunks.list(id, { documentId: items[0]?._id ?? '' })).items;
    expect(chunk?.text).toContain('Within 30 days.');
    const ref = { knowledgeSourceId: id, documentId: chunk?.document ?? '' };
    expect(await documents.retrieve(ref)).toMatchObject({ _id: items[0]?._id });
  });

  test('a chunk is edited by hand, and the edit stays while its document is read again', async () => {
    const id = await collection();
    const { items } = await add(
      id,
      { text: '# A\n\nOne.\n\n# B\n\nTwo.', externalId: 'a', metadata: { region: 'eu' } },
      { text: 'Other.', externalId: 'b' },
    );
    await settled(id);
    const documentId = items[0]?._id ?? '';
    const chunksOf = async () => (await client.knowledgeSources.chunks.list(id, { documentId, limit: 100 })).items;
    const edit = async (nth: number, text: string | null) => {
      const number = (await chunksOf())[nth]?.number ?? -1;
      await client.knowledgeSources.chunks.update({ knowledgeSourceId: id, number }, { text });
      return ready(id);
    };
    const before = await documentsOf(id);
    expect(await edit(1, 'Second.')).toMatchObject({ documentCount: 2, chunkCount: 3 });
    const served = async () => (await chunksOf()).map(({ text, edited }) => [/\w+\.$/.exec(text)?.[0], edited]);
    const [one, second] = [
      ['One.', false],
      ['Second.', true],
    ];
    expect(await served()).toEqual([one, second]);
    // It is the same document to its caller, and waits for no other sync.
    const [after, other] = await documentsOf(id);
    expect(after).toMatchObject({ _id: documentId, status: 'ready', externalId: 'a', metadata: { region: 'eu' } });
    expect([after?.hash, other]).toEqual([before[0]?.hash, before[1]]);

    const target = { knowledgeSourceId: id, documentId };
    await client.knowledgeSources.documents.update(target, { text: '# A\n\nOne and a half.\n\n# B\n\nTwo.' });
    await settled(id);
    expect(await served()).toEqual([['half.', false], second]);
    await edit(1, null);
    expect((await chunksOf()).map(({ edited, original }) => [edited, original])).toEqual([
      [false, null],
      [false, null],
    ]);
    await edit(0, 'First.');
    await client.knowledgeSources.documents.delete(target);
    await settled(id);
    expect(await textsOf(id)).toEqual(['Other.']);
  });

  test('an edit that waits while its document is read again, and is as it was, is applied to the latest one', async () => {
    const id = await collection();
    const { items } = await add(id, { text: 'Within 30 days.' });
    await settled(id);
    const documentId = items[0]?._id ?? '';
    const [chunk] = (await client.knowledgeSources.chunks.list(id)).items;
    const { db } = parley;
    // As it is when the sync that reads the document has begun, and its job comes before that of the edit.
    const write = db.query.updateTable('knowledge_chunks').where('source_id', '=', id);
    await db.write([statement(write.set({ pending: 'Within 60 days.' }).where('number', '=', chunk?.number ?? -1))]);
    const revised = db.query.updateTable('knowledge_items').where('id', '=', documentId);
    await db.write([statement(revised.set((of) => ({ revision: of('revision', '+', 1) })))]);
    await settled(id);
    expect(await textsOf(id)).toEqual(['Within 60 days.']);
    expect(await documentsOf(id)).toMatchObject([{ _id: documentId, status: 'ready' }]);
  });

  test('a replaced document is read alone, and what can’t be read leaves the old content', async () => {
    const id = await collection();
    await add(id, { text: 'Old words.', externalId: 'a' }, { text: 'Other words.', externalId: 'b' });
    await settled(id);
    const ref = { knowledgeSourceId: id, externalId: 'a' };
    const { documents, syncs } = client.knowledgeSources;
    // The same content again is no change.
    expect(await documents.upsert(ref, { text: 'Old words.' })).toMatchObject({ status: 'ready' });
    expect(await documents.upsert(ref, { text: 'New words.' })).toMatchObject({ status: 'queued', chunkCount: 1 });
    expect(await textsOf(id)).toEqual(['Old words.', 'Other words.']);
    await settled(id);
    expect((await textsOf(id)).sort()).toEqual(['New words.', 'Other words.']);
    const [latest] = (await syncs.list(id)).items;
    expect(latest?.facts).toMatchObject({ changed: 1, unchanged: 1, added: 0, removed: 0 });
    await documents.uploadAs(ref, { file: { name: 'a.pdf', content: '%PDF-1.7 nonsense' } });
    await settled(id);
    const [failed] = await documentsOf(id);
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'broken_file' }, chunkCount: 1 });
    expect((await textsOf(id)).sort()).toEqual(['New words.', 'Other words.']);
    await documents.upsert(ref, { text: 'Mended words.' });
    await settled(id);
    expect((await textsOf(id)).sort()).toEqual(['Mended words.', 'Other words.']);
  });

  test('a file replaces the content of a document that has no ID of the caller, and what is wrong changes nothing', async () => {
    const id = await collection();
    const { items } = await add(id, { text: 'Old words.', metadata: { region: 'eu' } });
    const ref = { knowledgeSourceId: id, documentId: items[0]?._id ?? '' };
    const { documents } = client.knowledgeSources;
    const file = { name: 'new.md', content: '# New\n\nNew words.' };
    const none = { knowledgeSourceId: id, documentId: 'doc_01kg9vm5t3fy6k8q2h4d0n1zxc' };
    await expect(documents.replaceFile(none, { file })).rejects.toMatchObject({ code: 'document_not_found' });
    await expect(documents.replaceFile(ref, { file, url: 'ftp://a' })).rejects.toMatchObject({
      details: [{ path: 'url' }],
    });
    expect(await documents.retrieve(ref)).toMatchObject({ file: null, url: null });
    expect(await documents.replaceFile(ref, { file })).toMatchObject({
      ...{ status: 'queued', file: { name: 'new.md' }, metadata: { region: 'eu' } },
    });
    await settled(id);
    expect(await textsOf(id)).toEqual([expect.stringContaining('New words.')]);
    expect(await documentsOf(id)).toMatchObject([{ _id: ref.documentId, title: 'New', status: 'ready' }]);
  });

  test('a deleted document is out of searches after the sync, and frees its room and its bytes', async () => {
    const id = await collection();
    const { items } = await add(id, { text: 'Gone soon.' }, { text: 'It stays.' }, { text: 'It stays, too.' });
    await settled(id);
    const used = async (kind: string) => {
      const row = await parley.db.read(
        parley.db.query
          .selectFrom('quota_counts')
          .select('used')
          .where('kind', '=', kind as never),
      );
      return row.reduce((sum, each) => sum + Number(each.used), 0);
    };
    const before = await used('knowledgeChunks');
    const stored = await used('storedBytes');
    for (const item of items.slice(0, 2))
      await client.knowledgeSources.documents.delete({ knowledgeSourceId: id, documentId: item._id });
    expect(await used('storedBytes')).toBe(stored - 'Gone soon.It stays.'.length);
    // More than a fifth goes, and no review waits: the owner has deleted them.
    expect(await settled(id)).toMatchObject({ documentCount: 1, review: null });
    expect(await textsOf(id)).toEqual(['It stays, too.']);
    expect(await used('knowledgeChunks')).toBe(before - 2);
    const ref = { knowledgeSourceId: id, documentId: items[0]?._id ?? '' };
    await expect(client.knowledgeSources.documents.retrieve(ref)).rejects.toMatchObject({ code: 'document_not_found' });
  });

  test('many at once with one external ID are one document, and a burst asks for few syncs', async () => {
    const id = await collection();
    await settled(id);
    const ref = { knowledgeSourceId: id, externalId: 'same' };
    const puts = Array.from({ length: 8 }, (_, index) =>
      client.knowledgeSources.documents.upsert(ref, { text: `Words ${index}.` }),
    );
    const bursts = Array.from({ length: 12 }, (_, index) => add(id, { text: `Burst ${index}.` }));
    const made = await Promise.all(puts);
    await Promise.all(bursts);
    expect(new Set(made.map(({ _id }) => _id)).size).toBe(1);
    await settled(id);
    expect(await documentsOf(id)).toHaveLength(13);
    expect((await client.knowledgeSources.syncs.list(id)).items.length).toBeLessThan(8);
    await expect(add(id, { text: 'Twice.', externalId: 'same' })).rejects.toMatchObject({
      code: 'external_id_conflict',
    });
    // A repeated request adds what it has added.
    const again = () =>
      client.knowledgeSources.documents.create(id, { documents: [{ text: 'Once.' }] }, { idempotencyKey: 'once' });
    expect(await again()).toEqual(await again());
    expect(await documentsOf(id)).toHaveLength(14);
    const twice = { text: 'Twice.', externalId: 'new' };
    await expect(add(id, twice, twice)).rejects.toMatchObject({ code: 'external_id_conflict' });
    expect(await documentsOf(id)).toHaveLength(14);
  });

  test('a text that several documents have is stored once, until the last of them is gone', async () => {
    const id = await collection();
    const { items } = await add(id, { text: 'Shared words.' }, { text: 'Shared words.' });
    const hash = createHash('sha256').update('Shared words.').digest('hex');
    const holders = async () => {
      const rows = await parley.db.read(parley.db.query.selectFrom('blobs').select('refs').where('hash', '=', hash));
      return rows.map(({ refs }) => Number(refs));
    };
    expect(await holders()).toEqual([2]);
    const [first = '', second = ''] = items.map(({ _id }) => _id);
    const { documents } = client.knowledgeSources;
    await documents.update({ knowledgeSourceId: id, documentId: first }, { text: 'Other words.' });
    expect(await holders()).toEqual([1]);
    await documents.delete({ knowledgeSourceId: id, documentId: second });
    expect(await holders()).toEqual([]);
  });

  test('a source has at most 10,000 documents, and its list stays fast to page', async () => {
    const id = await collection();
    const { workspace } = await client.knowledgeSources.retrieve(id);
    const itemOf = (index: number) => ({
      ...{ id: `doc_full_${index}`, externalId: null, title: `Title ${index}`, url: null, metadata: {} },
      ...{ fileName: null, contentType: 'text/markdown', hash: 'none', bytes: 1 },
    });
    const taken = () => new Error('The ID is taken.');
    for (let from = 0; from < 9_999; from += 1_000) {
      const items = Array.from({ length: Math.min(1_000, 9_999 - from) }, (_, index) => itemOf(from + index));
      await parley.db.write([insertItems(parley.db, workspace, { source: id, items, now: 1 }, taken)]);
    }
    await expect(add(id, { text: 'One.' }, { text: 'Two.' })).rejects.toMatchObject({ code: 'quota_exceeded' });
    const { items } = await client.knowledgeSources.documents.list(id, { q: 'title 9998', includeTotal: true });
    expect(items.map(({ title }) => title)).toEqual(['Title 9998']);
    await client.knowledgeSources.delete(id);
  });

  test('300 files that are uploaded one by one are all there, after few syncs', { tags: 'nightly' }, async () => {
    const id = await collection();
    const files = Array.from({ length: 300 }, (_, index) => ({
      name: `${index}.txt`,
      content: `File number ${index}.`,
    }));
    for (let from = 0; from < files.length; from += 10)
      await Promise.all(
        files.slice(from, from + 10).map((file) => client.knowledgeSources.documents.upload(id, { file: [file] })),
      );
    const source = await vi.waitFor(async () => {
      const latest = await client.knowledgeSources.retrieve(id);
      expect([latest.status, latest.documentCount]).toEqual(['ready', 300]);
      return latest;
    }, patient);
    expect(source.chunkCount).toBe(300);
    expect((await client.knowledgeSources.syncs.list(id, { limit: 100 })).items.length).toBeLessThan(60);
  });

  test('what doesn’t fit is refused with its reason, and nothing is stored', async () => {
    const id = await collection();
    const { _id: other } = await client.knowledgeSources.create({ type: 'qa', name: 'Questions' });
    await expect(add(other, { text: 'No.' })).rejects.toMatchObject({ code: 'bad_request' });
    const { documents } = client.knowledgeSources;
    const ref = { knowledgeSourceId: id, externalId: 'none' };
    await expect(documents.upsert(ref, { title: 'New' })).rejects.toMatchObject({ details: [{ path: 'text' }] });
    const file = [
      { name: 'a.md', content: 'A.' },
      { name: 'b.md', content: 'B.' },
    ];
    await expect(documents.upload(id, { file, externalId: 'one' })).rejects.toMatchObject({
      details: [{ path: 'externalId', message: 'is only for a form with one file' }],
    });
    await expect(documents.create(id, { documents: [{ text: 'A.', url: 'ftp://a' }] })).rejects.toMatchObject({
      details: [{ path: 'url' }],
    });
    expect(await documentsOf(id)).toEqual([]);
    await client.knowledgeSources.delete(id);
  });

  test('a search finds what its filter and that of its agent allow, by the document or else by its source', async () => {
    const id = await collection();
    const others = Array.from({ length: 20 }, (_, index) => ({
      text: `Delivery takes ${index} days. Delivery, delivery.`,
      metadata: { region: 'us', stars: index },
    }));
    const eu = { text: 'Delivery takes a week.', metadata: { region: ['eu', 'uk'] } };
    const { items } = await client.knowledgeSources.documents.create(id, { documents: [...others.slice(1), eu] });
    await settled(id);
    const agent = await client.agents.create({ name: 'Support', knowledgeSources: [id] });
    const found = async (metadata?: Record<string, string | string[]>) => {
      const query = { query: 'delivery', topK: 50, ...(metadata && { filter: { metadata } }) };
      return (await client.agents.search(agent._id, query)).items.map(({ text }) => text);
    };
    expect(await found()).toHaveLength(20);
    expect(await found({ region: 'uk' })).toEqual([eu.text]);
    expect(await found({ region: ['us'], stars: ['3', '4'] })).toHaveLength(2);
    expect(await found({ region: 'asia' })).toEqual([]);
    const changed = await client.agents.update(agent._id, { knowledgeFilter: { metadata: { region: 'eu' } } });
    expect(changed.knowledgeFilter).toEqual({ metadata: { region: 'eu' } });
    expect(await found()).toEqual([eu.text]);
    expect(await found({ region: 'us' })).toEqual([]);
    const { reply } = await client.agents.chat(agent._id, { content: 'How long does delivery take?' });
    expect(reply?.content).toContain('a week');
    // Metadata counts at once.
    const ref = { knowledgeSourceId: id, documentId: items.at(-1)?._id ?? '' };
    await client.knowledgeSources.documents.update(ref, { metadata: { region: 'us' } });
    expect(await found()).toEqual([]);
    await client.agents.update(agent._id, { knowledgeFilter: null });
    expect(await found()).toHaveLength(20);
  });

  test('a source is created and changed by an ID of the caller, once, and found by it and its metadata', async () => {
    const put = (name: string, more: object = {}) =>
      client.knowledgeSources.upsert('help', { type: 'text', name, text: 'Words.', ...more });
    const made = await Promise.all(Array.from({ length: 5 }, () => put('Help', { metadata: { region: 'eu' } })));
    expect(new Set(made.map(({ _id }) => _id)).size).toBe(1);
    const [{ _id: id } = { _id: '' }] = made;
    expect(await client.knowledgeSources.upsert('help', { name: 'Help!' })).toMatchObject({
      ...{ _id: id, name: 'Help!', externalId: 'help', metadata: { region: 'eu' } },
    });
    const ids = async (query: Parameters<typeof client.knowledgeSources.list>[0]) =>
      (await client.knowledgeSources.list({ ...query, includeTotal: true })).items.map(({ _id }) => _id);
    expect(await ids({ externalId: 'help' })).toEqual([id]);
    expect(await ids({ metadata: { region: 'eu' }, name: 'Help!' })).toEqual([id]);
    expect(await ids({ name: 'Help' })).toEqual([]);
    expect(await ids({ metadata: { region: 'us' } })).toEqual([]);
    const taken = { status: 409, code: 'external_id_conflict' };
    const draft = { type: 'text', name: 'Other', text: 'Words.' } as const;
    await expect(client.knowledgeSources.create({ ...draft, externalId: 'help' })).rejects.toMatchObject(taken);
    const other = await client.knowledgeSources.create(draft);
    await expect(client.knowledgeSources.update(other._id, { externalId: 'help' })).rejects.toMatchObject(taken);
    await expect(client.knowledgeSources.upsert('help', { type: 'qa' })).rejects.toMatchObject({
      details: [{ path: 'type' }],
    });
    await client.knowledgeSources.delete(id);
    expect(await client.knowledgeSources.update(other._id, { externalId: 'help' })).toMatchObject({
      externalId: 'help',
    });
  });
});
