import type { GuidePart } from './entry.ts';

/** Errors of authentication and of permissions. */
export const access = {
  missing_api_key: {
    error: 'Authentication is required.',
    cause: 'The request has neither an API key nor a session.',
    cure: 'Send `Authorization: Bearer <key>`. Keys are made in the dashboard under Settings, API Keys.',
    hint: 'Send an API key as "Authorization: Bearer <key>". Keys are made in the dashboard under Settings, API Keys.',
  },
  invalid_api_key: {
    error: 'The API key is not valid.',
    cause: 'The text after `Bearer` is no key of this server: mistyped, cut off, or of another server.',
    cure: 'Check `PARLEY_API_KEY` and `PARLEY_BASE_URL`. A lost key can’t be shown again: create another one.',
  },
  expired_api_key: {
    error: 'The API key has expired.',
    cause: 'The key was made for 30, 90 or 365 days, which are over; or the overlap after its rotation is.',
    cure: 'Create a key, or use the one that replaced it.',
  },
  revoked_api_key: {
    error: 'The API key has been revoked.',
    cause: 'The key was revoked.',
    cure: 'Create another key, after you know why this one was revoked.',
  },
  inactive_api_key: {
    error: 'The API key is inactive.',
    cause: 'The person of the key is suspended, or is no longer a member of what the key reaches.',
    cure: 'Use a key of an active member. The key works again once its person does.',
    hint: 'Its person is suspended, or is no longer a member of what it reaches; it works again once that ends.',
  },
  session_ended: {
    error: 'The session has ended; sign in again.',
    cause: 'The session expired, was ended from elsewhere, or ended with a change of the password.',
    cure: 'Sign in again.',
  },
  invalid_credentials: {
    error: 'The email or password is wrong.',
    cause: 'The email address or the password of a sign-in, or the current password of a change, is wrong.',
    cure: 'Correct it, or have a link to reset the password mailed.',
  },
  second_factor_required: {
    error: 'The sign-in needs a second factor.',
    cause: 'The password is right, or was reset, and the person has a second factor.',
    cure: 'Send `secondFactor.token` with a code or a passkey to `POST /api/session/second-factor`.',
    hint: 'Send secondFactor.token with a code to POST /api/session/second-factor.',
  },
  second_factor_invalid: {
    error: 'The code or passkey is wrong, or was used before.',
    cause:
      'The code is wrong, too old, or was accepted already; or the passkey is not one of the person for this host.',
    cure: 'Use the next code of the app, an unused recovery code, or a passkey that was added in this dashboard.',
  },
  challenge_expired: {
    error: 'The sign-in or challenge has expired, was used, or was tried too often.',
    cause: 'The token is older than ten minutes, was used, or has had five wrong tries.',
    cure: 'Sign in again, or ask for new options.',
    hint: 'Begin again.',
  },
  confirmation_required: {
    error: 'Confirm that it is you: this needs a proof from the last 15 minutes.',
    cause: 'The operation is sensitive, and the person has not proved their second factor lately.',
    cure: 'Confirm with `POST /api/session/confirmation`, then repeat the request.',
    hint: 'Confirm with POST /api/session/confirmation, then repeat the request.',
  },
  insufficient_scope: {
    error: 'The key lacks the scope agents:write.',
    cause: 'The API key doesn’t have the scope that the operation requires; each operation names its own.',
    cure: 'Use a key with the scope that `error` names. A key’s scopes can only be reduced: create another key.',
  },
  not_an_approver: {
    error: 'You are not among those who are asked about this tool call.',
    cause: 'The tool has `approvers`, and the user of the key or session isn’t one of them.',
    cure:
      'Have one of them decide. A user who is removed from the `approvers` of the tool can no longer decide; one who is ' +
      'added can decide about later calls.',
    hint: 'The `approvers` of its tool say who is.',
  },
  approval_needs_sign_in: {
    error: 'The workspace requires a second factor: sign in to decide about this tool call.',
    cause: 'A mailed link was opened, and the workspace has required a second factor since it was mailed.',
    cure: 'Sign in with the second factor and decide in the dashboard, under Approvals.',
    hint: 'Sign in and open Approvals.',
  },
  insufficient_role: {
    error: 'You do not have permission to manage API keys.',
    cause: 'The caller’s role in the workspace doesn’t allow it, whatever the scopes of the key.',
    cure: 'Ask an owner or admin of the workspace to do it, or to raise the role.',
  },
  origin_not_allowed: {
    error: 'A session can be used from the dashboard itself only.',
    cause: 'A request with a session cookie came from another site, or without `Origin`.',
    cure: 'Programs authenticate with an API key. If it is the dashboard, the operator checks `PUBLIC_URL`.',
    hint: 'Programs authenticate with an API key.',
  },
  session_required: {
    error: 'Only a signed-in person can do this, in the dashboard; an API key cannot.',
    cause: 'The operation is only for people, such as creating API keys or changing a password.',
    cure: 'Do it in the dashboard, or with a session.',
  },
  address_not_verified: {
    error: 'Your address is not verified, so you can’t join another account.',
    cause: 'The invitation is of another account, and the invited person’s address is not verified.',
    cure: 'Sign in and verify the address with a mailed code; the invitation stays open.',
    hint: 'Sign in and verify it with a mailed code (Settings, Security); the invitation stays open.',
  },
  code_invalid: {
    error: 'The code is wrong, has expired, or was tried too often.',
    cause: 'The mailed code that verifies an address doesn’t fit.',
    cure: 'Use the code of the last mail, or have a new one sent.',
    hint: 'Use the code of the last mail, or have a new one sent.',
  },
} satisfies GuidePart;
