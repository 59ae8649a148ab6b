import { type Actor, demand, lineOf, reachFor, reachOf } from '../../access/actor.ts';
import type { Permission } from '../../access/scopes.ts';
import { workspaceFor } from '../../access/workspace-for.ts';
import { AppError, invalid } from '../../errors.ts';
import type { Database } from '../../storage/database.ts';
import type { AwaitedAnswer } from '../../storage/scans/scan-queue.ts';
import { holdRow } from '../../storage/sql/lock-rows.ts';
import { checkMetadata } from '../../storage/sql/metadata-check.ts';
import type { Row } from '../../storage/sql/page.ts';
import { type Along, nothingAlong } from '../../storage/unit.ts';
import { changesOfAgent } from './changes/changes-store.ts';
import * as updates from './changes/update-store.ts';
import { checkReadOnly, checkVersion, conflict, needsLook, onlyWorkspace, readOnly } from './checks.ts';
import { checkHandover, teamMissing } from './handover/store.ts';
import { withActivity } from './lists/activity.ts';
import type { AgentSelection } from './lists/list-schema.ts';
import * as listStore from './lists/list-store.ts';
import { createModelNames } from './model-names.ts';
import type { AgentNeeds, CreatedAgent } from './needs.ts';
import { agentIdTaken, createInsertion, type NewAgent, newAgent } from './new-agent.ts';
import { createRemoval, type Deleted } from './removal/removal.ts';
import type { AgentDependents } from './removal/schema.ts';
import type { AgentChanges } from './schema.ts';
import { replaceSources } from './sources/replace-store.ts';
import * as store from './store.ts';
import { checkTools, demandTools, toolMissing, toolsOf } from './tools/store.ts';

/** The agent of a request, and the versions that `If-Match` allows. */
export interface Target {
  readonly id: string;
  /** Any version if undefined. */
  readonly ifMatch?: readonly number[] | undefined;
  /** The external ID that it must still have; any if undefined. */
  readonly externalId?: string;
}

/** An update that was checked: the agent's workspace, and the changes as they are stored. */
interface CheckedUpdate {
  readonly workspace: string;
  readonly changes: AgentChanges;
}

export type StoredAgent = store.StoredAgent;
export type Agents = ReturnType<typeof createAgents>;

const notFound = () => new AppError('agent_not_found', 'There is no such agent.');

const sourceMissing = (index: number) =>
  invalid([{ path: `knowledgeSources.${index}`, message: 'is not a knowledge source of this workspace' }]);

