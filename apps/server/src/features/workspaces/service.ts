import { administered, demand, may, type Principal, reachOf } from '../../access/actor.ts';
import { permissions, type Role } from '../../access/scopes.ts';
import { AppError } from '../../errors.ts';
import type { Caller } from '../../http/endpoint.ts';
import type { Answer } from '../../http/envelope.ts';
import type { Database } from '../../storage/database.ts';
import { pageText, readPage } from '../../storage/sql/page.ts';
import type { Statement } from '../../storage/unit.ts';
import { foldWorkspaceName } from '../../storage/workspace-name.ts';
import type { Member, MemberChanges, PageQuery, Workspace, WorkspaceChanges, WorkspaceDraft } from './schema.ts';
import * as store from './store.ts';

/** What workspaces need from elsewhere. */
export interface WorkspaceNeeds {
  readonly db: Database;
  readonly now: () => number;
  readonly newId: () => string;
  forgetCallers(): void;
  record(
    principal: Principal,
    event: { type: string; workspace: string; account?: string; data: Record<string, unknown> },
  ): Statement;
}

export type Workspaces = ReturnType<typeof createWorkspaces>;

const notFound = () => new AppError('workspace_not_found', 'There is no such workspace.');
const memberNotFound = () => new AppError('member_not_found', 'There is no such member in this workspace.');
const memberErrors = {
  missing: memberNotFound,
  lastOwner: () => new AppError('last_owner', 'A workspace keeps at least one owner.'),
};
const ownersOnly = () =>
  new AppError('insufficient_role', 'Only an owner can make somebody an owner, or change or remove one.');
const nameTaken = () => new AppError('name_conflict', 'The account has a workspace of this name already.');

