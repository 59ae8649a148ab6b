import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { portion, portionOf } from '../../../storage/portion.ts';
import { octets } from '../../../storage/sql/octets.ts';
import { type Condition, type Statement, statement } from '../../../storage/unit.ts';

/** Tables with rows of a channel, besides conversations: events, users of its platform, daily counts, and its picture. */
const tables = ['channel_events', 'channel_threads', 'channel_counts', 'channel_pictures'] as const;

/** The long text of a row. */
const texts: Partial<Readonly<Record<(typeof tables)[number], string>>> = {
  channel_events: 'payload',
  channel_threads: 'context',
  channel_pictures: 'content',
};

/** The channels whose rows are meant. */
export type Owner = { readonly channel: string } | { readonly agent: string } | { readonly workspace: string };

/** The IDs of the channels of an owner. */
function channelsOf(owner: Owner): RawBuilder<string> {
  if ('channel' in owner) return sql`select id from channels where id = ${owner.channel}`;
  if ('agent' in owner) return sql`select id from channels where agent_id = ${owner.agent}`;
  return sql`select id from channels where workspace_id = ${owner.workspace}`;
}

/** A condition: one unit of work may delete all that the channels keep of their own. Doesn't count more than that. */
export function isShort(owner: Owner): Condition {
  const channels = channelsOf(owner);
  const most = sql.lit(portion.rows + 1);
  return sql`case when exists (${channels}) then (
    select count(*) <= ${sql.lit(portion.rows)} and coalesce(sum(bytes), 0) <= ${sql.lit(portion.bytes)} from (
      select * from (
        select ${octets(sql.ref('payload'))} as bytes from channel_events where channel_id in (${channels}) limit ${most}
      ) as events_of
      union all
      select * from (
        select ${octets(sql.ref('context'))} as bytes from channel_threads where channel_id in (${channels}) limit ${most}
      ) as threads_of
      union all
      select * from (
        select ${octets(sql.ref('content'))} as bytes from channel_pictures where channel_id in (${channels}) limit ${most}
      ) as pictures_of
      union all
      select * from (select 0 as bytes from channel_counts where channel_id in (${channels}) limit ${most}) as counts_of
    ) as contents
  ) else ${sql.lit(true)} end`;
}

/** The statements that delete the next part of what channels keep of their own; none if nothing is left. */
export async function nextPart(db: Database, workspace: string, owner: Owner): Promise<Statement[]> {
  for (const table of tables) {
    const text = texts[table];
    const bytes = text === undefined ? sql.lit(0) : octets(sql.ref(text));
    const query = db.query
      .selectFrom(table)
      .select(['id', bytes.as('bytes')])
      .where('workspace_id', '=', workspace)
      .where('channel_id', 'in', sql<string>`(${channelsOf(owner)})`)
      .limit(portion.rows);
    const ids = portionOf(await db.read(query));
    if (ids.length > 0) return [statement(db.query.deleteFrom(table).where('id', 'in', ids))];
  }
  return [];
}
