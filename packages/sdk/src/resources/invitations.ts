import type { Api } from '../core/api.ts';
import type { APIPromise } from '../core/api-promise.ts';
import type { RequestOptions } from '../core/request.ts';
import type {
  InvitationAccepted,
  InvitationAcceptParams,
  InvitationPreview,
  InvitationPreviewParams,
} from '../types.ts';

/** Invitations, from the invited user's side. */
export type Invitations = ReturnType<typeof createInvitations>;

/** The methods of `client.invitations`; they need no authentication. */
export const createInvitations = ({ call }: Api) => ({
  /**
   * Gets an invitation by the token of its link. Throws `NotFoundError` if it has been used, was revoked or has
   * expired.
   */
  preview: (body: InvitationPreviewParams, options?: RequestOptions): APIPromise<InvitationPreview> =>
    call('POST /api/invitations/preview', { body, once: false }, options),

  /** Accepts an invitation and signs in. A new user chooses a password; an existing one enters theirs. */
  accept: (body: InvitationAcceptParams, options?: RequestOptions): APIPromise<InvitationAccepted> =>
    call('POST /api/invitations/accept', { body, once: true }, options),
});
