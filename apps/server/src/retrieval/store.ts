import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { matchesFacets } from '../storage/sql/facets.ts';
import { prepared } from '../storage/sql/prepared.ts';

/**
 * Scope of a search: the sources of an agent in the versions that serve, or one source of a workspace at a version.
 * Each statement contains it, so that nothing else can be found.
 */
export type Scope =
  | {
      readonly workspace: string;
      readonly agent: string;
      /** The filter of documents by metadata, from `wantedFacets`; undefined for no filter. */
      readonly wanted?: string | undefined;
    }
  | { readonly workspace: string; readonly source: string; readonly version: number };

interface ScopeArguments {
  readonly workspace: string;
  readonly owner: string;
  readonly version: number;
  readonly wanted: string;
}

const variantOf = (scope: Scope) => {
  if (!('agent' in scope)) return 'source';
  return scope.wanted === undefined ? 'agent' : 'filtered';
};
const argumentsOf = (scope: Scope): ScopeArguments =>
  'agent' in scope
    ? { workspace: scope.workspace, owner: scope.agent, version: 0, wanted: scope.wanted ?? '[]' }
    : { workspace: scope.workspace, owner: scope.source, version: scope.version, wanted: '[]' };

type Variant = ReturnType<typeof variantOf>;

/** The sources within a scope, as a table expression: `id, position, version, index_version, name, type, facets`. */
function sourcesWithin({ workspace, owner, version }: ScopeArguments, variant: Variant): RawBuilder<unknown> {
  return variant !== 'source'
    ? sql`(select source.id, used.position, source.version, source.index_version, source.name, source.type, source.facets
        from agent_sources as used
        join knowledge_sources as source on source.id = used.source_id and source.workspace_id = used.workspace_id
        where used.agent_id = ${owner} and used.workspace_id = ${workspace}
          and source.deleted_at is null and source.version > 0)`
    : sql`(select source.id, cast(0 as bigint) as position, cast(${version} as bigint) as version,
          source.index_version, source.name, source.type, source.facets
        from knowledge_sources as source
        where source.id = ${owner} and source.workspace_id = ${workspace} and source.deleted_at is null)`;
}

/** A list of pairs in a JSON parameter, as a table expression: `source, first, second`. */
const triples = (db: Database, list: string): RawBuilder<unknown> =>
  db.engine === 'sqlite'
    ? sql`(select value ->> 0 as source, cast(value ->> 1 as integer) as first, cast(value ->> 2 as integer) as second
        from json_each(${list}))`
    : sql`(select value ->> 0 as source, cast(value ->> 1 as bigint) as first, cast(value ->> 2 as bigint) as second
        from json_array_elements(cast(${list} as json)) as row(value) offset 0)`;

/** A source that is searched, with the version and index version of the search. */
export interface SearchedSource {
  readonly id: string;
  readonly position: number;
  readonly version: number;
  readonly indexVersion: number;
}

const listSources = prepared((db, args: ScopeArguments, variant: Variant) => {
  const query = sql<{ id: string; position: number; version: number; index_version: number }>`
    select id, position, version, index_version from ${sourcesWithin(args, variant)} as within order by position, id`;
  return { compile: () => query.compile(db.query) };
});

/** The sources of a scope, in the agent's order. */
export async function findSources(db: Database, scope: Scope): Promise<SearchedSource[]> {
  const rows = await db.read(listSources(db, argumentsOf(scope), variantOf(scope)));
  return rows.map(({ id, position, version, index_version: indexVersion }) => ({
    ...{ id, position: Number(position), version: Number(version), indexVersion: Number(indexVersion) },
  }));
}

/** A segment of the index, without its terms. */
export interface StoredSegment {
  readonly segment: number;
  readonly first: number;
  readonly chunks: number;
  readonly slots: number;
  readonly rules: number;
  readonly lengths: string;
}

/** Max segments of a read: their lengths are some 4 kB for 1,000 chunks. */
const segmentsAtOnce = 50;

const listSegments = prepared(
  (db, args: ScopeArguments & { id: string; at: number; after: number }, variant: Variant) => {
    const query = sql<StoredSegment>`select one.segment, one.first, one.chunks, one.slots, one.rules, one.lengths
      from ${sourcesWithin(args, variant)} as within
      join knowledge_segments as one on one.source_id = within.id and one.workspace_id = ${args.workspace}
      where within.id = ${args.id} and one.since <= ${args.at} and one.state = 'ready' and one.segment > ${args.after}
      order by one.segment limit ${sql.lit(segmentsAtOnce)}`;
    return { compile: () => query.compile(db.query) };
  },
);

/** The next segments of a source that a version has, in order; fewer than `isFull` says if there are no more. */
export async function findSegments(
  db: Database,
  scope: Scope,
  { id, version, after }: { readonly id: string; readonly version: number; readonly after: number },
): Promise<{ readonly segments: StoredSegment[]; readonly isFull: boolean }> {
  const rows = await db.read(listSegments(db, { ...argumentsOf(scope), id, at: version, after }, variantOf(scope)));
  const segments = rows.map(({ lengths, ...row }) => ({
    ...{ segment: Number(row.segment), first: Number(row.first), chunks: Number(row.chunks) },
    ...{ slots: Number(row.slots), rules: Number(row.rules), lengths },
  }));
  return { segments, isFull: rows.length === segmentsAtOnce };
}

