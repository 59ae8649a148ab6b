import { sql } from 'kysely';
import type { Database } from '../../../../storage/database.ts';
import { type Claim, isClaimableBy, lockClaimed } from '../../../../storage/jobs/running/claimed-rows.ts';
import { padded, prepared } from '../../../../storage/sql/prepared.ts';
import { one, type Statement, statement } from '../../../../storage/unit.ts';

/** A message that waits to be delivered, and what delivers it. */
export interface Delivery {
  readonly id: string;
  readonly channel: string;
  readonly type: string;
  readonly channelStatus: string;
  readonly agent: string;
  readonly settings: string;
  readonly secrets: string;
  readonly conversation: string;
  readonly user: string | null;
  readonly thread: string | null;
  readonly role: string;
  readonly status: string;
  readonly content: string;
  readonly attempts: number;
  readonly refused: number;
  readonly heldUntil: number;
  readonly lastError: string | null;
  /** Of the message that it replies to: the JSON of its context, and when it came. */
  readonly context: string | null;
  readonly lastEventAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** True if another message of the conversation waits. */
  readonly isFollowed: boolean;
}

const oldest = prepared((db, { workspace, conversation }: { workspace: string; conversation: string }) =>
  db.query
    .selectFrom('channel_outbox')
    // What is delivered belongs to conversations; the outbox has just its ID.
    .innerJoin('messages', 'messages.id', 'channel_outbox.id')
    .innerJoin('conversations', 'conversations.id', 'channel_outbox.conversation_id')
    .innerJoin('channels', 'channels.id', 'channel_outbox.channel_id')
    .select(['channel_outbox.id', 'channels.id as channel', 'channels.type', 'channels.status as channelStatus'])
    .select(['channels.agent_id as agent', 'channels.settings', 'channels.secrets'])
    .select(['conversations.id as conversation', 'conversations.user_id as user', 'conversations.thread'])
    .select(['channels.refused', 'channels.held_until as heldUntil', 'channels.last_error as lastError'])
    .select(['channel_outbox.context', 'channel_outbox.last_event_at as lastEventAt'])
    .select([
      'channel_outbox.created_at as createdAt',
      'channel_outbox.updated_at as updatedAt',
      'messages.role',
      'messages.status',
      'messages.content',
      'channel_outbox.attempts',
    ])
    .select(
      sql<number | boolean>`exists (select 1 from channel_outbox as other where other.state = 'pending'
        and other.conversation_id = channel_outbox.conversation_id and other.id <> channel_outbox.id)`.as('isFollowed'),
    )
    .where('channel_outbox.conversation_id', '=', conversation)
    .where('channel_outbox.workspace_id', '=', workspace)
    // No parameter: SQLite would compile the query at each call, since an index has only these.
    .where('channel_outbox.state', '=', sql.lit('pending'))
    .where('channels.deleted_at', 'is', null)
    .orderBy('channel_outbox.created_at')
    .orderBy('channel_outbox.id')
    .limit(1),
);

/** Finds the oldest message of a conversation that waits to be delivered. */
export async function findOldest(db: Database, workspace: string, conversation: string): Promise<Delivery | undefined> {
  const [row] = await db.read(oldest(db, { workspace, conversation }));
  return (
    row && {
      ...row,
      ...{ attempts: Number(row.attempts), refused: Number(row.refused), heldUntil: Number(row.heldUntil) },
      ...{ lastEventAt: row.lastEventAt === null ? null : Number(row.lastEventAt), createdAt: Number(row.createdAt) },
      updatedAt: Number(row.updatedAt),
      isFollowed: Boolean(row.isFollowed),
    }
  );
}

/** The values of a claim; without `attempts` and `updatedAt`, the delivery may have changed. */
interface Taking extends Claim {
  readonly workspace: string;
  readonly attempts: number | undefined;
  readonly updatedAt: number | undefined;
}

