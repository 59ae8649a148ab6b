import { type ExpressionBuilder, sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { type Claim, isClaimableBy, lockClaimed } from '../../../storage/jobs/running/claimed-rows.ts';
import { prepared } from '../../../storage/sql/prepared.ts';
import type { ChannelEventRow, Tables } from '../../../storage/tables.ts';
import { one, type Statement, statement } from '../../../storage/unit.ts';
import { threadRow } from './thread-store.ts';

const insertion = prepared((db, row: { readonly [Name in keyof ChannelEventRow]: ChannelEventRow[Name] }) =>
  db.query
    .insertInto('channel_events')
    .values(row)
    .onConflict((conflict) => conflict.columns(['channel_id', 'event_id']).doNothing()),
);

/** Stores an event, unless it is there already. */
export const insert = (db: Database, workspace: string, row: Omit<ChannelEventRow, 'workspace_id'>): Statement =>
  statement(insertion(db, { ...row, workspace_id: workspace }));

/** The events of one user and thread in a channel. */
export interface EventThread {
  readonly channel: string;
  readonly thread: string;
}

/** An event that waits to be handled. */
export interface PendingEvent {
  readonly id: string;
  readonly event: string;
  readonly payload: string;
  readonly agent: string;
  /** Time of arrival, in ms since 1970. */
  readonly at: number;
  /** True if no job has taken it yet. */
  readonly isFresh: boolean;
  /** The closed conversation whose user was asked how satisfied they are, and has not written since; until a time. */
  readonly asked: { readonly conversation: string; readonly until: number } | undefined;
}

/** Max events of a thread that are read at once: the parts of an album are at most 10. */
const readAtOnce = 12;

const oldest = prepared((db, args: EventThread & { readonly workspace: string; readonly row: string }) =>
  db.query
    .selectFrom('channel_events')
    // The message goes to the agent of the channel, as long as the channel is there.
    .innerJoin('channels', 'channels.id', 'channel_events.channel_id')
    .leftJoin('channel_threads', (join) => join.on((of) => of('channel_threads.id', '=', of.val(args.row))))
    .select(['channel_events.id', 'event_id as event', 'payload', 'agent_id as agent', 'received_at as at'])
    .select(['claimed_by as claimedBy', 'asked_conversation as asked', 'asked_until as askedUntil'])
    .where('channel_events.channel_id', '=', args.channel)
    .where('channel_events.thread', '=', args.thread)
    .where('channel_events.workspace_id', '=', args.workspace)
    // No parameter: SQLite would compile the query at each call, since an index has only these.
    .where('state', '=', sql.lit('pending'))
    .where('channels.deleted_at', 'is', null)
    .orderBy('received_at')
    .orderBy('channel_events.id')
    .limit(readAtOnce),
);

/** Finds the oldest events of a thread that wait to be handled, the oldest first. */
export async function findOldest(db: Database, workspace: string, of: EventThread): Promise<PendingEvent[]> {
  const events = await db.read(oldest(db, { workspace, ...of, row: threadRow(of.channel, of.thread) }));
  return events.map(({ claimedBy, asked, askedUntil, ...event }) => ({
    ...{ ...event, at: Number(event.at), isFresh: claimedBy === null },
    asked: asked === null || askedUntil === null ? undefined : { conversation: asked, until: Number(askedUntil) },
  }));
}

const stored = prepared((db, { channel, event }: { readonly channel: string; readonly event: string }) =>
  db.query.selectFrom('channel_events').select('id').where('channel_id', '=', channel).where('event_id', '=', event),
);

/** True if an event is stored, handled or not. */
export const isKnown = async (db: Database, channel: string, event: string): Promise<boolean> =>
  (await db.read(stored(db, { channel, event }))).length > 0;

/** Takes an event for a job; throws `orElse` if another job has it, or it is handled. */
export const claim = (
  db: Database,
  workspace: string,
  { id, job, now, until }: Claim,
  orElse: () => Error,
): readonly Statement[] => [
  ...lockClaimed(db, 'channel_events', id),
  one(
    db.query
      .updateTable('channel_events')
      .set({ claimed_by: job, claimed_until: until })
      .where((of) => isFor(of, workspace, { id, job, now })),
    orElse,
  ),
];

/** Lets go of an event that waits on. */
export const release = (db: Database, workspace: string, id: string): Statement =>
  statement(
    db.query
      .updateTable('channel_events')
      .set({ claimed_by: null, claimed_until: 0 })
      .where('id', '=', id)
      .where('workspace_id', '=', workspace),
  );

/** True for an event that waits and that a job may take. */
const isFor = (
  of: ExpressionBuilder<Tables, 'channel_events'>,
  workspace: string,
  how: Pick<Claim, 'id' | 'job' | 'now'>,
) =>
  of.and([of('id', '=', how.id), of('workspace_id', '=', workspace), of('state', '=', 'pending'), isClaimableBy(how)]);

const completion = prepared(
  (
    db,
    { workspace, ...how }: { workspace: string; id: string; job: string; now: number },
    kept: 'kept' | 'forgotten',
  ) =>
    db.query
      .updateTable('channel_events')
      .set({ state: 'done', error: null, claimed_by: null, claimed_until: 0 })
      .$if(kept === 'forgotten', (query) => query.set({ payload: '' }))
      .where((of) => isFor(of, workspace, how)),
);

/**
 * The statements with which a job takes an event and notes it as handled, in the unit of its effect. They keep its
 * message only if others need it. With `orElse`, they throw it if another job has it, or it is handled.
 */
export const complete = (
  db: Database,
  workspace: string,
  { isKept, ...how }: Pick<Claim, 'id' | 'job' | 'now'> & { readonly isKept: boolean },
  orElse?: () => Error,
): readonly Statement[] => [
  ...lockClaimed(db, 'channel_events', how.id),
  statement(
    completion(db, { workspace, id: how.id, job: how.job, now: how.now }, isKept ? 'kept' : 'forgotten'),
    orElse && { rows: 1, orElse },
  ),
];

/** Notes that an event is handled, and keeps nothing of its message. */
export const settle = (
  db: Database,
  workspace: string,
  { id, state, error }: { readonly id: string; readonly state: 'done' | 'refused'; readonly error: string | null },
): Statement =>
  statement(
    db.query
      .updateTable('channel_events')
      .set({ state, error, payload: '', claimed_by: null, claimed_until: 0 })
      .where('id', '=', id)
      .where('workspace_id', '=', workspace)
      .where('state', '=', 'pending'),
  );

/** Notes that an event is handled, and keeps its message until its sender is told, or its platform. */
export const settleKept = (
  db: Database,
  workspace: string,
  { id, state, error }: { readonly id: string; readonly state: 'done' | 'refused'; readonly error: string | null },
): Statement =>
  statement(
    db.query
      .updateTable('channel_events')
      .set({ state, error, claimed_by: null, claimed_until: 0 })
      .where('id', '=', id)
      .where('workspace_id', '=', workspace)
      .where('state', '=', 'pending'),
  );

/** Finds an event whose message is kept, with its channel. */
export async function findKept(
  db: Database,
  workspace: string,
  { id, state }: { readonly id: string; readonly state: 'done' | 'refused' },
) {
  const [found] = await db.read(
    db.query
      .selectFrom('channel_events')
      .innerJoin('channels', 'channels.id', 'channel_events.channel_id')
      .select(['channels.id as channel', 'type', 'status', 'settings', 'secrets', 'payload', 'received_at as at'])
      .where('channel_events.id', '=', id)
      .where('channel_events.workspace_id', '=', workspace)
      .where('state', '=', state)
      .where('payload', '<>', '')
      .where('channels.deleted_at', 'is', null),
  );
  return found;
}

/** Keeps nothing of the message of an event. */
export const forget = (db: Database, workspace: string, id: string): Statement =>
  keep(db, workspace, { id, payload: '' });

/** Keeps the message of an event, for another attempt to tell its sender. */
export const keep = (
  db: Database,
  workspace: string,
  { id, payload }: { readonly id: string; readonly payload: string },
): Statement =>
  statement(
    db.query.updateTable('channel_events').set({ payload }).where('id', '=', id).where('workspace_id', '=', workspace),
  );

/** Finds threads of all workspaces whose events have waited since before a time. */
export const findWaiting = (db: Database, { before, limit }: { readonly before: number; readonly limit: number }) =>
  db.read(
    db.query
      .selectFrom('channel_events')
      .select(['workspace_id as workspace', 'channel_id as channel', 'thread'])
      .distinct()
      .where('state', '=', 'pending')
      .where('received_at', '<', before)
      .limit(limit),
  );
