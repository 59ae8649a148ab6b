import { sql } from 'kysely';
import { pace } from '../../../scheduling/pace.ts';
import type { Database } from '../../../storage/database.ts';
import type { Asker } from '../../../storage/scans/scan-queue.ts';
import { isAlive } from '../../../storage/sql/alive.ts';
import { padded, prepared } from '../../../storage/sql/prepared.ts';
import { stored } from '../messages/store.ts';

/** Max messages that one query reads, and max bytes of them. */
const pageRows = 20;
const pageBytes = 4 * 1024 * 1024;

/** A conversation in its workspace, on whose behalf it is read. */
export interface Source {
  readonly workspace: string;
  readonly conversation: string;
  readonly asker: Asker;
}

/**
 * Max messages that one query of `unchangedSince` reads: few at first, because few have changed for most readers. A
 * larger query would hold up all other requests on the embedded database.
 */
const walked = { first: 4, most: 256 } as const;

interface Step {
  readonly workspace: string;
  readonly conversation: string;
  readonly before: number;
  readonly rows: number;
}

const newestBefore = prepared((db, { workspace, conversation, before, rows }: Step) =>
  db.query
    .selectFrom('messages')
    .select(['created_at as createdAt', 'revision'])
    .where('conversation_id', '=', conversation)
    .where('workspace_id', '=', workspace)
    .where('created_at', '<', before)
    .orderBy('created_at', 'desc')
    .limit(rows),
);

/**
 * Returns the creation time of the newest message that hasn't changed since a version; -1 if there is no such message.
 * A message is created after the one before it has ended, so the later a message was created, the later it has changed.
 * So every message that has changed since is newer, and the queries read only these and a few more.
 */
export async function unchangedSince(db: Database, { workspace, conversation }: Source, version: number) {
  let before = Number.MAX_SAFE_INTEGER;
  for (let rows: number = walked.first; ; rows = Math.min(4 * rows, walked.most)) {
    const read = await db.read(newestBefore(db, { workspace, conversation, before, rows }));
    const found = read.find(({ revision }) => revision <= version);
    if (found !== undefined) return found.createdAt;
    const last = read.at(-1);
    if (last === undefined || read.length < rows) return -1;
    before = last.createdAt;
    await pace.due();
  }
}

const createdAtOf = prepared((db, args: { workspace: string; conversation: string; id: string }) =>
  db.query
    .selectFrom('messages')
    .select('created_at as createdAt')
    .where('id', '=', args.id)
    .where('conversation_id', '=', args.conversation)
    .where('workspace_id', '=', args.workspace),
);

/** When a message of the conversation was created; undefined if it isn't one. */
export async function creationOf(db: Database, { workspace, conversation }: Source, id: string) {
  const [message] = await db.read(createdAtOf(db, { workspace, conversation, id }));
  return message?.createdAt;
}

/** Range to read: after a time or a version, up to a version. */
interface Span {
  readonly after: number;
  readonly version: number;
}

interface Range extends Span {
  readonly workspace: string;
  readonly conversation: string;
}

const createdAfter = prepared((db, { workspace, conversation, after, version }: Range) =>
  db.query
    .selectFrom('messages')
    .select((of) => [...stored(db)(of), 'revision'])
    .where('conversation_id', '=', conversation)
    .where('workspace_id', '=', workspace)
    .where('created_at', '>', after)
    .where('revision', '<=', version)
    .orderBy('created_at')
    .limit(pageRows),
);

/** Reads messages that were created after a time and last changed up to a version, oldest first; a part of them. */
export async function messagesAfter(db: Database, { asker, ...of }: Source, span: Span) {
  const range = { workspace: of.workspace, conversation: of.conversation, ...span };
  const { rows, cut } = await db.readUpTo(createdAfter(db, range), pageBytes, asker);
  return { rows, more: cut || rows.length === pageRows };
}

const ratedAfter = prepared((db, { workspace, conversation, after, version }: Range) =>
  db.query
    .selectFrom('messages')
    .select((of) => [...stored(db)(of), 'rating_revision as revision'])
    .where('conversation_id', '=', conversation)
    .where('workspace_id', '=', workspace)
    .where('rating_revision', '>', after)
    .where('rating_revision', '<=', version)
    .$narrowType<{ revision: number }>()
    .orderBy('rating_revision')
    .limit(pageRows),
);

/** Reads messages that were rated after a version and up to another, in the order of their ratings; a part of them. */
export async function ratingsAfter(db: Database, { asker, ...of }: Source, span: Span) {
  const range = { workspace: of.workspace, conversation: of.conversation, ...span };
  const { rows, cut } = await db.readUpTo(ratedAfter(db, range), pageBytes, asker);
  return { rows, more: cut || rows.length === pageRows };
}

const versions = prepared((db, { ids }: { readonly ids: readonly string[] }) =>
  db.query
    .selectFrom('conversations')
    .select(['id', 'version'])
    .where('id', 'in', ids)
    .where(isAlive(sql.ref('conversations.agent_id'))),
);

/** Max conversations that one query of `versionsOf` reads. */
const atOnce = 256;

/** Reads the versions of the conversations that exist. The caller has found all of them in their workspaces. */
export async function versionsOf(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (let from = 0; from < ids.length; from += atOnce) {
    for (const { id, version } of await db.read(versions(db, { ids: padded(ids.slice(from, from + atOnce)) }))) {
      found.set(id, version);
    }
  }
  return found;
}
