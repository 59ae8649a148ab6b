import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { prepared } from '../../storage/sql/prepared.ts';
import { termRules } from '../../text/terms.ts';

interface ChunksOf {
  readonly workspace: string;
  readonly source: string;
  /** Chunks that ended with this version or before are left out. */
  readonly version: number;
  readonly from: number;
  readonly until: number;
}

const chunksBetween = prepared((db, { workspace, source, version, from, until }: ChunksOf) =>
  db.query
    .selectFrom('knowledge_chunks as chunk')
    .innerJoin('knowledge_documents as document', 'document.id', 'chunk.document_id')
    .select(['chunk.number', 'chunk.text', 'chunk.headings', 'document.title'])
    .where('chunk.source_id', '=', source)
    .where('chunk.workspace_id', '=', workspace)
    .where('chunk.number', '>=', from)
    .where('chunk.number', '<', until)
    .where((of) => of.or([of('document.until', 'is', null), of('document.until', '>', version)]))
    .orderBy('chunk.number'),
);

/** A chunk as it is indexed. */
export interface StoredChunk {
  readonly number: number;
  readonly text: string;
  /** Outermost first. */
  readonly headings: readonly string[];
  readonly title: string;
}

/** The chunks in a range of numbers that a version or a later one has, as they are indexed, in order. */
export const findIndexed = async (
  db: Database,
  workspace: string,
  of: Omit<ChunksOf, 'workspace'>,
): Promise<StoredChunk[]> =>
  (await db.read(chunksBetween(db, { workspace, ...of }))).map(({ number, text, headings, title }) => ({
    ...{ number: Number(number), text, title },
    headings: JSON.parse(headings) as string[],
  }));

interface Looked {
  readonly rules: number;
  readonly most: number;
  /** Of how many sources these are taken. */
  readonly candidates: number;
}

/**
 * Sources are taken at random, so that those whose rebuild fails again and again don't keep others from theirs; and of
 * some only, since all of a large installation are outdated after an upgrade.
 */
const outdatedSources = prepared((db, { rules, most, candidates }: Looked) =>
  db.query
    .selectFrom(
      db.query
        .selectFrom('knowledge_segments as segment')
        .innerJoin('knowledge_sources as source', 'source.id', 'segment.source_id')
        .select(['source.id', 'source.workspace_id'])
        .distinct()
        .where('segment.rules', '<', rules)
        .where('segment.state', '=', 'ready')
        .whereRef('segment.since', '<=', 'source.version')
        .where('source.deleted_at', 'is', null)
        .limit(candidates)
        .as('outdated'),
    )
    .select(['id', 'workspace_id'])
    .orderBy(sql`random()`)
    .limit(most),
);

/** Some sources, any of them, that serve segments that were cut by the rules of an older release. */
export const findOutdated = async (db: Database, most: number) =>
  (await db.read(outdatedSources(db, { rules: termRules, most, candidates: most * 10 }))).map(
    ({ id, workspace_id: workspace }) => ({
      ...{ id, workspace },
    }),
  );
