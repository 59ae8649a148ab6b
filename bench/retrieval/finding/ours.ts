import { createRetrieval } from '../../../apps/server/src/retrieval/create-retrieval.ts';
import type { Database } from '../../../apps/server/src/storage/database.ts';
import { addSource, addTenant, attach, serve, stage } from '../../../apps/server/testing/fixtures/knowledge.ts';
import { cpuOf } from '../cpu.ts';
import type { Passage } from '../hard-set.ts';
import { type System, top } from './system.ts';

/** The tables of the index, and the size of one with its own indexes. */
const tables = ['knowledge_terms', 'knowledge_segments'] as const;
const sizeOf = {
  sqlite: (table: string) =>
    `select coalesce(sum(pgsize), 0) as bytes from dbstat
      where name in (select name from sqlite_schema where tbl_name = '${table}')`,
  postgres: (table: string) => `select pg_total_relation_size('${table}') as bytes`,
};

let opened = 0;

/** This service's retrieval by words and n-grams, on an engine. */
export const ours = (db: Database): System => ({
  name: `Parley on ${db.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`,
  open: async (passages) => {
    opened += 1;
    const { workspace, agent } = await addTenant(db, String(opened));
    const source = `src_${opened}`;
    await addSource(db, { workspace, source });
    await db.write([attach(db, { workspace, agent, source })]);
    const before = await indexSize(db);
    await stage(db, { workspace, source, version: 1, first: 0 }, documentsOf(passages));
    await serve(db, source, 1);
    const bytes = (await indexSize(db)) - before;
    const retrieval = createRetrieval({ db });
    return {
      search: async ({ text }) => {
        const question = { workspace, agent, text, topK: top, mode: 'lexical', account: 'bench' } as const;
        const { found, notes } = await retrieval.search(question);
        if (notes.length > 0) throw new Error(notes.join(' '));
        return found.map(({ chunk }) => chunk);
      },
      bytes,
      cpuBeside: async () => (await cpuOf(db)).server,
      close: () => {},
    };
  },
});

async function indexSize(db: Database): Promise<number> {
  let bytes = 0;
  for (const table of tables) {
    const [row] = await db.read<{ bytes: number | string }>({ sql: sizeOf[db.engine](table), parameters: [] });
    bytes += Number(row?.bytes);
  }
  return bytes;
}

/** The documents of passages, which stand together, so that a chunk's number is the index of its passage. */
function documentsOf(passages: readonly Passage[]) {
  const documents: { title: string; key: string; chunks: Passage[] }[] = [];
  for (const passage of passages) {
    const last = documents.at(-1);
    if (last?.key === passage.document) last.chunks.push(passage);
    else documents.push({ title: passage.title, key: passage.document, chunks: [passage] });
  }
  return documents;
}
