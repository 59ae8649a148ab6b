import { sessionCookieFor } from '../../../http/admission/cookies.ts';
import { type CallContext, endpoint } from '../../../http/endpoint.ts';
import { ResetConfirmation, ResetDone, ResetRequest, ResetWays } from './schema.ts';
import type { CompletedReset, Resets } from './service.ts';

const tag = 'Sessions';
/** The same for every address. */
const requested = { message: 'If a user has this address, a link to reset the password is on its way to it.' };

const completed = ({ done, session }: CompletedReset, { secure }: CallContext) => ({
  data: done,
  cookies: [sessionCookieFor(session.token, session.maxAgeSeconds, secure)],
});

/** The operations for a person who has forgotten the password. */
export const resetEndpoints = (resets: Resets) => [
  endpoint({
    id: 'getPasswordResets',
    client: 'passwordResets.retrieve',
    method: 'GET',
    path: '/api/password-resets',
    access: 'public',
    tag,
    summary: 'Check whether the server mails links to reset a password',
    description: 'Says whether `requestPasswordReset` can be used on this server.',
    data: ResetWays,
    handle: async () => ({ data: resets.ways() }),
  }),
  endpoint({
    id: 'requestPasswordReset',
    client: 'passwordResets.request',
    method: 'POST',
    path: '/api/password-resets',
    access: 'public',
    tag,
    summary: 'Have a link to reset your password mailed',
    description:
      'Answers alike whether or not a user has the address. The link works once, within an hour, and replaces an ' +
      'earlier mailed one. At most one is sent to an address a minute, and five an hour.',
    body: ResetRequest,
    data: 'message',
    says: requested.message,
    errors: ['too_many_mails', 'mail_not_configured'],
    handle: (call) => resets.request(call, call.body).then(() => requested),
  }),
  endpoint({
    id: 'confirmPasswordReset',
    client: 'passwordResets.confirm',
    method: 'POST',
    path: '/api/password-resets/confirm',
    access: 'public',
    tag,
    summary: 'Set a new password with the token of a link',
    description:
      'Ends all sessions of the user and signs in: sets the session cookie. API keys stay valid. A mailed link ' +
      'verifies the address; a link that an admin has seen leaves it unverified. A user with a second factor isn’t signed ' +
      'in: the password is set, and `second_factor_required` has the token that completes the sign-in.',
    body: ResetConfirmation,
    data: ResetDone,
    secret: true,
    errors: ['reset_token_invalid', 'second_factor_required', 'too_many_failed_attempts'],
    handle: async (call) => completed(await resets.confirm(call, call.body), call),
  }),
];
