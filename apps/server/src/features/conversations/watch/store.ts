import type { Database } from '../../../storage/database.ts';
import { padded, prepared } from '../../../storage/sql/prepared.ts';

/** Max conversations that one query reads, the latest changed first. */
const mostRows = 500;

/** Max workspaces of one query. */
const atOnce = 64;

interface Changed {
  readonly conversation: string;
  readonly workspace: string;
  readonly version: number;
}

const changed = prepared((db, args: { readonly workspaces: readonly string[]; readonly since: number }) =>
  db.query
    .selectFrom('conversations')
    .select(['id as conversation', 'workspace_id as workspace', 'version'])
    .where('workspace_id', 'in', args.workspaces)
    .where('updated_at', '>=', args.since)
    .orderBy('updated_at', 'desc')
    .limit(mostRows),
);

/** Reads which conversations of some workspaces have changed since a time, in ms since 1970; not those deleted. */
export async function changedSince(db: Database, workspaces: readonly string[], since: number): Promise<Changed[]> {
  const found: Changed[] = [];
  for (let from = 0; from < workspaces.length; from += atOnce) {
    const some = padded(workspaces.slice(from, from + atOnce));
    found.push(...(await db.read(changed(db, { workspaces: some, since }))));
  }
  return found;
}