const taking = prepared((db, { id, job, now, until, workspace, attempts, updatedAt }: Taking) =>
  db.query
    .updateTable('channel_outbox')
    .set((of) => ({ claimed_by: job, claimed_until: until, attempts: of('attempts', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .where('workspace_id', '=', workspace)
    .where('state', '=', 'pending')
    .$if(attempts !== undefined, (query) => query.where('attempts', '=', attempts ?? 0))
    .$if(updatedAt !== undefined, (query) => query.where('updated_at', '=', updatedAt ?? 0))
    .where(isClaimableBy({ job, now })),
);

/**
 * Takes a delivery for an attempt of a job; throws `orElse` if another job has it, or it is done, or it has changed
 * since it was read: then its ledger may have changed, too.
 */
export const claim = (
  db: Database,
  workspace: string,
  { id, job, now, until, since }: Claim & { readonly since?: Pick<Delivery, 'attempts' | 'updatedAt'> },
  orElse: () => Error,
): readonly Statement[] => [
  ...lockClaimed(db, 'channel_outbox', id),
  one(taking(db, { id, job, now, until, workspace, attempts: since?.attempts, updatedAt: since?.updatedAt }), orElse),
];

/** Outcome of an attempt. */
interface Outcome {
  readonly id: string;
  readonly state: 'pending' | 'sent' | 'failed' | 'unknown';
  readonly error: { readonly code: string; readonly message: string } | null;
  /** True if the attempt doesn't count. */
  readonly isFree?: boolean;
  readonly now: number;
}

interface Settled {
  readonly id: string;
  readonly workspace: string;
  readonly state: Outcome['state'];
  readonly message: string | null;
  readonly code: string | null;
  readonly now: number;
}

const settlement = prepared((db, { id, workspace, state, message, code, now }: Settled, counts: 'counted' | 'free') =>
  db.query
    .updateTable('channel_outbox')
    .set({ state, error: message, error_code: code, updated_at: now, claimed_by: null, claimed_until: 0 })
    .$if(counts === 'free', (query) => query.set((of) => ({ attempts: of('attempts', '-', 1) })))
    .where('id', '=', id)
    .where('workspace_id', '=', workspace),
);

/** Notes how an attempt ended, and lets go of the delivery. */
export const settle = (db: Database, workspace: string, { id, state, error, isFree, now }: Outcome): Statement => {
  const settled = { id, workspace, state, message: error?.message ?? null, code: error?.code ?? null, now };
  return statement(settlement(db, settled, isFree === true ? 'free' : 'counted'));
};

/** Forgets a message that is not to be delivered. */
export const remove = (db: Database, workspace: string, id: string): Statement =>
  statement(db.query.deleteFrom('channel_outbox').where('id', '=', id).where('workspace_id', '=', workspace));

const unqueued = prepared((db, { limit }: { readonly limit: number }) =>
  db.query
    .selectFrom('channel_outbox')
    .select(['id', 'workspace_id as workspace', 'conversation_id as conversation'])
    .where(sql<boolean>`queued = 0`)
    .orderBy('id')
    .limit(limit),
);

/** Finds messages for which no job was enqueued yet, of all workspaces. */
export const findNew = (db: Database, limit: number) => db.read(unqueued(db, { limit }));

const queueing = prepared((db, { ids }: { readonly ids: readonly string[] }) =>
  db.query.updateTable('channel_outbox').set({ queued: 1 }).where('id', 'in', ids),
);

/** Notes that jobs are enqueued for messages. */
export const markQueued = (db: Database, ids: readonly string[]): Statement =>
  statement(queueing(db, { ids: padded(ids) }));

/** Finds conversations of all workspaces with a message that waits, and that nothing was done with since a time. */
export const findWaiting = (db: Database, { before, limit }: { readonly before: number; readonly limit: number }) =>
  db.read(
    db.query
      .selectFrom('channel_outbox')
      .select(['workspace_id as workspace', 'conversation_id as conversation'])
      .distinct()
      .where('state', '=', 'pending')
      .where('updated_at', '<', before)
      .limit(limit),
  );

/** Notes until when the platform of a channel wants no messages. */
export const hold = (
  db: Database,
  workspace: string,
  { channel, until }: { readonly channel: string; readonly until: number },
): Statement =>
  statement(
    db.query
      .updateTable('channels')
      .set({ held_until: until })
      .where('id', '=', channel)
      .where('workspace_id', '=', workspace)
      .where('held_until', '<', until),
  );
