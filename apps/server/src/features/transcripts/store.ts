import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { isAlive } from '../../storage/sql/alive.ts';

/** A conversation as its transcript names it. */
export interface Place {
  /** The ID and the name of the agent. */
  readonly agentId: string;
  readonly agent: string;
  /** The kind and the JSON of the settings of the channel; null without one. */
  readonly type: string | null;
  readonly settings: string | null;
}

/** Finds the agent and the channel of a conversation; undefined if it was deleted. */
export async function findPlace(db: Database, workspace: string, conversation: string): Promise<Place | undefined> {
  const [place] = await db.read(
    db.query
      .selectFrom('conversations')
      .innerJoin('agents', 'agents.id', 'conversations.agent_id')
      .leftJoin('channels', 'channels.id', 'conversations.channel_id')
      .select(['agents.id as agentId', 'agents.name as agent', 'channels.type', 'channels.settings'])
      .where('conversations.id', '=', conversation)
      .where('conversations.workspace_id', '=', workspace)
      .where(isAlive(sql.ref('conversations.agent_id'))),
  );
  return place;
}

/** Finds the account of a workspace. */
export async function findAccount(db: Database, workspace: string): Promise<string | undefined> {
  const [found] = await db.read(db.query.selectFrom('workspaces').select('account_id').where('id', '=', workspace));
  return found?.account_id;
}

/** A message without its text. */
export interface Head {
  readonly id: string;
  /** In characters. */
  readonly length: number;
}

/** The messages to find: the latest ones until a time, in ms since 1970. */
interface Wanted {
  readonly conversation: string;
  readonly until: number;
  readonly limit: number;
}

/** Finds the latest messages with a text, newest first; without failed replies, and one that is being written. */
export async function findHeads(
  db: Database,
  workspace: string,
  { conversation, until, limit }: Wanted,
): Promise<readonly Head[]> {
  const rows = await db.read(
    db.query
      .selectFrom('messages')
      .select(['id', sql<number | string>`length(content)`.as('length')])
      .where('workspace_id', '=', workspace)
      .where('conversation_id', '=', conversation)
      .where('status', 'in', ['complete', 'cancelled'])
      .where('content', '<>', '')
      .where('created_at', '<=', until)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit),
  );
  return rows.map(({ id, length }) => ({ id, length: Number(length) }));
}

/** A message as a transcript has it. */
export interface Line {
  readonly id: string;
  readonly role: string;
  readonly content: string;
  /** A JSON array. */
  readonly citations: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** Reads messages, with at most `max` characters of each text, in no particular order. */
export async function readLines(
  db: Database,
  workspace: string,
  { ids, max }: { readonly ids: readonly string[]; readonly max: number },
): Promise<readonly Line[]> {
  const rows = await db.read(
    db.query
      .selectFrom('messages')
      .select(['id', 'role', 'citations', 'created_at', sql<string>`substr(content, 1, ${sql.lit(max)})`.as('content')])
      .where('workspace_id', '=', workspace)
      .where('id', 'in', ids),
  );
  return rows.map(({ created_at: createdAt, ...row }) => ({ ...row, createdAt: Number(createdAt) }));
}

/** The entries to find: the latest ones from a time until another, in ms since 1970. */
interface WantedEntries {
  readonly conversation: string;
  readonly types: readonly string[];
  readonly from: number;
  readonly until: number;
  readonly limit: number;
}

/** Something that happened, as a transcript tells it. */
export interface ToldEntry {
  readonly type: string;
  /** True if the visitor did it. */
  readonly isOfVisitor: boolean;
  /** True if it is about another agent, and not about people. */
  readonly isToAgent: boolean;
}

/** An entry as a transcript has it. */
export interface EntryLine extends ToldEntry {
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** Finds the latest entries of some types, oldest first. */
export async function findEntries(
  db: Database,
  workspace: string,
  { conversation, types, from, until, limit }: WantedEntries,
): Promise<readonly EntryLine[]> {
  const rows = await db.read(
    db.query
      .selectFrom('conversation_entries')
      .select(['type', 'actor', 'data', 'created_at'])
      .where('workspace_id', '=', workspace)
      .where('conversation_id', '=', conversation)
      .where('type', 'in', types)
      .where('created_at', '>=', from)
      .where('created_at', '<=', until)
      .orderBy('version', 'desc')
      .limit(limit),
  );
  return rows.reverse().map(({ type, actor, data, created_at: createdAt }) => ({
    type,
    isOfVisitor: 'visitor' in (JSON.parse(actor) as object),
    isToAgent: 'toAgent' in (JSON.parse(data) as object),
    createdAt: Number(createdAt),
  }));
}
