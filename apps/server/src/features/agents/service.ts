import { demand, may, type Principal, reachOf } from '../../access/actor.ts';
import type { Permission } from '../../access/scopes.ts';
import { AppError, type ErrorDetail, invalid } from '../../errors.ts';
import type { Caller } from '../../http/endpoint.ts';
import type { Answer } from '../../http/envelope.ts';
import type { Database } from '../../storage/database.ts';
import { pageText, readPage } from '../../storage/sql/page.ts';
import type { Condition, Statement } from '../../storage/unit.ts';
import * as deletion from './deletion-store.ts';
import * as listStore from './list-store.ts';
import type { Agent, AgentChanges, AgentDependents, AgentDraft, AgentQuery } from './schema.ts';
import * as store from './store.ts';

/** What happened to an agent, for the log of events. */
export interface AgentEvent {
  readonly type: 'agent.created' | 'agent.updated' | 'agent.deleted' | 'agent.activated' | 'agent.deactivated';
  readonly workspace: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Only where this holds when the unit runs. */
  readonly when?: Condition;
}

/** What agents need from elsewhere. */
export interface AgentNeeds {
  readonly db: Database;
  readonly now: () => number;
  readonly newId: () => string;
  readonly defaultModel: string;
  /** What is wrong with a model's name; undefined where an agent can have it. */
  modelProblem(model: string): string | undefined;
  /** Hears of an agent that is gone, with its conversations. */
  onDeleted(agent: string): Promise<void>;
  /** The statement that writes an event in the unit of work of the change. */
  record(principal: Principal, event: AgentEvent): Statement;
}

/** Which agent, and which versions of it a conditional request allows. */
export interface Target {
  readonly id: string;
  readonly ifMatch: readonly number[] | undefined;
}

export type Agents = ReturnType<typeof createAgents>;

const notFound = () => new AppError('agent_not_found', 'There is no such agent.');

const conflict = (version?: number) =>
  new AppError('version_conflict', 'The agent has been changed by another request.', {
    hint: 'Read it again and repeat the change on what it is now.',
    ...(version !== undefined && { headers: { etag: `"${version}"` } }),
  });

const sourceMissing = (index: number) =>
  invalid([{ path: `knowledgeSources.${index}`, message: 'is no knowledge source of this workspace' }]);

