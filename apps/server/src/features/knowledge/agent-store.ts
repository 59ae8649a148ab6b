import { sql } from 'kysely';
import type { StoredChanges } from '../../storage/changes/stored-changes.ts';
import type { Database } from '../../storage/database.ts';
import { jsonArray, jsonMember, jsonObject, jsonText } from '../../storage/sql/json.ts';
import { readSorted } from '../../storage/sql/sorted.ts';
import { one, type Statement } from '../../storage/unit.ts';
import type { SourceAgentQuery } from './schema.ts';

/** A source, for the agents that use it. */
interface OfSource {
  readonly source: string;
}

/**
 * The agents that use a source. It joins the agents' table: their names are theirs, and an agent that is being deleted
 * still has its rows.
 */
const users = (db: Database, workspace: string, source: string) =>
  db.query
    .selectFrom('agents')
    .innerJoin('agent_sources', 'agent_sources.agent_id', 'agents.id')
    .where('agent_sources.source_id', '=', source)
    .where('agents.workspace_id', '=', workspace)
    .where('agents.deleted_at', 'is', null);

/** Reads a page of the agents that use a source, as JSON text; the quota of agents bounds them. */
export const read = (
  db: Database,
  workspace: string,
  { source, query }: OfSource & { readonly query: SourceAgentQuery },
): Promise<string> =>
  readSorted(
    db,
    users(db, workspace, source).select(['agents.id as id', 'agents.name as name', 'agents.status as status']),
    {
      query,
      sorts: {
        id: 'agents.id',
        integers: { createdAt: 'agents.created_at', updatedAt: 'agents.updated_at' },
        texts: { name: 'agents.name_folded' },
      },
      toJson: ({ id, name, status }) => ({ _id: id, name, status }),
    },
  );

/** Reads some of the agents that use a source, by name, and how many there are. */
export async function find(db: Database, workspace: string, { source, limit }: OfSource & { readonly limit: number }) {
  const agents = await db.read(
    users(db, workspace, source)
      .select(['agents.id as id', 'agents.name as name', sql<number>`count(*) over ()`.as('total')])
      .orderBy('agents.name_folded')
      .orderBy('agents.id')
      .limit(limit),
  );
  return { count: Number(agents[0]?.total ?? 0), agents };
}

/** Returns the statement that throws `orElse` if an agent uses the source. */
export function demandUnused(db: Database, workspace: string, source: string, orElse: () => Error): Statement {
  const used = users(db, workspace, source).select('agents.id');
  const query = db.query.selectNoFrom(sql.lit(1).as('unused')).where(({ not, exists }) => not(exists(used)));
  return one(query, orElse);
}

/** Max agents that the event of a deletion names: a workspace may have very many. */
const maxDetached = 100;

/**
 * The change that a deletion shows of the agents that lose the source, for an event that is written before they do:
 * `agents` with the `count` of them and the first IDs before, and none after. Null if no agent uses it.
 */
export const detachedAgents = (workspace: string, source: string): StoredChanges => ({
  name: 'knowledge.detached',
  values: [workspace, source],
  build: (db, [of, lost]) => {
    // A placeholder while the query is built once for all.
    const losing = users(db, of as string, lost as string);
    const first = losing
      .select(['agents.id as value', 'agents.id as position'])
      .orderBy('agent_sources.agent_id')
      .limit(sql.lit(maxDetached));
    const change = jsonObject(db, {
      field: sql`'agents'`,
      before: jsonMember(db, { count: sql`losing.count`, first: jsonArray(db, sql`${first}`) }),
      after: jsonText(db, sql`'{"count":0,"first":[]}'`),
    });
    return sql<string>`(select '[' || ${change} || ']'
      from ${losing.select(sql`count(*)`.as('count'))} as losing where losing.count > 0)`;
  },
});