/** A row of the index: source, segment and slot. */
export type RowName = readonly [source: string, segment: number, slot: number];

const listTerms = prepared((db, args: ScopeArguments & { list: string }, variant: Variant) => {
  const query = sql<{ source: string; segment: number; slot: number; postings: string }>`
    select terms.source_id as source, terms.segment, terms.slot, terms.postings
    from ${triples(db, args.list)} as wanted
    join ${sourcesWithin(args, variant)} as within on within.id = wanted.source
    join knowledge_terms as terms on terms.source_id = wanted.source and terms.slot = wanted.second
      and terms.segment = wanted.first and terms.workspace_id = ${args.workspace}`;
  return { compile: () => query.compile(db.query) };
});

/** Reads rows of the index, in any order, without those that are gone. */
export const findTerms = async (db: Database, scope: Scope, names: readonly RowName[]) =>
  (await db.read(listTerms(db, { ...argumentsOf(scope), list: JSON.stringify(names) }, variantOf(scope)))).map(
    ({ source, segment, slot, postings }) => ({ source, segment: Number(segment), slot: Number(slot), postings }),
  );

/** A chunk by its source and number. */
export type ChunkName = readonly [source: string, number: number];

/** The chunks of a list that a version has, that aren't switched off and that match, with what they belong to. */
const liveChunks = (db: Database, args: ScopeArguments & { list: string }, variant: Variant): RawBuilder<unknown> =>
  sql`${triples(db, args.list)} as wanted
    join ${sourcesWithin(args, variant)} as within on within.id = wanted.source
    join knowledge_chunks as chunk on chunk.source_id = wanted.source and chunk.number = wanted.first
      and chunk.workspace_id = ${args.workspace} and chunk.enabled = 1
    join knowledge_documents as document on document.id = chunk.document_id
      and document.since <= within.version and (document.until is null or document.until > within.version)
    ${variant === 'filtered' ? matching(db, args.wanted) : sql``}`;

/** Leaves the documents that match: by the metadata of their item as it is now, and for other keys by their source's. */
const matching = (db: Database, wanted: string): RawBuilder<unknown> => {
  const facets = { own: sql<string | null>`item.facets`, inherited: sql<string>`within.facets` };
  return sql`left join knowledge_items as item on item.id = document.item_id
    where (document.item_id is null or item.id is not null) and ${matchesFacets(db, wanted, facets)}`;
};

const listLive = prepared((db, args: ScopeArguments & { list: string }, variant: Variant) => {
  const query = sql<{ source: string; number: number }>`
    select chunk.source_id as source, chunk.number from ${liveChunks(db, args, variant)}`;
  return { compile: () => query.compile(db.query) };
});

/** Finds those of some chunks that can be found. */
export async function findLive(db: Database, scope: Scope, names: readonly ChunkName[]): Promise<ChunkName[]> {
  const rows = await db.read(listLive(db, { ...argumentsOf(scope), list: JSON.stringify(names) }, variantOf(scope)));
  return rows.map(({ source, number }) => [source, Number(number)]);
}

/** A chunk with what it belongs to, and its place. */
export interface Passage {
  readonly source: string;
  readonly sourceName: string;
  readonly sourceType: string;
  /** The ID of its document, and the document's identity across versions. */
  readonly document: string;
  readonly documentKey: string;
  readonly title: string;
  readonly url: string | null;
  /** The version of the source that was searched. */
  readonly version: number;
  readonly chunk: number;
  readonly text: string;
  /** Outermost first. */
  readonly headings: readonly string[];
  /** From 1; null if the document has no pages. */
  readonly page: number | null;
  /** Its place in the text of the document, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

type PassageRow = Omit<Passage, 'headings'> & { readonly headings: string };

const listPassages = prepared((db, args: ScopeArguments & { list: string }, variant: Variant) => {
  const query = sql<PassageRow>`
    select chunk.source_id as source, within.name as "sourceName", within.type as "sourceType",
      document.id as document, document.key as "documentKey", document.title, document.url,
      within.version, chunk.number as chunk, chunk.text, chunk.headings, chunk.page,
      chunk.start_at as start, chunk.end_at as "end"
    from ${liveChunks(db, args, variant)}`;
  return { compile: () => query.compile(db.query) };
});

/** Reads chunks that can be found, in any order. */
export async function findPassages(db: Database, scope: Scope, names: readonly ChunkName[]): Promise<Passage[]> {
  const rows = await db.read(
    listPassages(db, { ...argumentsOf(scope), list: JSON.stringify(names) }, variantOf(scope)),
  );
  return rows.map((row) => ({
    ...row,
    ...{ version: Number(row.version), chunk: Number(row.chunk), start: Number(row.start), end: Number(row.end) },
    page: row.page === null ? null : Number(row.page),
    headings: JSON.parse(row.headings) as string[],
  }));
}