/** Agents: create, read, list, update, delete. */
export function createAgents({ db, now, newId, defaultModel, modelProblem, onDeleted, record }: AgentNeeds) {
  /** What was read may be sent back, though its provider is no longer there. */
  const checkModel = (model: string | undefined, before?: string) => {
    const message = model === undefined || model === before ? undefined : modelProblem(model);
    if (message !== undefined) throw invalid([{ path: 'model', message }]);
  };

  /** Gets an agent within reach; throws `agent_not_found`, or `insufficient_role` without the permission there. */
  const get = async ({ principal }: Caller, permission: Permission, id: string) => {
    const agent = await store.find(db, reachOf(principal), id);
    if (agent === undefined) throw notFound();
    demand(principal, permission, agent.workspace);
    return agent;
  };

  return {
    create: async (caller: Caller, draft: AgentDraft): Promise<Answer<Agent>> => {
      checkModel(draft.model);
      const workspace = workspaceFor(caller.principal, draft.workspaceId);
      const time = new Date(now()).toISOString();
      const agent: Agent = {
        _id: newId(),
        name: draft.name,
        description: draft.description ?? '',
        systemPrompt: draft.systemPrompt ?? '',
        model: draft.model ?? defaultModel,
        temperature: draft.temperature ?? 0.7,
        status: 'active',
        workspace,
        knowledgeSources: draft.knowledgeSources ?? [],
        createdAt: time,
        updatedAt: time,
      };
      const answer = { data: agent, version: 1 };
      await db.write([
        store.insert(db, workspace, agent, workspaceMissing),
        ...(agent.knowledgeSources.length === 0
          ? []
          : store.replaceSources(db, workspace, { id: agent._id, sources: agent.knowledgeSources }, sourceMissing)),
        record(caller.principal, { type: 'agent.created', workspace, data: { agent: agent._id } }),
        ...caller.remember(answer),
      ]);
      return answer;
    },

    read: async (caller: Caller, id: string): Promise<Answer<Agent>> => {
      const { json, version } = await get(caller, 'agents:read', id);
      return { json, version };
    },

    /** Counts what `remove` would delete with the agent. */
    dependents: async (caller: Caller, id: string): Promise<Answer<AgentDependents>> => {
      const { workspace } = await get(caller, 'agents:read', id);
      return { data: await deletion.countDependents(db, workspace, id) };
    },

    list: async ({ principal }: Caller, query: AgentQuery): Promise<Answer<never>> => {
      const page = readPage(query, query.sort.endsWith('name') ? 'text' : 'integer');
      const { workspaceId, sort, status, model, q } = query;
      const visible = reachOf(principal).filter((workspace) => may(principal, 'agents:read', workspace));
      if (workspaceId !== undefined && !visible.includes(workspaceId)) throw workspaceMissing();
      const reach = workspaceId === undefined ? visible : [workspaceId];
      const filters = { status, model, q };
      const rows = await listStore.list(db, reach, { ...page, sort, ...filters });
      const total = page.includeTotal ? await listStore.count(db, reach, filters) : undefined;
      return { json: pageText(query, rows, total) };
    },

    update: async (caller: Caller, { id, ifMatch }: Target, changes: AgentChanges): Promise<Answer<Agent>> => {
      const { workspace, json, version } = await get(caller, 'agents:write', id);
      const before = JSON.parse(json) as Agent;
      checkReadOnly(before, changes);
      checkModel(changes.model, before.model);
      checkVersion(version, ifMatch);
      const { status, knowledgeSources: sources } = changes;
      const fields = Object.keys(changes).filter((field) => !readOnly.includes(field as (typeof readOnly)[number]));
      const event = (type: AgentEvent['type'], rest: Partial<AgentEvent> = {}) =>
        record(caller.principal, { type, workspace, data: { agent: id, fields }, ...rest });
      const gone = ifMatch === undefined ? notFound : () => conflict();
      const unit = [
        store.update(db, workspace, { id, changes, now: now(), versions: ifMatch }, gone),
        event('agent.updated'),
      ] as const;
      const first = [
        ...(sources === undefined && status === undefined ? [] : store.hold(db, workspace, id)),
        ...(sources === undefined ? [] : store.replaceSources(db, workspace, { id, sources }, sourceMissing)),
        ...(status === undefined
          ? []
          : [
              event(status === 'active' ? 'agent.activated' : 'agent.deactivated', {
                data: { agent: id },
                when: store.statusDiffers(db, workspace, { id, status }),
              }),
            ]),
      ];
      const outcomes = await db.write([...first, ...unit]);
      const [updated] = (outcomes[first.length]?.rows ?? []) as store.StoredAgent[];
      if (updated === undefined) throw notFound();
      return { json: updated.json, version: updated.version };
    },

    remove: async (caller: Caller, { id, ifMatch }: Target): Promise<Answer<never>> => {
      const { workspace, version } = await get(caller, 'workspace:admin', id);
      checkVersion(version, ifMatch);
      const gone = ifMatch === undefined ? notFound : () => conflict();
      const [, conversations, channels] = await db.write([
        ...deletion.remove(db, workspace, { id, versions: ifMatch }, gone),
        record(caller.principal, { type: 'agent.deleted', workspace, data: { agent: id } }),
      ]);
      await onDeleted(id);
      const went = `${amount(channels.changed, 'channel')} and ${amount(conversations.changed, 'conversation')}`;
      return { message: `Agent deleted with ${went}.` };
    },
  };
}

const amount = (number: number, thing: string) => `${number} ${thing}${number === 1 ? '' : 's'}`;

const workspaceMissing = () => new AppError('workspace_not_found', 'There is no such workspace.');

/** The workspace that a new agent goes into: the one named, or the key's own. */
function workspaceFor(principal: Principal, named: string | undefined): string {
  if (named !== undefined && !principal.memberships.has(named)) throw workspaceMissing();
  const reach = reachOf(principal);
  // Others can make a person a member of their workspace, however old it is: nothing goes there unless it is named.
  const own = reach.find((id) => principal.ownWorkspaces.has(id)) ?? reach[0];
  const workspace = named ?? principal.boundTo ?? own;
  if (workspace === undefined) throw invalid([{ path: 'workspaceId', message: 'is required' }]);
  demand(principal, 'agents:write', workspace);
  return workspace;
}

function checkVersion(version: number, allowed: readonly number[] | undefined): void {
  if (allowed !== undefined && !allowed.includes(version)) throw conflict(version);
}

const readOnly = ['_id', 'workspace', 'createdAt', 'updatedAt'] as const;

/** Server-owned fields may be echoed, not changed. */
function checkReadOnly(agent: Agent, changes: AgentChanges): void {
  const wrong: ErrorDetail[] = readOnly
    .filter((field) => changes[field] !== undefined && changes[field] !== agent[field])
    .map((path) => ({ path, message: 'is read-only' }));
  if (wrong.length > 0) throw invalid(wrong, 'read_only_field');
}
