/**
 * Reasons why a server's account can't be used.
 *
 * - `not_connected`: no account is connected, or one of another server
 * - `reauth_required`: the account must be connected again
 * - `discovery`: the server doesn't say where to sign in, or contradicts itself
 * - `pkce`: its authorization server doesn't support PKCE with S256
 * - `client_needed`: its authorization server knows no client that Parley could be; a client ID must be set
 * - `state`: the answer of the authorization server belongs to no request of this session
 * - `issuer`: the answer or the metadata is that of another authorization server
 * - `refused`: the person or the authorization server said no
 * - `token`: the authorization server gave no usable token, for now
 */
export type AccountErrorCode =
  | 'not_connected'
  | 'reauth_required'
  | 'discovery'
  | 'pkce'
  | 'client_needed'
  | 'state'
  | 'issuer'
  | 'refused'
  | 'token';

const messages: Readonly<Record<AccountErrorCode, string>> = {
  not_connected: 'No account of this server is connected.',
  reauth_required: 'The account of this server must be connected again.',
  discovery: 'The server does not say where to sign in.',
  pkce: 'The authorization server does not support PKCE with S256.',
  client_needed: 'The authorization server needs a client ID. Register Parley there, and set the client ID.',
  state: 'The sign-in is unknown or has expired. Start again.',
  issuer: 'The answer is not that of the authorization server that was asked.',
  refused: 'The authorization server refused the sign-in.',
  token: 'The authorization server gave no usable token.',
};

/** A failure of OAuth. A tenant may see the message: it contains no text of a server. */
export class AccountError extends Error {
  readonly code: AccountErrorCode;

  constructor(code: AccountErrorCode, cause?: unknown) {
    super(messages[code], { cause });
    this.name = 'AccountError';
    this.code = code;
  }
}
