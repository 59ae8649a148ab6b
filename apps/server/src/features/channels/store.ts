import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Reach } from '../../access/actor.ts';
import type { Database } from '../../storage/database.ts';
import { isAlive } from '../../storage/sql/alive.ts';
import { facetsOf } from '../../storage/sql/facets.ts';
import { isoTime, jsonObject, jsonText } from '../../storage/sql/json.ts';
import { countOfQuery } from '../../storage/sql/list.ts';
import { holdRow } from '../../storage/sql/lock-rows.ts';
import { monotonicTime } from '../../storage/sql/monotonic-time.ts';
import { prepared } from '../../storage/sql/prepared.ts';
import type { ChannelRow, NewRow, Tables } from '../../storage/tables.ts';
import { type Expectation, one, type Statement, statement } from '../../storage/unit.ts';
import { isShort } from './removal/contents-store.ts';

/** A channel as the database returns it: the JSON of the response without `urls`, and its row's version. */
export interface StoredChannel {
  readonly json: string;
  readonly workspace: string;
  readonly version: number;
}

/** A channel with what is sealed. */
export interface SealedChannel extends StoredChannel {
  readonly secrets: string;
}

type ChannelColumns = ExpressionBuilder<Tables, 'channels'>;

/** A channel as JSON, without `urls` and secrets. */
export const channelJson = (db: Database, of: ChannelColumns) =>
  jsonObject(db, {
    _id: of.ref('channels.id'),
    agent: of.ref('channels.agent_id'),
    workspace: of.ref('channels.workspace_id'),
    type: of.ref('channels.type'),
    name: of.ref('channels.name'),
    status: of.ref('channels.status'),
    settings: jsonText(db, of.ref('channels.settings')),
    offlineMessage: of.ref('channels.offline_message'),
    limits: jsonText(db, of.ref('channels.limits')),
    picture: jsonText(db, of.ref('channels.picture')),
    externalId: of.ref('channels.external_id'),
    metadata: jsonText(db, of.ref('channels.metadata')),
    lastEventAt: isoTime(db, of.ref('channels.last_event_at')),
    lastError: jsonText(db, of.ref('channels.last_error')),
    lastCheckedAt: isoTime(db, sql<number | null>`nullif(${of.ref('channels.probed_at')}, 0)`),
    createdAt: isoTime(db, of.ref('channels.created_at')),
    updatedAt: isoTime(db, of.ref('channels.updated_at')),
  });

const stored = (db: Database) => (of: ChannelColumns) =>
  [channelJson(db, of).as('json'), 'channels.workspace_id as workspace', 'channels.version as version'] as const;

/** A condition: the channel and its agent aren't deleted. */
export const isLive = (of: ChannelColumns) =>
  of.and([of('channels.deleted_at', 'is', null), isAlive(of.ref('channels.agent_id'))]);

const findById = prepared((db, args: { id: string; reach: Reach }) =>
  db.query
    .selectFrom('channels')
    .select(stored(db))
    .select('channels.secrets as secrets')
    .where('channels.id', '=', args.id)
    .where('channels.workspace_id', 'in', args.reach)
    .where(isLive),
);

/** Finds a channel in the workspaces within reach. */
export async function find(db: Database, reach: Reach, id: string): Promise<SealedChannel | undefined> {
  if (reach.length === 0) return undefined;
  const [channel] = await db.read(findById(db, { id, reach }));
  return channel && { ...channel, version: Number(channel.version) };
}

/** Metadata as columns. */
export const metadataColumns = (metadata: Readonly<Record<string, unknown>>) => ({
  metadata: JSON.stringify(metadata),
  facets: facetsOf(metadata),
});

/** The row of a new channel, and the errors of an agent that was deleted meanwhile, and of a taken external ID. */
interface Insertion extends Required<Pick<Expectation, 'onMissing' | 'onConflict'>> {
  readonly row: Omit<NewRow<'channels'>, 'workspace_id'>;
}

/** Inserts a channel and returns it. */
export const insert = (db: Database, workspace: string, { row, ...errors }: Insertion): Statement<StoredChannel> =>
  statement(
    db.query
      .insertInto('channels')
      .values({ ...row, workspace_id: workspace, agent_id: liveAgent(workspace, row.agent_id) })
      .returning(stored(db)),
    errors,
  );

/** The ID of an agent for an insert. If the agent is deleted, it is empty, which breaks the row's foreign key. */
const liveAgent = (workspace: string, agent: string): RawBuilder<string> =>
  sql`coalesce((select id from agents where id = ${agent} and workspace_id = ${workspace} and deleted_at is null), '')`;

