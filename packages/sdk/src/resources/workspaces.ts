import type { Api } from '../core/api.ts';
import type { APIPromise } from '../core/api-promise.ts';
import type { Confirmation } from '../core/envelope.ts';
import type { PagePromise } from '../core/page.ts';
import type { RequestOptions } from '../core/request.ts';
import type {
  Workspace,
  WorkspaceCreateParams,
  WorkspaceDeleteParams,
  WorkspaceDependents,
  WorkspaceListParams,
  WorkspaceUpdateParams,
} from '../types.ts';
import { createAvailability } from './desk/availability.ts';
import { createWorkingHours } from './desk/hours.ts';
import { createMembers } from './members.ts';
import { createTeamRoom } from './team-room.ts';
import { createWorkspaceInvitations } from './workspace-invitations.ts';

/** Workspaces, their members and invitations. */
export type Workspaces = ReturnType<typeof createWorkspaces>;

/** The methods of `client.workspaces`. */
export const createWorkspaces = (api: Api) => ({
  members: createMembers(api),
  invitations: createWorkspaceInvitations(api),
  teamRoom: createTeamRoom(api),
  availability: createAvailability(api),
  hours: createWorkingHours(api),

  /** Creates a workspace in the caller's account. Throws `ConflictError` if there is one of the same name. */
  create: (body: WorkspaceCreateParams, options?: RequestOptions): APIPromise<Workspace> =>
    api.call('POST /api/workspaces', { body }, options),

  /** Gets a workspace. Throws `NotFoundError` if the caller is not a member. */
  retrieve: (id: string, options?: RequestOptions): APIPromise<Workspace> =>
    api.call('GET /api/workspaces/{id}', { params: { id } }, options),

  /** Renames a workspace. */
  update: (id: string, body: WorkspaceUpdateParams, options?: RequestOptions): APIPromise<Workspace> =>
    api.call('PUT /api/workspaces/{id}', { params: { id }, body }, options),

  /**
   * Deletes a workspace with everything in it; `confirm` is its name. Requires the role owner. Throws `BadRequestError`
   * for another name, and `ConflictError` for the only workspace of the account.
   */
  delete: (id: string, query: WorkspaceDeleteParams, options?: RequestOptions): APIPromise<Confirmation> =>
    api.call(
      'DELETE /api/workspaces/{id}',
      { params: { id }, query: { confirm: query.confirm } },
      options,
    ) as APIPromise<Confirmation>,

  /** Counts what would be deleted with a workspace, by kind, and deletes nothing. Requires the role owner. */
  dependents: (id: string, options?: RequestOptions): APIPromise<WorkspaceDependents> =>
    api.call(
      'DELETE /api/workspaces/{id}',
      { params: { id }, query: { dryRun: true } },
      options,
    ) as APIPromise<WorkspaceDependents>,

  /** Lists the caller's workspaces, newest first unless `sort` says otherwise. */
  list: (query: WorkspaceListParams = {}, options?: RequestOptions): PagePromise<Workspace> =>
    api.list('GET /api/workspaces', { query }, options),
});
