import { afterEach, describe, expect, test } from 'vitest';
import { syncedSource, wholeOf } from '../../../../testing/crawl/syncing.ts';
import { anyEngine } from '../../../../testing/databases/engines.ts';
import { databaseOf } from '../../../../testing/databases/migrated-database.ts';
import { damaged } from '../../../storage/blobs/blob-store.ts';
import type { QuotaUse } from '../../../storage/quotas/quotas.ts';
import { statement } from '../../../storage/unit.ts';
import type { CollectNeeds } from '../sync/collect/collect.ts';
import { collectDocuments } from '../sync/collect/collect-documents.ts';
import { insertItems } from './item-store.ts';

const portion = { items: 3, ms: Number.POSITIVE_INFINITY };

describe.each(anyEngine)('the syncs of a source of documents, on %s', (engine) => {
  const database = databaseOf(engine);
  let names = 0;
  /** Runs while a text is read. */
  let onRead: (text: string) => Promise<void> | void = () => undefined;
  afterEach(() => {
    onRead = () => undefined;
  });

  /** Reads a text as it is; each of its lines is a chunk. */
  const extractor: Pick<CollectNeeds['extractor'], 'extract' | 'prepare'> = {
    extract: async ({ bytes }) => {
      const text = Buffer.from(bytes).toString();
      await onRead(text);
      return { documents: [{ title: '', text, marks: [] }], warnings: [] };
    },
    prepare: async (documents) =>
      documents.map(({ text }) => ({ chunks: text.slice(0, text.length).split('\n').map(wholeOf) })),
  };

  /** A source with texts; the name of a blob is its text. The blob of `lost` is damaged. */
  const sourceOf = async (texts: readonly string[], quotasOf?: () => Promise<{ items: readonly QuotaUse[] }>) => {
    names += 1;
    const db = database();
    const blobs: CollectNeeds['blobs'] = {
      read: async ({ hash }) => {
        if (hash === 'lost') throw damaged('blob_1', 'is missing');
        return {
          bytes: Buffer.byteLength(hash),
          content: (async function* () {
            yield Buffer.from(hash);
          })(),
        };
      },
    };
    const reading = { db, blobs, extractor: extractor as CollectNeeds['extractor'] };
    const of = await syncedSource(db, `portions${names}`, {
      ...{ type: 'documents', collect: collectDocuments(reading, portion), extractor },
      ...(quotasOf && { quotasOf }),
    });
    const items = texts.map((hash, index) => ({
      ...{ id: `doc_${of.source}_${index}`, externalId: null, title: null, url: null, metadata: {} },
      ...{ fileName: null, contentType: 'text/markdown', hash, bytes: hash.length },
    }));
    await db.write([
      insertItems(db, of.workspace, { source: of.source, items, now: 1 }, () => new Error('The ID is taken.')),
    ]);
    const chunks = db.query
      .selectFrom('knowledge_chunks')
      .innerJoin('knowledge_documents', 'knowledge_documents.id', 'document_id')
      .innerJoin('knowledge_sources', 'knowledge_sources.id', 'knowledge_documents.source_id')
      .where('knowledge_sources.id', '=', of.source)
      .whereRef('since', '<=', 'knowledge_sources.version')
      .where((on) => on.or([on('until', 'is', null), on('until', '>', on.ref('knowledge_sources.version'))]))
      .select('text')
      .orderBy('position')
      .orderBy('number');
    return {
      ...of,
      /** Changes a text, as a request does. */
      change: (index: number, hash: string) =>
        db.write([
          statement(
            db.query
              .updateTable('knowledge_items')
              .set((on) => ({ hash, revision: on('revision', '+', 1) }))
              .where('id', '=', `doc_${of.source}_${index}`),
          ),
        ]),
      served: async () => (await db.read(chunks)).map(({ text }) => text),
      problems: async () => {
        const all = db.query.selectFrom('knowledge_items').select('problem').where('source_id', '=', of.source);
        const rows = await db.read(all.orderBy('id'));
        return rows.map(({ problem }) => (problem === null ? null : JSON.parse(problem)));
      },
    };
  };
  const texts = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'];

  test('read a portion each, which serves while the next one is read', async () => {
    const of = await sourceOf(texts);
    const served: number[] = [];
    for (let more = true; more; ) {
      expect((await of.attempt(1, 'changed')).how).toBe('done');
      served.push((await of.served()).length);
      more = of.goesOn();
    }
    expect(served).toEqual([3, 6, 7]);
    expect(await of.served()).toEqual(texts);
    expect(await of.row()).toMatchObject({ status: 'ready' });
    expect(await of.search('five')).toEqual(['five']);
    expect(await of.count('knowledge_chunks')).toBe(texts.length);
  });

  test('lose a portion at most if the process ends, and read none twice into the index', async () => {
    const of = await sourceOf(texts);
    await of.attempt();
    onRead = (text) => {
      if (text === 'five') of.interrupt();
    };
    expect((await of.attempt()).how).toBe('interrupted');
    expect(await of.served()).toEqual(texts.slice(0, 3));
    const read: string[] = [];
    onRead = (text) => void read.push(text);
    await of.attempt(2);
    await of.attempt();
    expect(read).toEqual(texts.slice(3));
    expect(await of.served()).toEqual(texts);
    expect(await of.count('knowledge_chunks')).toBe(texts.length);
  });

  test('read a document again that was changed while it was read', async () => {
    const of = await sourceOf(['one', 'two']);
    onRead = async (text) => {
      if (text === 'one') await of.change(0, 'first');
    };
    await of.attempt();
    expect(await of.served()).toEqual(['one', 'two']);
    await of.attempt();
    expect(await of.served()).toEqual(['first', 'two']);
  });

  test('read the others if the bytes of one are lost', async () => {
    const of = await sourceOf(['one', 'lost', 'three']);
    await of.attempt();
    expect(await of.served()).toEqual(['one', 'three']);
    const message = 'The stored content can’t be read. Send the document again.';
    expect(await of.problems()).toEqual([null, { code: 'internal_error', message }, null]);
  });

  test('serve the documents that fit into the quota, and name those that don’t', async () => {
    let limit = 4;
    const quotasOf = async () => ({ items: [{ kind: 'knowledgeChunks', used: 0, limit }] as const });
    const of = await sourceOf(['a\nb', 'c\nd\ne', 'f'], quotasOf);
    await of.attempt();
    expect(await of.served()).toEqual(['a', 'b', 'f']);
    const message = 'It needs 3 more chunks; the account has 2 left.';
    expect(await of.problems()).toEqual([null, { code: 'quota_exceeded', message }, null]);
    const { status, warnings } = await of.row();
    expect(status).toBe('ready');
    expect(JSON.parse(warnings ?? '')).toMatchObject([{ code: 'documents_failed' }]);
    // A change of another document doesn't read it again; a requested sync does.
    await of.change(2, 'g');
    await of.attempt(1, 'changed');
    expect(await of.served()).toEqual(['a', 'b', 'g']);
    limit = 10;
    await of.attempt(1, 'requested');
    expect((await of.served()).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'g']);
    expect(await of.problems()).toEqual([null, null, null]);
  });
});
