import { sql } from 'kysely';
import type { Database } from '../../../../storage/database.ts';
import { isAlive } from '../../../../storage/sql/alive.ts';
import { prepared } from '../../../../storage/sql/prepared.ts';
import { one, type Statement, statement } from '../../../../storage/unit.ts';
import { revisionIn, stored as storedMessage, touched } from '../../messages/store.ts';
import { type Ending, type FallbackColumns, freed, type ReplyColumns } from '../store.ts';

/** A reply that is being written, as a checkpoint stores it. */
export interface Progress {
  readonly replyId: string;
  readonly conversation: string;
  readonly workspace: string;
  /** Undefined if it hasn't grown. */
  readonly columns: ReplyColumns | undefined;
  /** Null until known. */
  readonly fallen: FallbackColumns;
  readonly counts: { readonly inputTokens: number | null; readonly firstTokenMs: number | null };
  readonly until: number;
  readonly now: number;
}

interface Written extends ReplyColumns, FallbackColumns {
  readonly replyId: string;
  readonly workspace: string;
  readonly inputTokens: number | null;
  readonly firstTokenMs: number | null;
  readonly now: number;
}

const writeParts = prepared((db, args: Written) =>
  db.query
    .updateTable('messages')
    .set((of) => ({
      content: args.content,
      citations: args.citations,
      parts: args.parts,
      input_tokens: args.inputTokens,
      first_token_ms: args.firstTokenMs,
      ...(args.model !== undefined && { model: args.model, fallbacks: args.fallbacks }),
      ...touched(of, args.now),
    }))
    .where('id', '=', args.replyId)
    .where('workspace_id', '=', args.workspace)
    .where('status', '=', 'streaming'),
);

const extendLease = prepared((db, args: { replyId: string; conversation: string; workspace: string; until: number }) =>
  db.query
    .updateTable('conversations')
    .set({ turn_until: args.until })
    .where('id', '=', args.conversation)
    .where('workspace_id', '=', args.workspace)
    .where('turn', '=', args.replyId)
    .where(isAlive(sql.ref('conversations.agent_id'))),
);

/**
 * Stores the parts so far and extends the lease; the last outcome has changed a row if the turn still has its lease.
 */
export function checkpoint(
  db: Database,
  { replyId, conversation, workspace, columns, fallen, counts, until, now }: Progress,
): Statement[] {
  const lease = statement(extendLease(db, { replyId, conversation, workspace, until }));
  if (columns === undefined) return [lease];
  return [statement(writeParts(db, { replyId, workspace, ...columns, ...fallen, ...counts, now })), lease];
}

/** Statement that extends the lease; throws `orElse` if the turn has lost it, so that nothing of its unit is written. */
export const holdLease = (
  db: Database,
  lease: Pick<Progress, 'replyId' | 'conversation' | 'workspace' | 'until'>,
  orElse: () => Error,
): Statement => one(extendLease(db, lease), orElse);

/** Reads the turns that are stored as running: all of them, or those whose lease expired before a time. */
export function running(db: Database, expiredBefore: number | undefined, limit: number) {
  const query = db.query
    .selectFrom('conversations')
    .select(['id as conversation', 'workspace_id as workspace', 'turn as replyId'])
    .where('turn', 'is not', null)
    .where(isAlive(sql.ref('conversations.agent_id')))
    .$narrowType<{ replyId: string }>()
    .limit(limit);
  return db.read(expiredBefore === undefined ? query : query.where('turn_until', '<', expiredBefore));
}

/** Reads the stored part of a reply that another process writes or wrote; undefined if it was deleted. */
export async function findProgress(db: Database, workspace: string, replyId: string) {
  const query = db.query
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select(['messages.content', 'messages.created_at as createdAt', 'conversations.agent_id as agent'])
    .select('messages.input_tokens as inputTokens')
    .where('messages.id', '=', replyId)
    .where('messages.workspace_id', '=', workspace);
  const [progress] = await db.read(query);
  return progress;
}

/** The end of a reply of another process. */
export interface Abandoned {
  readonly replyId: string;
  readonly conversation: string;
  readonly status: 'failed' | 'cancelled';
  readonly finishReason: string;
  readonly error: Ending['error'];
  /** Null if the tokens of its prompt aren't known: then its usage stays null. */
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number } | null;
  readonly latencyMs: number;
  readonly now: number;
  /** It ends only if its lease expired before this time; in any case if undefined. */
  readonly lease: number | undefined;
}

/** Ends a reply with the parts that are stored, and frees its conversation; written by `writeEnded`. */
export function abandon(
  db: Database,
  workspace: string,
  { replyId, conversation, status, finishReason, error, usage, latencyMs, now, lease }: Abandoned,
  orElse: () => Error,
) {
  const reply = db.query
    .updateTable('messages')
    .set((of) => ({
      ...{ status, finish_reason: finishReason, error: error && JSON.stringify(error) },
      ...{ output_tokens: usage?.outputTokens ?? null, latency_ms: latencyMs },
      revision: revisionIn(db, conversation),
      ...touched(of, now),
    }))
    .where('id', '=', replyId)
    .where('workspace_id', '=', workspace)
    .where('status', '=', 'streaming');
  const { inputTokens = 0, outputTokens = 0 } = usage ?? {};
  const free = freed(db, { conversation, workspace, replyId, now }).set((of) => ({
    input_tokens: of('input_tokens', '+', inputTokens),
    output_tokens: of('output_tokens', '+', outputTokens),
  }));
  return [
    one(lease === undefined ? free : free.where('turn_until', '<', lease), orElse),
    statement(reply.returning(storedMessage(db))),
  ] as const;
}
