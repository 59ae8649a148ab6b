import type { Database } from '../../storage/database.ts';
import { type Statement, statement } from '../../storage/unit.ts';
import { isLive } from './store.ts';

/** A channel by its external ID, with the fields that never change. */
export interface FoundChannel {
  readonly id: string;
  readonly agent: string;
  readonly type: string;
}

/** Finds the channel of a workspace with an external ID. */
export async function findByExternalId(
  db: Database,
  workspace: string,
  externalId: string,
): Promise<FoundChannel | undefined> {
  const [found] = await db.read(
    db.query
      .selectFrom('channels')
      .select(['channels.id as id', 'channels.agent_id as agent', 'channels.type as type'])
      .where('channels.workspace_id', '=', workspace)
      .where('channels.external_id', '=', externalId)
      .where(isLive),
  );
  return found;
}

/** Gives up the external IDs of the channels of an agent that is hidden. */
export const releaseIds = (db: Database, workspace: string, agent: string): Statement =>
  statement(
    db.query
      .updateTable('channels')
      .set({ external_id: null })
      .where('agent_id', '=', agent)
      .where('workspace_id', '=', workspace)
      .where('external_id', 'is not', null),
  );
