import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { isTrial } from '../../storage/sql/playground.ts';

const day = 24 * 60 * 60 * 1000;

/** Number of days that the activity of an agent counts, up to and including today in UTC; as in the statistics. */
const countedDays = 30;

/** The agents to look at, in the workspaces within reach, and the time (ms since 1970). */
interface Wanted {
  readonly agents: readonly string[];
  readonly reach: readonly string[];
  readonly now: number;
}

/** Use of an agent. */
export interface Activity {
  readonly agent: string;
  /** Conversations of the last 30 days, without those of the playground. */
  readonly conversations: number;
  /** Time of the latest conversation or message (ms since 1970); null if the agent has no conversation. */
  readonly lastActiveAt: number | null;
}

interface Counted {
  readonly agent: string;
  readonly conversations: number | string;
  readonly last: number | string | null;
}

/**
 * Reads the activity of agents. The join on agents gives each its one workspace, by which the indexes of conversations
 * begin: a range of one for the count, the end of another for the latest time.
 */
export async function readActivity(db: Database, { agents, reach, now }: Wanted): Promise<Activity[]> {
  if (agents.length === 0 || reach.length === 0) return [];
  const since = Math.floor(now / day) * day - (countedDays - 1) * day;
  const own = sql`counted.agent_id = agents.id and counted.workspace_id = agents.workspace_id`;
  const query = sql<Counted>`select agents.id as agent,
      (select count(*) from conversations as counted where ${own} and counted.created_at >= ${since}
        and ${isTrial(db, sql.ref('counted.id'))} = 0) as conversations,
      (select max(counted.last_message_at) from conversations as counted where ${own}) as last
    from agents where agents.id in (${sql.join(agents)}) and agents.workspace_id in (${sql.join(reach)})`;
  const rows = await db.read<Counted>(query.compile(db.query));
  return rows.map(({ agent, conversations, last }) => ({
    ...{ agent, conversations: Number(conversations) },
    lastActiveAt: last === null ? null : Number(last),
  }));
}