/** Workspaces and their members: create, list, rename; roles and removal. */
export function createWorkspaces({ db, now, newId, forgetCallers, record }: WorkspaceNeeds) {
  /** The workspace of the id, visible to the principal and with the permission. */
  const get = async (principal: Principal, permission: 'agents:read' | 'workspace:admin', id: string) => {
    if (!principal.memberships.has(id)) throw notFound();
    demand(principal, permission, id);
    const [row] = await store.listWorkspaces(db, [id]);
    if (row === undefined) throw notFound();
    return row;
  };

  /**
   * Only owners make owners and unmake them. Gives what is thrown where the member has become an owner by the time of
   * the change; undefined for an owner.
   */
  const guardOwners = (principal: Principal, workspace: string, involved: readonly Role[]) => {
    if (principal.memberships.get(workspace) === 'owner') return undefined;
    if (involved.includes('owner')) throw ownersOnly();
    return ownersOnly;
  };

  return {
    create: async (caller: Caller, { name }: WorkspaceDraft): Promise<Answer<Workspace>> => {
      const { principal } = caller;
      if (principal.boundTo !== undefined || administered(principal).length === 0) {
        throw new AppError('insufficient_role', 'You do not have permission to create workspaces.', {
          hint: 'It takes an owner or admin of a workspace, or a key of one that is not bound to a workspace.',
        });
      }
      const time = now();
      const account = principal.account.id;
      const row = {
        id: newId(),
        account_id: account,
        name,
        name_folded: foldWorkspaceName(name),
        version: 1,
        created_at: time,
        updated_at: time,
      };
      const answer = { data: toWorkspace(row, principal, 'owner') };
      await db.write([
        ...store.insertWorkspace(db, row, principal.user.id, nameTaken),
        record(principal, { type: 'workspace.created', workspace: row.id, data: { workspace: row.id } }),
        ...caller.remember(answer),
      ]);
      forgetCallers();
      return answer;
    },

    /** All of them are in the principal already, so a page is cut from it. */
    list: async ({ principal }: Caller, query: PageQuery): Promise<Answer<never>> => {
      const { after, includeTotal } = readPage(query);
      const rows = await store.listWorkspaces(db, reachOf(principal));
      const visible = rows.filter((row) => may(principal, 'agents:read', row.id));
      // By its place in the order: the workspace that the last page ended with may be out of reach by now.
      const isAfter = ({ created_at: time, id }: WorkspaceRow) =>
        after === undefined || Number(time) > Number(after.key) || (Number(time) === after.key && id > after.id);
      const items = visible
        .filter(isAfter)
        .slice(0, query.limit + 1)
        .map((row) => ({
          json: JSON.stringify(toWorkspace(row, principal)),
          key: Number(row.created_at),
          id: row.id,
        }));
      return { json: pageText(query, items, includeTotal ? visible.length : undefined) };
    },

    read: async ({ principal }: Caller, id: string): Promise<Answer<Workspace>> => ({
      data: toWorkspace(await get(principal, 'agents:read', id), principal),
    }),

    update: async ({ principal }: Caller, id: string, { name }: WorkspaceChanges): Promise<Answer<Workspace>> => {
      const row = await get(principal, 'workspace:admin', id);
      if (name === undefined) return { data: toWorkspace(row, principal) };
      const changes = {
        name,
        name_folded: foldWorkspaceName(name),
        updated_at: Math.max(now(), Number(row.updated_at) + 1),
      };
      await db.write([
        store.renameWorkspace(db, id, changes, { orElse: notFound, onConflict: nameTaken }),
        record(principal, {
          type: 'workspace.updated',
          workspace: id,
          account: row.account_id,
          data: { workspace: id },
        }),
      ]);
      return { data: toWorkspace({ ...row, ...changes }, principal) };
    },

    listMembers: async ({ principal }: Caller, id: string, query: PageQuery): Promise<Answer<never>> => {
      await get(principal, 'workspace:admin', id);
      const page = readPage(query);
      const rows = await store.listMembers(db, id, page);
      const items = rows.map((row) => ({
        json: JSON.stringify(toMember(row)),
        key: Number(row.created_at),
        id: row.user_id,
      }));
      return { json: pageText(query, items, page.includeTotal ? await store.countMembers(db, id) : undefined) };
    },

    updateMember: async ({ principal }: Caller, at: MemberAt, { role }: MemberChanges): Promise<Answer<Member>> => {
      const { account_id: account } = await get(principal, 'workspace:admin', at.id);
      const member = await store.findMember(db, at.id, at.userId);
      if (member === undefined) throw memberNotFound();
      const notAnOwners = guardOwners(principal, at.id, [member.role as Role, role]);
      await db.write([
        ...store.setRole(db, at.id, { user: at.userId, role, notAnOwners, ...memberErrors }),
        record(principal, { type: 'member.updated', workspace: at.id, account, data: { user: at.userId, role } }),
      ]);
      forgetCallers();
      return { data: { ...toMember(member), role } };
    },

    removeMember: async ({ principal }: Caller, at: MemberAt): Promise<Answer<never>> => {
      const { account_id: account } = await get(principal, 'workspace:admin', at.id);
      const member = await store.findMember(db, at.id, at.userId);
      if (member === undefined) throw memberNotFound();
      const notAnOwners = guardOwners(principal, at.id, [member.role as Role]);
      await db.write([
        ...store.removeMember(db, at.id, { user: at.userId, notAnOwners, ...memberErrors }),
        record(principal, { type: 'member.removed', workspace: at.id, account, data: { user: at.userId } }),
      ]);
      forgetCallers();
      return { message: 'Member removed.' };
    },
  };
}

interface MemberAt {
  /** The workspace. */
  readonly id: string;
  readonly userId: string;
}

type WorkspaceRow = Awaited<ReturnType<typeof store.listWorkspaces>>[number];

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

function toMember(row: NonNullable<Awaited<ReturnType<typeof store.findMember>>>): Member {
  return {
    user: { _id: row.user_id, name: row.name, email: row.email, status: row.status },
    role: row.role as Role,
    createdAt: new Date(Number(row.created_at)).toISOString(),
  };
}
