import type { Actor } from '../../access/actor.ts';
import { upsert } from '../../access/external-ids.ts';
import { workspaceFor } from '../../access/workspace-for.ts';
import { invalid } from '../../errors.ts';
import { conflict } from './checks.ts';
import type { AgentNeeds } from './needs.ts';
import type { Agents } from './service.ts';
import * as store from './store.ts';
import type { AgentUpsert } from './upsert-schema.ts';

/** An agent by the caller's ID; the workspace is that of the caller unless set. */
interface ExternalAgent {
  readonly externalId: string;
  readonly workspaceId: string | undefined;
  /** The versions that `If-Match` allows; any if undefined. */
  readonly ifMatch: readonly number[] | undefined;
}

/** The agent as JSON text; `created` is its ID if it is new. */
interface Upserted {
  readonly json: string;
  readonly version: number;
  readonly created?: string;
}

type Needs = Pick<AgentNeeds, 'db' | 'namesOf'> & { readonly agents: Pick<Agents, 'create' | 'update'> };

/**
 * Creates the function that creates or updates the agent with an external ID. It throws `version_conflict` for a new
 * agent if the caller expects a version.
 */
export const createUpsert =
  ({ db, namesOf, agents }: Needs) =>
  async (
    actor: Actor,
    { externalId, workspaceId, ifMatch }: ExternalAgent,
    changes: AgentUpsert,
  ): Promise<Upserted> => {
    const workspace = await workspaceFor(actor, workspaceId, namesOf);
    return upsert<string, Upserted>({
      find: () => store.findByExternalId(db, workspace, externalId),
      create: async () => {
        if (ifMatch !== undefined) throw conflict();
        const { name } = changes;
        if (name === undefined)
          throw invalid([{ path: 'name', message: 'is required, because there is no such agent yet' }]);
        const { agent, version } = await agents.create(actor, { ...changes, name, externalId, workspaceId: workspace });
        return { json: JSON.stringify(agent), version, created: agent._id };
      },
      change: (id) => agents.update(actor, { id, ifMatch, externalId }, changes),
      gone: 'agent_not_found',
    });
  };
