import type { Api } from '../core/api.ts';
import type { APIPromise } from '../core/api-promise.ts';
import type { Confirmation } from '../core/envelope.ts';
import type { PagePromise } from '../core/page.ts';
import type { RequestOptions } from '../core/request.ts';
import type {
  Invitation,
  InvitationCreateParams,
  InvitationListParams,
  InvitationRef,
  NewInvitation,
} from '../types.ts';

/** The methods of `client.workspaces.invitations`. */
export const createWorkspaceInvitations = ({ call, list }: Api) => ({
  /**
   * Invites a person. The link is shown once, is valid for seven days, and replaces an earlier one for the same email.
   */
  create: (workspaceId: string, body: InvitationCreateParams, options?: RequestOptions): APIPromise<NewInvitation> =>
    call('POST /api/workspaces/{id}/invitations', { params: { id: workspaceId }, body }, options),

  /** Lists the open invitations, newest first unless `sort` says otherwise. */
  list: (workspaceId: string, query: InvitationListParams = {}, options?: RequestOptions): PagePromise<Invitation> =>
    list('GET /api/workspaces/{id}/invitations', { params: { id: workspaceId }, query }, options),

  /** Gets an open invitation. */
  retrieve: ({ workspaceId, invitationId }: InvitationRef, options?: RequestOptions): APIPromise<Invitation> => {
    const params = { id: workspaceId, invitationId };
    return call('GET /api/workspaces/{id}/invitations/{invitationId}', { params }, options);
  },

  /** Revokes an invitation: its link stops working. */
  revoke: ({ workspaceId, invitationId }: InvitationRef, options?: RequestOptions): APIPromise<Confirmation> => {
    const params = { id: workspaceId, invitationId };
    return call('DELETE /api/workspaces/{id}/invitations/{invitationId}', { params }, options);
  },
});