/** A change of a channel: new values of its columns, and the versions that it may replace; any if undefined. */
export interface Change {
  readonly id: string;
  readonly now: number;
  readonly versions: readonly number[] | undefined;
  readonly columns: Partial<
    Pick<
      ChannelRow,
      'name' | 'status' | 'settings' | 'secrets' | 'limits' | 'offline_message' | 'last_error' | 'refused' | 'picture'
    > & { external_id: string | null; metadata: string; facets: string }
  >;
}

/** Changes a channel and returns it; throws `onMissing` if it is gone or has another version, `onConflict` for a taken external ID. */
export function update(
  db: Database,
  workspace: string,
  { id, now, versions, columns }: Change,
  { onMissing, onConflict }: { readonly onMissing: () => Error; readonly onConflict: () => Error },
): Statement<StoredChannel> {
  const query = db.query
    .updateTable('channels')
    .set(columns)
    .set((of) => ({ version: of('version', '+', 1), updated_at: monotonicTime(of.ref('updated_at'), now) }))
    .where('id', '=', id)
    .where('workspace_id', '=', workspace)
    .where('deleted_at', 'is', null);
  const allowed = versions === undefined ? query : query.where('version', 'in', matching(versions));
  return { ...one(allowed.returning(stored(db)), onMissing), onConflict };
}

/** No version is -1: an empty list matches nothing. */
const matching = (versions: readonly number[]) => (versions.length === 0 ? [-1] : versions);

/** Locks a channel, for a unit of work that counts what it has before it deletes it. */
export const hold = (db: Database, workspace: string, id: string): Statement[] =>
  holdRow(db, 'channels', { id, workspace_id: workspace });

/** The channel to delete, and the versions that it may have; any if undefined. */
interface Deletion {
  readonly id: string;
  readonly versions: readonly number[] | undefined;
}

/** Deletes a channel; throws `orElse` if it is gone, has another version, or has more than one unit should delete. */
export function remove(db: Database, workspace: string, { id, versions }: Deletion, orElse: () => Error): Statement {
  const channel = db.query
    .deleteFrom('channels')
    .where('id', '=', id)
    .where('workspace_id', '=', workspace)
    .where('deleted_at', 'is', null);
  // The unit checks this first, but PostgreSQL gets all its statements together: it would delete it all and roll back.
  const query = db.engine === 'sqlite' ? channel : channel.where(isShort({ channel: id }));
  return one(versions === undefined ? query : query.where('version', 'in', matching(versions)), orElse);
}

/** Throws `orElse` if a channel keeps more of its own than one unit of work should delete. */
export const demandShort = (db: Database, channel: string, orElse: () => Error): Statement =>
  one(db.query.selectNoFrom(sql.lit(1).as('few')).where(isShort({ channel })), orElse);

/** Hides a channel from every read. */
export function hide(
  db: Database,
  workspace: string,
  { id, versions, now }: Deletion & { readonly now: number },
  orElse: () => Error,
): Statement {
  const query = db.query
    .updateTable('channels')
    .set({ deleted_at: now, external_id: null })
    .where('id', '=', id)
    .where('workspace_id', '=', workspace)
    .where('deleted_at', 'is', null);
  return one(versions === undefined ? query : query.where('version', 'in', matching(versions)), orElse);
}

/** Deletes a hidden channel, unless a conversation that was beginning when it was hidden has come to it since. */
export function removeHidden(db: Database, workspace: string, id: string): Statement[] {
  const begun = db.query.selectFrom('conversations').select('id').where('channel_id', '=', id);
  const channel = db.query
    .deleteFrom('channels')
    .where('id', '=', id)
    .where('workspace_id', '=', workspace)
    .where('deleted_at', 'is not', null)
    .where((of) => of.not(of.exists(begun)));
  return [...hold(db, workspace, id), statement(channel)];
}

/** Reads hidden channels of all workspaces. */
export const findHidden = (db: Database, limit: number) =>
  db.read(
    db.query
      .selectFrom('channels')
      .select(['id', 'workspace_id as workspace'])
      .where(sql<boolean>`deleted_at is not null`)
      .limit(limit),
  );

const ofAgent = (db: Database, workspace: string, agent: string) =>
  db.query
    .selectFrom('channels')
    .where('agent_id', '=', agent)
    .where('workspace_id', '=', workspace)
    .where('deleted_at', 'is', null);

/** Counts the channels of an agent. */
export const countOfAgent = (db: Database, workspace: string, agent: string): Promise<number> =>
  countOfQuery(db, ofAgent(db, workspace, agent));

/** Counts the channels of a workspace. */
export const countOfWorkspace = (db: Database, workspace: string): Promise<number> =>
  countOfQuery(
    db,
    db.query.selectFrom('channels').where('workspace_id', '=', workspace).where('deleted_at', 'is', null),
  );

/** Counts the channels of an agent, as an expression for another statement. */
export const countedOfAgent = (agent: string): RawBuilder<number> =>
  sql`(select count(*) from channels where agent_id = ${agent} and deleted_at is null)`;
