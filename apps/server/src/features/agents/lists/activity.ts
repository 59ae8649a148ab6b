import { type Actor, reachFor } from '../../../access/actor.ts';
import type { ScanOf } from '../../../storage/scans/scan-queue.ts';
import type { Row } from '../../../storage/sql/page.ts';
import type { AgentActivity } from './list-schema.ts';

/** Use of an agent, as conversations count it; time in ms since 1970. */
interface Used {
  readonly agent: string;
  readonly conversations: number;
  readonly lastActiveAt: number | null;
}

/** Reads the activity of agents in the workspaces within reach. */
export type ReadActivity = (agents: readonly string[], reach: readonly string[], scan: ScanOf) => Promise<Used[]>;

/**
 * Adds `activity` to the agents of a page; null for an agent whose conversations the actor may not read. `scan` names
 * the account on whose behalf it reads: an agent may have very many conversations.
 */
export async function withActivity(
  read: ReadActivity,
  actor: Actor,
  { rows, scan }: { readonly rows: readonly Row[]; readonly scan: ScanOf },
): Promise<Row[]> {
  const reach = reachFor(actor, 'conversations:read');
  const shown = rows.filter(({ json }) => json !== null).map(({ id }) => id);
  const found = new Map<string, AgentActivity>();
  for (const { agent, conversations, lastActiveAt: last } of await read(shown, reach, scan))
    found.set(agent, { conversations, lastActiveAt: last === null ? null : new Date(last).toISOString() });
  return rows.map(({ json, ...row }) => ({
    ...row,
    json: json === null ? null : `${json.slice(0, -1)},"activity":${JSON.stringify(found.get(row.id) ?? null)}}`,
  }));
}
