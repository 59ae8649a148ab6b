import type { Database } from '../../../storage/database.ts';
import { prepared } from '../../../storage/sql/prepared.ts';
import { one, type Statement, statement } from '../../../storage/unit.ts';
import { stored as storedMessage, touched } from '../messages/store.ts';
import type { LiveTurn } from './live-reply.ts';
import { type Ending, freed } from './store.ts';

/** An answer under way, as it is written down in between. */
export interface Progress {
  readonly message: string;
  readonly conversation: string;
  readonly workspace: string;
  /** Undefined where it hasn't grown. */
  readonly content: string | undefined;
  readonly counts: LiveTurn['counts'];
  readonly until: number;
  readonly now: number;
}

interface Written {
  readonly message: string;
  readonly workspace: string;
  readonly content: string;
  readonly inputTokens: number | null;
  readonly firstTokenMs: number | null;
  readonly now: number;
}

const writeContent = prepared((db, args: Written) =>
  db.query
    .updateTable('messages')
    .set((of) => ({
      content: args.content,
      input_tokens: args.inputTokens,
      first_token_ms: args.firstTokenMs,
      ...touched(of, args.now),
    }))
    .where('id', '=', args.message)
    .where('workspace_id', '=', args.workspace)
    .where('status', '=', 'streaming'),
);

const extendLease = prepared((db, args: { message: string; conversation: string; workspace: string; until: number }) =>
  db.query
    .updateTable('conversations')
    .set({ turn_until: args.until })
    .where('id', '=', args.conversation)
    .where('workspace_id', '=', args.workspace)
    .where('turn', '=', args.message),
);

/** Writes the text so far and extends the lease; the last outcome has changed a row while the turn is still ours. */
export function checkpoint(
  db: Database,
  { message, conversation, workspace, content, counts, until, now }: Progress,
): Statement[] {
  const lease = statement(extendLease(db, { message, conversation, workspace, until }));
  if (content === undefined) return [lease];
  return [statement(writeContent(db, { message, workspace, content, ...counts, now })), lease];
}

/** Reads the turns that are written down as running: all of them, or those whose lease ran out before a time. */
export function running(db: Database, expiredBefore: number | undefined, limit: number) {
  const query = db.query
    .selectFrom('conversations')
    .innerJoin('workspaces', 'workspaces.id', 'conversations.workspace_id')
    .select([
      'conversations.id as conversation',
      'conversations.workspace_id as workspace',
      'workspaces.account_id as account',
      'conversations.turn as message',
    ])
    .where('turn', 'is not', null)
    .$narrowType<{ message: string }>()
    .limit(limit);
  return db.read(expiredBefore === undefined ? query : query.where('turn_until', '<', expiredBefore));
}

/** Reads how far an answer has come that another process writes, or wrote; undefined where it was deleted. */
export async function findProgress(db: Database, workspace: string, message: string) {
  const query = db.query
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select(['messages.content', 'messages.created_at as createdAt', 'conversations.agent_id as agent'])
    .select('messages.input_tokens as inputTokens')
    .where('messages.id', '=', message)
    .where('messages.workspace_id', '=', workspace);
  const [progress] = await db.read(query);
  return progress;
}

/** How an answer ends that isn't written here. */
export interface Abandoned {
  readonly message: string;
  readonly conversation: string;
  readonly status: 'failed' | 'cancelled';
  readonly finishReason: string;
  readonly error: Ending['error'];
  /** Null where the tokens of its prompt aren't known: then nothing is said of its usage. */
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number } | null;
  readonly latencyMs: number;
  readonly now: number;
  /** The latest that its lease may have run out; whenever it does where undefined. */
  readonly lease: number | undefined;
}

/** Ends an answer with the text that it has. */
export function abandon(
  db: Database,
  workspace: string,
  { message, conversation, status, finishReason, error, usage, latencyMs, now, lease }: Abandoned,
  orElse: () => Error,
) {
  const answer = db.query
    .updateTable('messages')
    .set((of) => ({
      ...{ status, finish_reason: finishReason, error: error && JSON.stringify(error) },
      ...{ output_tokens: usage?.outputTokens ?? null, latency_ms: latencyMs },
      ...touched(of, now),
    }))
    .where('id', '=', message)
    .where('workspace_id', '=', workspace)
    .where('status', '=', 'streaming');
  const { inputTokens = 0, outputTokens = 0 } = usage ?? {};
  const free = freed(db, { conversation, workspace, message, now }).set((of) => ({
    input_tokens: of('input_tokens', '+', inputTokens),
    output_tokens: of('output_tokens', '+', outputTokens),
  }));
  return [
    one(lease === undefined ? free : free.where('turn_until', '<', lease), orElse),
    statement(answer.returning(storedMessage(db))),
  ] as const;
}
