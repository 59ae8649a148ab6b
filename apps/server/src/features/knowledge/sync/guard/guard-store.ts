import { sql } from 'kysely';
import type { Cited } from '../../../../schemas/cited.ts';
import type { Database } from '../../../../storage/database.ts';
import { countOfQuery } from '../../../../storage/sql/list.ts';
import { isLive } from '../../documents/store.ts';

/** The version of a source that serves, and the one that is to. */
interface Versions {
  readonly source: string;
  readonly version: number;
  readonly next: number;
}

/** Max bytes of chunks that are read to look for the passages of one document. */
const maxBytes = 8 * 1024 * 1024;

/** Counts the documents of both versions, and those that only the first one has. */
export async function lostDocuments(
  db: Database,
  workspace: string,
  { source, version, next, limit }: Versions & { readonly limit: number },
) {
  const ready = (of: number) =>
    db.query
      .selectFrom('knowledge_documents')
      .where('source_id', '=', source)
      .where('workspace_id', '=', workspace)
      .where('status', '=', 'ready')
      .where(isLive(of));
  const lost = ready(version).where(
    sql<boolean>`not exists (select 1 from knowledge_documents as fresh
      where fresh.source_id = knowledge_documents.source_id and fresh.key = knowledge_documents.key
      and fresh.status = 'ready' and fresh.since <= ${next} and (fresh.until is null or fresh.until > ${next}))`,
  );
  return {
    before: await countOfQuery(db, ready(version)),
    after: await countOfQuery(db, ready(next)),
    lost: {
      count: await countOfQuery(db, lost),
      some: await db.read(lost.select(['title', 'url']).orderBy('position').limit(limit)),
    },
  };
}

/** A passage that replies have cited. */
export interface CitedPassage {
  readonly title: string;
  readonly quote: string;
  /** True if the version that is to serve has it. */
  readonly isThere: boolean;
}

/** Reads the passages that replies have cited since a time, each once, and whether the next version has them. */
export async function citedPassages(
  db: Database,
  workspace: string,
  { source, version, next, since }: Versions & { readonly since: number },
): Promise<CitedPassage[]> {
  const questions = await db.read(
    db.query
      .selectFrom('knowledge_questions')
      .select('cited')
      .where('source_id', '=', source)
      .where('workspace_id', '=', workspace)
      .where('created_at', '>=', since),
  );
  const byKey = new Map<string, Set<string>>();
  for (const { cited } of questions) {
    for (const { documentKey: key, quote } of JSON.parse(cited) as readonly Cited[]) {
      if (key !== null) byKey.set(key, (byKey.get(key) ?? new Set()).add(quote));
    }
  }
  const found: CitedPassage[] = [];
  for (const [key, quotes] of byKey) {
    const before = await textOf(db, workspace, { source, key, version });
    const after = await textOf(db, workspace, { source, key, version: next });
    for (const quote of quotes) {
      // A quote that the version that serves no longer has can't be lost now.
      if (before?.text.includes(folded(quote)) !== true) continue;
      found.push({ title: before.title, quote, isThere: after?.text.includes(folded(quote)) === true });
    }
  }
  return found;
}

/** White space may differ: chunks are joined, and a quote may go over their borders. */
const folded = (text: string) => text.replace(/\s+/g, ' ').trim();

/** The title and the folded text of a document of a version; undefined if the version doesn't have it. */
async function textOf(
  db: Database,
  workspace: string,
  { source, key, version }: { readonly source: string; readonly key: string; readonly version: number },
) {
  const [document] = await db.read(
    db.query
      .selectFrom('knowledge_documents')
      .select(['id', 'title'])
      .where('source_id', '=', source)
      .where('workspace_id', '=', workspace)
      .where('key', '=', key)
      .where(isLive(version)),
  );
  if (document === undefined) return undefined;
  const chunks = db.query
    .selectFrom('knowledge_chunks')
    .select('text as json')
    .where('document_id', '=', document.id)
    .orderBy('start_at');
  const { rows } = await db.readUpTo<{ json: string }>(chunks, maxBytes, { account: workspace });
  return { title: document.title, text: folded(rows.map(({ json }) => json).join(' ')) };
}
