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
  /** Invites somebody. The link is shown this once, works for seven days, and replaces an older one to them. */
  create: (workspaceId: string, body: InvitationCreateParams, options?: RequestOptions): APIPromise<NewInvitation> =>
    call('POST /api/workspaces/{id}/invitations', { params: { id: workspaceId }, body }, options),

  /** Lists the open invitations, the newest first. */
  list: (workspaceId: string, query: InvitationListParams = {}, options?: RequestOptions): PagePromise<Invitation> =>
    list('GET /api/workspaces/{id}/invitations', { params: { id: workspaceId }, query }, options),

  /** Revokes an invitation: its link no longer works. */
  revoke: ({ workspaceId, invitationId }: InvitationRef, options?: RequestOptions): APIPromise<Confirmation> => {
    const params = { id: workspaceId, invitationId };
    return call('DELETE /api/workspaces/{id}/invitations/{invitationId}', { params }, options);
  },
});