/** Agents: create, read, list, update, delete. */
export function createAgents({ db, now, newId, models, dependents, ...needs }: AgentNeeds) {
  const { record } = needs;
  const insert = createInsertion({ db, ...needs });
  const names = createModelNames(models);

  /** Throws `agent_not_found` without an agent, or `insufficient_role` without the permission in its workspace. */
  const allowed = <Found extends { readonly workspace: string }>(
    actor: Actor,
    permission: Permission,
    agent: Found | undefined,
  ): Found => {
    if (agent === undefined) throw notFound();
    demand(actor, permission, agent.workspace);
    return agent;
  };

  /** Gets the facts about an agent within reach; throws like `allowed`. */
  const check = async (actor: Actor, permission: Permission, id: string) =>
    allowed(actor, permission, await store.findFacts(db, reachOf(actor), id));

  /**
   * Checks an update against the stored agent, and returns its workspace and the stored facts. Reads the agent only if
   * the update depends on it, or if it may be in several workspaces: a read takes a fifth of the time of an update.
   */
  const checkUpdate = async (actor: Actor, { id, ifMatch }: Target, changes: AgentChanges): Promise<CheckedUpdate> => {
    const only = ifMatch === undefined && !needsLook(changes) ? onlyWorkspace(actor, 'agents:write') : undefined;
    if (only !== undefined) return { workspace: only, changes };
    const facts = await check(actor, 'agents:write', id);
    const { workspace } = facts;
    checkReadOnly(id, facts, changes);
    checkVersion(facts.version, ifMatch);
    return { workspace, changes: await names.ofChanged(facts, changes) };
  };

  /** Checks a deletion like an update. */
  const checkRemoval = async (actor: Actor, { id, ifMatch }: Target): Promise<string> => {
    const only = ifMatch === undefined ? onlyWorkspace(actor, 'workspace:admin') : undefined;
    if (only !== undefined) return only;
    const { workspace, version } = await check(actor, 'workspace:admin', id);
    checkVersion(version, ifMatch);
    return workspace;
  };

  const removeAgent = createRemoval({ db, dependents, ...needs });

  return {
    create: async (actor: Actor, draft: NewAgent, along: Along<CreatedAgent> = nothingAlong): Promise<CreatedAgent> => {
      checkMetadata(draft.metadata);
      checkTools(draft.tools);
      checkHandover(draft.handover);
      const named = await names.ofNew(draft);
      const workspace = await workspaceFor(actor, draft.workspaceId, needs.namesOf);
      const time = new Date(now()).toISOString();
      const agent = newAgent(draft, { id: newId('agent'), workspace, ...named, time });
      return insert(actor, agent, { along, sourceMissing, toolMissing, teamMissing });
    },

    read: async (actor: Actor, id: string, permission: Permission = 'agents:read'): Promise<StoredAgent> =>
      allowed(actor, permission, await store.find(db, reachOf(actor), id)),

    /** Counts what `remove` would delete with the agent. */
    dependents: async (actor: Actor, id: string, awaited?: AwaitedAnswer): Promise<AgentDependents> => {
      const { workspace } = await check(actor, 'agents:read', id);
      const scan = {
        account: lineOf(actor),
        awaited,
        narrow: 'Delete old conversations of the agent, then try again.',
      };
      const [channels, conversations, messages] = await Promise.all([
        dependents.channels.count(workspace, id, scan),
        dependents.conversations.count(workspace, id, scan),
        dependents.messages.count(workspace, id, scan),
      ]);
      return { channels, conversations, messages };
    },

    /** Reads a page as JSON text. */
    list: (actor: Actor, { includeActivity, ...query }: AgentSelection, awaited?: AwaitedAnswer): Promise<string> => {
      const reach = reachFor(actor, 'agents:read', query.workspaceId);
      const named = query.model === undefined ? undefined : models.matching(query.model);
      const asker = { account: lineOf(actor), awaited };
      const scan = { ...asker, narrow: 'Ask for fewer agents, or leave out includeActivity.' };
      const also = (_db: Database, rows: readonly Row[]) => withActivity(needs.readActivity, actor, { rows, scan });
      return listStore.read(db, reach, { query, models: named, ...(includeActivity === true && { also }), ...asker });
    },

    update: async (actor: Actor, { id, ifMatch, externalId }: Target, sent: AgentChanges): Promise<StoredAgent> => {
      checkMetadata(sent.metadata);
      checkTools(sent.tools);
      checkHandover(sent.handover);
      const { workspace, changes } = await checkUpdate(actor, { id, ifMatch }, sent);
      const { status, knowledgeSources: sources, tools = [], handover: { team } = {} } = changes;
      const columns = updates.columnsOf(changes);
      const fields = Object.keys(changes).filter((field) => !readOnly.includes(field as (typeof readOnly)[number]));
      const gone = ifMatch === undefined ? notFound : () => conflict();
      const { updated } = await db.write({
        // Before the agent, as the deletion of a team locks them.
        team: team == null ? [] : needs.demandTeam(workspace, team, teamMissing),
        // The events come before the update, since they look at the agent as it was.
        hold: holdRow(db, 'agents', { id, workspace_id: workspace }),
        event: record(actor, {
          type: 'agent.updated',
          workspace,
          data: { agent: id, fields },
          changes: changesOfAgent({ id, workspace }, columns, sources),
        }),
        moved:
          status === undefined
            ? []
            : record(actor, {
                type: status === 'active' ? 'agent.activated' : 'agent.deactivated',
                workspace,
                data: { agent: id },
                when: updates.statusDiffers(db, workspace, { id, status }),
              }),
        tools: demandTools(db, workspace, toolsOf(tools), toolMissing),
        sources: sources === undefined ? [] : replaceSources(db, workspace, { id, sources }, sourceMissing),
        updated: updates.update(
          db,
          workspace,
          { id, columns, now: now(), versions: ifMatch, externalId, hasSources: sources !== undefined },
          { orElse: gone, onConflict: agentIdTaken },
        ),
      });
      const [agent] = updated.rows;
      if (agent === undefined) throw notFound();
      return agent;
    },

    remove: async (actor: Actor, { id, ifMatch }: Target): Promise<Deleted> => {
      const workspace = await checkRemoval(actor, { id, ifMatch });
      const event = record(actor, { type: 'agent.deleted', workspace, data: { agent: id } });
      const orElse = ifMatch === undefined ? notFound : conflict;
      const asker = { account: lineOf(actor) };
      return removeAgent(workspace, { id, versions: ifMatch, now: now() }, { asker, event, orElse });
    },
  };
}
