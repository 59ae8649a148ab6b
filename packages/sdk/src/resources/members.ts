import type { Api } from '../core/api.ts';
import type { APIPromise } from '../core/api-promise.ts';
import type { Confirmation } from '../core/envelope.ts';
import type { PagePromise } from '../core/page.ts';
import type { RequestOptions } from '../core/request.ts';
import type { Member, MemberListParams, MemberPasswordReset, MemberRef, MemberUpdateParams } from '../types.ts';

/** The methods of `client.workspaces.members`. */
export const createMembers = ({ call, list }: Api) => ({
  /** Lists the members of a workspace, newest first unless `sort` says otherwise. */
  list: (workspaceId: string, query: MemberListParams = {}, options?: RequestOptions): PagePromise<Member> =>
    list('GET /api/workspaces/{id}/members', { params: { id: workspaceId }, query }, options),

  /** Gets a member. */
  retrieve: (ref: MemberRef, options?: RequestOptions): APIPromise<Member> =>
    call('GET /api/workspaces/{id}/members/{userId}', { params: path(ref) }, options),

  /**
   * Changes a member's role, immediately and for all their keys. Throws `ConflictError` if no owner would be left.
   *
   * @example
   * await client.workspaces.members.update({ workspaceId, userId }, { role: 'editor' });
   */
  update: (ref: MemberRef, body: MemberUpdateParams, options?: RequestOptions): APIPromise<Member> =>
    call('PUT /api/workspaces/{id}/members/{userId}', { params: path(ref), body }, options),

  /** Removes a member, immediately and with all their keys. Throws `ConflictError` if no owner would be left. */
  remove: (ref: MemberRef, options?: RequestOptions): APIPromise<Confirmation> =>
    call('DELETE /api/workspaces/{id}/members/{userId}', { params: path(ref) }, options),

  /**
   * Creates a link that sets a new password for a member. It is mailed to them, or shown once if the server sends no
   * mail. Requires a session. Throws `PermissionDeniedError` if the member is not below the caller everywhere.
   */
  resetPassword: (ref: MemberRef, options?: RequestOptions): APIPromise<MemberPasswordReset> =>
    call('POST /api/workspaces/{id}/members/{userId}/password-reset', { params: path(ref), body: {} }, options),
});

const path = ({ workspaceId, userId }: MemberRef) => ({ id: workspaceId, userId });
