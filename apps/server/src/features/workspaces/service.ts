import { administered, may, type Principal, reachFor } from '../../access/actor.ts';
import { permissions } from '../../access/scopes.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../../storage/database.ts';
import type { Room } from '../../storage/quotas/quotas.ts';
import type { WorkspaceRow } from '../../storage/tables.ts';
import { type Along, nothingAlong, type Statement } from '../../storage/unit.ts';
import { foldWorkspaceName } from '../../storage/workspace-name.ts';
import { administeredWorkspace, demandIn, workspaceNotFound } from './access.ts';
import type { Workspace, WorkspaceChanges, WorkspaceDraft, WorkspaceQuery } from './schema.ts';
import * as store from './store.ts';

/** Dependencies of workspaces. */
export interface WorkspaceNeeds {
  readonly db: Database;
  readonly now: () => number;
  newId(kind: 'workspace'): string;
  /** Returns the statements that lock a person and throw `orElse` unless the person is active. */
  demandActive(user: string, orElse: () => Error): readonly Statement[];
  readonly room: Room;
  forgetCallers(): void;
  record(
    principal: Principal,
    event: {
      readonly type: 'workspace.created' | 'workspace.updated';
      readonly workspace: string;
      readonly account?: string;
      readonly data: Readonly<Record<string, unknown>>;
    },
  ): Statement;
}

/** The account, the owner and the name of a new workspace. */
interface NewWorkspace {
  readonly account: string;
  /** The ID of a person. */
  readonly owner: string;
  readonly name: string;
}

export type Workspaces = ReturnType<typeof createWorkspaces>;

const noOwner = () => new AppError('insufficient_role', 'You are no longer active on this server.');

const nameTaken = () => new AppError('name_conflict', 'The account already has a workspace with this name.');

/** Workspaces: create, list, read, rename. */
export function createWorkspaces({ db, now, newId, room, demandActive, forgetCallers, record }: WorkspaceNeeds) {
  /** Returns a new workspace with its owner, and the statements that insert them. */
  const make = ({ account, owner, name }: NewWorkspace) => {
    const time = now();
    const row = {
      id: newId('workspace'),
      account_id: account,
      name,
      name_folded: foldWorkspaceName(name),
      version: 1,
      created_at: time,
      updated_at: time,
      deleted_at: null,
    };
    return { row, statements: store.insertWorkspace(db, row, owner, nameTaken) };
  };

  return {
    make,

    create: async (
      principal: Principal,
      { name }: WorkspaceDraft,
      along: Along<Workspace> = nothingAlong,
    ): Promise<Workspace> => {
      if (principal.boundTo !== undefined || administered(principal).length === 0) {
        throw new AppError('insufficient_role', 'You do not have permission to create workspaces.', {
          hint: 'Sign in as an owner or admin of a workspace, or use the key of one that is not bound to a workspace.',
        });
      }
      const { row, statements } = make({ account: principal.account.id, owner: principal.user.id, name });
      const workspace = toWorkspace(row, principal, 'owner');
      await db.write({
        // A workspace whose owner is being removed would belong to nobody.
        owner: demandActive(principal.user.id, noOwner),
        workspace: statements,
        room: room('workspaces', { account: principal.account.id }),
        members: room('members', { account: principal.account.id }),
        event: record(principal, { type: 'workspace.created', workspace: row.id, data: { workspace: row.id } }),
        along: along(workspace),
      });
      forgetCallers();
      return workspace;
    },

    /** Reads a page as JSON text. */
    list: (principal: Principal, query: WorkspaceQuery): Promise<string> => {
      const visible = reachFor(principal, 'agents:read');
      return store.listWorkspaces(db, visible, { query, toJson: (row) => toWorkspace(row, principal) });
    },

    read: async (principal: Principal, id: string): Promise<Workspace> => {
      demandIn(principal, 'agents:read', id);
      const row = await store.findWorkspace(db, id);
      if (row === undefined) throw workspaceNotFound();
      return toWorkspace(row, principal);
    },

    update: async (principal: Principal, id: string, { name }: WorkspaceChanges): Promise<Workspace> => {
      const row = await administeredWorkspace(db, principal, id);
      if (name === undefined) return toWorkspace(row, principal);
      const changes = {
        name,
        name_folded: foldWorkspaceName(name),
        updated_at: Math.max(now(), Number(row.updated_at) + 1),
      };
      await db.write({
        workspace: store.renameWorkspace(db, id, changes, { orElse: workspaceNotFound, onConflict: nameTaken }),
        event: record(principal, {
          type: 'workspace.updated',
          workspace: id,
          account: row.account_id,
          data: { workspace: id },
        }),
      });
      return toWorkspace({ ...row, ...changes }, principal);
    },
  };
}

function toWorkspace(
  row: WorkspaceRow,
  principal: Principal,
  role = principal.memberships.get(row.id) ?? 'viewer',
): Workspace {
  const allowed = { ...principal, memberships: new Map([[row.id, role]]) };
  return {
    _id: row.id,
    name: row.name,
    role,
    permissions: permissions.filter((permission) => may(allowed, permission, row.id)),
    createdAt: new Date(Number(row.created_at)).toISOString(),
    updatedAt: new Date(Number(row.updated_at)).toISOString(),
  };
}
