import type { Api } from '../core/api.ts';
import type { APIPromise } from '../core/api-promise.ts';
import type { RequestOptions } from '../core/request.ts';
import type {
  InvitationAccepted,
  InvitationAcceptParams,
  InvitationPreview,
  InvitationPreviewParams,
} from '../types.ts';

/** Invitations, as those see them who are invited. */
export type Invitations = ReturnType<typeof createInvitations>;

/** The methods of `client.invitations`; they need neither a key nor a session. */
export const createInvitations = ({ call }: Api) => ({
  /** Looks at an invitation by the token of its link; `NotFoundError` once it was used, was revoked or has ended. */
  preview: (body: InvitationPreviewParams, options?: RequestOptions): APIPromise<InvitationPreview> =>
    call('POST /api/invitations/preview', { body, once: false }, options),

  /** Accepts an invitation and signs in: somebody new chooses a password, others give theirs. */
  accept: (body: InvitationAcceptParams, options?: RequestOptions): APIPromise<InvitationAccepted> =>
    call('POST /api/invitations/accept', { body, once: true }, options),
});
