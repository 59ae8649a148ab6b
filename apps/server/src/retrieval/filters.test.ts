// @module-tag sql
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../testing/databases/engines.ts';
import { databaseOf } from '../../testing/databases/migrated-database.ts';
import { addSource, addTenant, attach, serve, stage } from '../../testing/fixtures/knowledge.ts';
import { facetsOf, type MetadataFilter } from '../storage/sql/facets.ts';
import { statement } from '../storage/unit.ts';
import { createRetrieval, type VectorSearch } from './create-retrieval.ts';

/** More candidates than a first look compares. */
const many = 130;

describe.each(engines)('a search with a filter, on %s', (engine) => {
  const database = databaseOf(engine);
  const source = 'src_filters';
  let of: { workspace: string; agent: string };

  beforeAll(async () => {
    const db = database();
    of = await addTenant(db, 'filters');
    const { workspace } = of;
    await addSource(db, { workspace, source });
    const chunks = Array.from({ length: many }, (_, index) => `Delivery number n${index}.`);
    await stage(db, { workspace, source, version: 1, first: 1 }, [
      ...chunks.map((text, index) => ({ title: 'Page', key: `page${index}`, chunks: [text] })),
      // Its words are rarer than those of the others' are often, so it is ranked last.
      {
        title: 'Rare',
        key: 'rare',
        chunks: [`The delivery of what we have here takes a week. ${'And more. '.repeat(20)}`],
      },
    ]);
    await serve(db, source, 1);
    const item = {
      ...{ id: 'doc_rare', workspace_id: workspace, source_id: source, content_type: 'text/markdown', hash: 'a' },
      ...{ bytes: 1, revision: 1, metadata: '{}', facets: facetsOf({ region: 'eu' }), created_at: 1, updated_at: 1 },
    };
    const facets = facetsOf({ region: 'us', stars: 5, tags: ['faq', 'new'], none: null });
    await db.write([
      attach(db, { ...of, source }),
      statement(db.query.updateTable('knowledge_sources').set({ facets }).where('id', '=', source)),
      statement(db.query.insertInto('knowledge_items').values(item)),
      statement(db.query.updateTable('knowledge_documents').set({ item_id: item.id }).where('key', '=', 'rare')),
    ]);
  });

  const search = (filter: MetadataFilter, more: { mostFiltered?: number; vectors?: VectorSearch } = {}) =>
    createRetrieval({ db: database(), ...more }).search({
      ...{ ...of, text: 'delivery', topK: 200, account: 'acct_filters', filters: [filter] },
      mode: more.vectors === undefined ? 'lexical' : 'hybrid',
    });
  const titles = async (filter: MetadataFilter) => (await search(filter)).found.map(({ title }) => title);

  test('takes keys that a document doesn’t have from its source', async () => {
    expect(await titles({ region: 'eu' })).toEqual(['Rare']);
    expect(new Set(await titles({ region: 'us' }))).toEqual(new Set(['Page']));
    expect(await titles({ region: 'eu', stars: '5', tags: ['old', 'new'] })).toEqual(['Rare']);
    expect(await titles({ region: 'eu', stars: ['4', '6'] })).toEqual([]);
    expect(await titles({ none: 'null' })).toEqual([]);
    expect(await titles({ "it's": '"x"' })).toEqual([]);
  });

  test('says if candidates were left that it didn’t compare', async () => {
    const { found, notes } = await search({ region: 'eu' }, { mostFiltered: 100 });
    expect(found).toEqual([]);
    expect(notes).toEqual([expect.stringMatching(/^The filter matches few/)]);
    expect((await search({ region: 'eu' })).notes).toEqual([]);
  });

  test('asks for more by meaning until enough match, too', async () => {
    const asked: number[] = [];
    const vectors: VectorSearch = {
      search: async (_sources, _text, { limit }) => {
        asked.push(limit);
        const all = Array.from({ length: many + 1 }, (_, index) => ({
          source,
          chunk: index + 1,
          score: 1 / (index + 1),
        }));
        return all.slice(0, limit);
      },
    };
    const { found, mode } = await search({ region: 'eu' }, { vectors });
    expect(mode).toBe('hybrid');
    expect(found.map(({ title, ranks }) => [title, ranks.vectors])).toEqual([['Rare', 1]]);
    expect(asked).toEqual([100, 400]);
  });
});
