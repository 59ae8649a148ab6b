import { administered, may, type Principal, reachFor } from '../../access/actor.ts';
import { demandConfirmed } from '../../access/confirmation.ts';
import { permissions } from '../../access/scopes.ts';
import { AppError } from '../../errors.ts';
import type { RecordEvent } from '../../events/happening.ts';
import { bumpAuthority } from '../../storage/authority.ts';
import { rowChanges } from '../../storage/changes/row-changes.ts';
import type { Database } from '../../storage/database.ts';
import { foldName } from '../../storage/folded-name.ts';
import type { Room } from '../../storage/quotas/quotas.ts';
import { holdRow } from '../../storage/sql/lock-rows.ts';
import type { ReadRow } from '../../storage/tables.ts';
import { type Along, nothingAlong, type Statement } from '../../storage/unit.ts';
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
  /** Returns the statements that lock a person and throw `orElse` unless they have a second factor. */
  demandSecondFactor(user: string, orElse: () => Error): readonly Statement[];
  readonly room: Room;
  forgetCallers(): void;
  readonly record: RecordEvent;
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

const sessionOnly = () =>
  new AppError('session_required', 'Only a signed-in owner can change requireSecondFactor; an API key cannot.');
const ownersOnly = () => new AppError('insufficient_role', 'Only an owner can change requireSecondFactor.');
const noFactor = () =>
  new AppError('second_factor_missing', 'You have no second factor, so you would be locked out.', {
    hint: 'Add an authenticator app or a passkey first.',
  });

const nameTaken = () => new AppError('name_conflict', 'The account already has a workspace with this name.');

/** Returns a new workspace with its owner, and the statements that insert them. */
export function makeWorkspace(
  { db, now, newId }: Pick<WorkspaceNeeds, 'db' | 'now' | 'newId'>,
  { account, owner, name }: NewWorkspace,
) {
  const time = now();
  const row = {
    id: newId('workspace'),
    account_id: account,
    name,
    name_folded: foldName(name),
    version: 1,
    created_at: time,
    updated_at: time,
    deleted_at: null,
    require_second_factor: 0,
    audit_texts: 0,
  };
  return { row, statements: store.insertWorkspace(db, row, owner, nameTaken) };
}

/** Workspaces: create, list, read, rename. */
export function createWorkspaces({ db, now, newId, room, forgetCallers, record, ...needs }: WorkspaceNeeds) {
  const { demandActive, demandSecondFactor } = needs;

  return {
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
      const draft = { account: principal.account.id, owner: principal.user.id, name };
      const { row, statements } = makeWorkspace({ db, now, newId }, draft);
      const workspace = toWorkspace(row, principal, 'owner');
      await db.write({
        // A workspace whose owner is being removed would have no member.
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

    update: async (
      principal: Principal,
      id: string,
      { name, requireSecondFactor, auditTexts }: WorkspaceChanges,
    ): Promise<Workspace> => {
      const row = await administeredWorkspace(db, principal, id);
      const required = changeOf(row, requireSecondFactor);
      if (required !== undefined) judgeRequirement(principal, id, now());
      const columns = columnsOf({ name, required, auditTexts });
      const fields = Object.keys(columns).map((column) => fieldOf[column as ChangedColumn].field);
      if (fields.length === 0) return toWorkspace(row, principal);
      const changes = {
        ...columns,
        ...(name !== undefined && { name_folded: foldName(name) }),
        updated_at: Math.max(now(), Number(row.updated_at) + 1),
      };
      await db.write({
        // An owner who ends up without one would be locked out, too.
        factor: required ? demandSecondFactor(principal.user.id, noFactor) : undefined,
        held: holdRow(db, 'workspaces', { id }),
        event: record(principal, {
          ...{ type: 'workspace.updated', workspace: id, account: row.account_id },
          data: { workspace: id, fields },
          changes: changesOf({ id }, columns),
        }),
        workspace: store.updateWorkspace(db, id, changes, { orElse: workspaceNotFound, onConflict: nameTaken }),
        authority: required !== undefined ? bumpAuthority(db) : undefined,
      });
      if (required !== undefined) forgetCallers();
      return toWorkspace({ ...row, ...changes }, principal);
    },
  };
}

/** The settings of a workspace that a change sets. */
interface Settings {
  readonly name: string | undefined;
  readonly required: boolean | undefined;
  readonly auditTexts: boolean | undefined;
}

const fieldOf = {
  name: { field: 'name', look: 'text' },
  require_second_factor: { field: 'requireSecondFactor', look: 'flag' },
  audit_texts: { field: 'auditTexts', look: 'flag' },
} as const;

type ChangedColumn = keyof typeof fieldOf;

const changesOf = rowChanges({ table: 'workspaces', fields: fieldOf });

/** The columns that a change sets. */
const columnsOf = ({ name, required, auditTexts }: Settings) => ({
  ...(name !== undefined && { name }),
  ...(required !== undefined && { require_second_factor: Number(required) }),
  ...(auditTexts !== undefined && { audit_texts: Number(auditTexts) }),
});

/** Returns the new requirement of a second factor; undefined if it doesn't change. */
const changeOf = ({ require_second_factor: now }: ReadRow<'workspaces'>, wanted: boolean | undefined) =>
  wanted === (Number(now) === 1) ? undefined : wanted;

/** Throws unless the principal may change whether a workspace requires a second factor. */
function judgeRequirement(principal: Principal, workspace: string, now: number): void {
  if (principal.kind !== 'session') throw sessionOnly();
  if (principal.memberships.get(workspace) !== 'owner') throw ownersOnly();
  if (!principal.hasSecondFactor) throw noFactor();
  demandConfirmed(principal, now);
}

function toWorkspace(
  row: ReadRow<'workspaces'>,
  principal: Principal,
  role = principal.memberships.get(row.id) ?? 'viewer',
): Workspace {
  const allowed = { ...principal, memberships: new Map([[row.id, role]]) };
  return {
    _id: row.id,
    name: row.name,
    role,
    permissions: permissions.filter((permission) => may(allowed, permission, row.id)),
    requireSecondFactor: Number(row.require_second_factor) === 1,
    auditTexts: Number(row.audit_texts) === 1,
    createdAt: new Date(Number(row.created_at)).toISOString(),
    updatedAt: new Date(Number(row.updated_at)).toISOString(),
  };
}
