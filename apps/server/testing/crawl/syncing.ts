import type { CutChunk } from '../../src/extract/document.ts';
import type { LongText } from '../../src/extract/long-text.ts';
import type { SourceType, SyncCause } from '../../src/features/knowledge/schema.ts';
import { noSettings } from '../../src/features/knowledge/settings-schema.ts';
import type { Collector } from '../../src/features/knowledge/sync/collect/collect.ts';
import { collectSite } from '../../src/features/knowledge/sync/collect/collect-pages.ts';
import { syncKindOf } from '../../src/features/knowledge/sync/job/kind.ts';
import { createSync, type SyncNeeds } from '../../src/features/knowledge/sync/job/sync.ts';
import { newId } from '../../src/ids.ts';
import { createRetrieval } from '../../src/retrieval/create-retrieval.ts';
import { createCompaction } from '../../src/retrieval/index/compact.ts';
import { purgeSegments } from '../../src/retrieval/index/purge-store.ts';
import { buildSegment } from '../../src/retrieval/index/segment.ts';
import { insertSegment } from '../../src/retrieval/index/store.ts';
import type { Database } from '../../src/storage/database.ts';
import { HandedBack, JobFailure } from '../../src/storage/jobs/kind.ts';
import { type Statement, statement } from '../../src/storage/unit.ts';
import { addSource, addTenant, buildHere } from '../fixtures/knowledge.ts';
import type { Web } from './web.ts';

const nothing: Statement = { sql: 'select 1', parameters: [] };

/** End of an attempt at a sync. */
export interface Ended {
  readonly how: 'done' | 'continues' | 'interrupted' | 'failed';
  /** When the sync that it asked for is due, in ms. */
  readonly later: number | undefined;
}

/** A source of type website whose syncs a test runs attempt by attempt. */
export async function siteSource(db: Database, web: Web, name: string) {
  const settings = { ...noSettings, url: 'http://public.test/', maxPages: 1_000, maxDepth: 10 };
  const of = await syncedSource(db, name, {
    ...{ type: 'website', settings, collect: collectSite(web.crawler) },
    extractor: { prepare: async (documents) => documents.map(({ text }) => ({ chunks: [wholeOf(text)] })) },
  });
  return { ...of, settings };
}

/** A text of one piece as one chunk. */
export const wholeOf = (text: LongText): CutChunk => ({
  ...{ text: text.slice(0, text.length), start: 0, end: text.length, headings: [], page: null },
});

/** The content of a test's source, and the functions that read it. */
interface Synced {
  readonly type: SourceType;
  readonly settings?: object;
  readonly collect: Collector;
  readonly extractor: Partial<SyncNeeds['extractor']>;
  readonly quotasOf?: SyncNeeds['quotasOf'];
}

/** A source whose syncs a test runs attempt by attempt. */
export async function syncedSource(db: Database, name: string, synced: Synced) {
  const { type, settings = noSettings, collect, extractor } = synced;
  const { workspace } = await addTenant(db, name);
  const source = `src_${name}`;
  await addSource(db, { workspace, source });
  const set = (values: Readonly<Record<string, unknown>>) =>
    db.write([statement(db.query.updateTable('knowledge_sources').set(values).where('id', '=', source))]);
  await set({ type, status: 'queued', requests: 1, settings: JSON.stringify(settings) });
  let time = 1_800_000_000_000;
  let controller = new AbortController();
  let later: number | undefined;
  let goesOn = false;
  const compacting = createCompaction({ db, build: buildHere });
  const hooks = { beforeCompaction: (): void => undefined };
  const needs: SyncNeeds = {
    ...{ db, newId, room: () => [], record: () => nothing, embed: () => [] },
    quotasOf: synced.quotasOf ?? (async () => undefined),
    accountOf: async () => 'acct_1',
    enqueue: (_workspace, { kind, runAt, when }) => {
      if (kind.name !== syncKindOf(type).name) return nothing;
      later = runAt;
      goesOn = runAt === undefined && when === undefined;
      return nothing;
    },
    blobs: { read: async () => undefined } as unknown as SyncNeeds['blobs'],
    extractor: extractor as SyncNeeds['extractor'],
    index: {
      segment: async (of, chunks) => insertSegment(db, { ...of, built: buildSegment(chunks) }),
      compactStaged: async (attempt, version) => {
        hooks.beforeCompaction();
        attempt.signal.throwIfAborted();
        await compacting.compactStaged(attempt, version);
      },
      purge: (of, purged) => purgeSegments(db, of, purged),
    },
    search: async () => [],
    collectors: { [type]: collect },
    onError: (error) => {
      throw error;
    },
  };
  const sync = createSync(needs);
  const attempt = async (number = 1, cause: SyncCause = 'created'): Promise<Ended> => {
    controller = new AbortController();
    later = undefined;
    goesOn = false;
    try {
      const ended = await sync({
        ...{ id: 'job_1', workspace, payload: { source, cause }, attempt: number },
        ...{ signal: controller.signal, now: () => time, guard: () => nothing, end: () => nothing },
        ...{ toward: () => (work) => work, aside: (wait) => wait },
      });
      await db.write([nothing, ...(ended.effect ?? [])]);
      return { how: ended.next === undefined ? 'done' : 'continues', later };
    } catch (error) {
      if (error instanceof HandedBack) return { how: 'interrupted', later };
      if (!(error instanceof JobFailure)) throw error;
      await db.write([nothing, ...error.effect]);
      return { how: 'failed', later };
    }
  };
  return {
    ...{ workspace, source, attempt, set, hooks },
    /** Ends the attempt that runs, as the end of its process does: nothing is written any more. */
    interrupt: () => controller.abort(new HandedBack()),
    advance: (ms: number) => {
      time += ms;
    },
    now: () => time,
    /** True if the latest attempt has asked for the sync that reads the rest. */
    goesOn: () => goesOn,
    row: async () => {
      const [row] = await db.read(db.query.selectFrom('knowledge_sources').selectAll().where('id', '=', source));
      if (row === undefined) throw new Error('There is no source.');
      return { ...row, progress: row.progress === null ? null : (JSON.parse(row.progress) as { done: number }) };
    },
    /** The documents of the version that serves, in order. */
    documents: async () => {
      const rows = db.query
        .selectFrom('knowledge_documents')
        .innerJoin('knowledge_sources', 'knowledge_sources.id', 'source_id')
        .where('source_id', '=', source)
        .whereRef('since', '<=', 'knowledge_sources.version')
        .where((of) => of.or([of('until', 'is', null), of('until', '>', of.ref('knowledge_sources.version'))]))
        .select(['key', 'title', 'position', 'hash', 'knowledge_documents.status as status'])
        .orderBy('position')
        .orderBy('key');
      return (await db.read(rows)).map((row) => ({ ...row, position: Number(row.position) }));
    },
    /** The texts of the passages that a search finds. */
    search: async (text: string): Promise<string[]> => {
      const [row] = await db.read(db.query.selectFrom('knowledge_sources').select('version').where('id', '=', source));
      const version = Number(row?.version);
      const found = await createRetrieval({ db }).searchSource({ workspace, source, version, text, topK: 3 });
      return found.map((passage) => passage.text);
    },
    count: async (table: 'knowledge_chunks' | 'knowledge_documents' | 'knowledge_checkpoints'): Promise<number> =>
      (await db.read(db.query.selectFrom(table).select('source_id').where('source_id', '=', source))).length,
  };
}
