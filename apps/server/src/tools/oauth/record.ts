import type { Outbound } from '../../outbound/outbound.ts';

/**
 * The parts of an authorization server's metadata that are needed later (RFC 8414). It is no interface, because the
 * client package takes an object with any further members.
 */
export type AuthorizationServer = {
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly response_types_supported: string[];
  readonly token_endpoint_auth_methods_supported?: string[] | undefined;
  readonly authorization_response_iss_parameter_supported?: boolean | undefined;
  /** True if a person has set its addresses: `issuer` is the origin of the first one then, and nothing else is known. */
  readonly isByHand?: boolean | undefined;
};

/** Parley as an authorization server knows it. */
export interface OAuthClient {
  readonly client_id: string;
  readonly client_secret?: string | undefined;
  /** True if it was registered there by us. */
  readonly isRegistered: boolean;
}

/** The binding of tokens: one resource, one authorization server, one client. */
export interface Binding {
  readonly server: AuthorizationServer;
  readonly client: OAuthClient;
  /** The server that tokens are for: the resource indicator (RFC 8707), unless the addresses were set by hand. */
  readonly resource: string;
}

/** A sign-in that has begun. */
export interface Pending extends Binding {
  readonly state: string;
  /** SHA-256 of what identifies the session that began it. */
  readonly session: string;
  readonly codeVerifier: string;
  readonly redirectUrl: string;
  /** Time in ms. */
  readonly expiresAt: number;
}

/** A connected account. */
export interface Grant extends Binding {
  readonly state: 'connected' | 'reauth_required';
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** Times in ms; null if the server doesn't say how long the token lives. */
  readonly refreshAt: number | null;
  readonly expiresAt: number | null;
}

/** All that is kept of one account. It contains secrets: the caller seals it. */
export interface OAuthRecord {
  readonly pending: Pending | null;
  readonly grant: Grant | null;
}

/** Dependencies of OAuth. */
export interface OAuthNeeds {
  readonly fetch: Outbound['fetch'];
  /** Time in ms. */
  now(): number;
  load(id: string): Promise<OAuthRecord | undefined>;
  save(id: string, record: OAuthRecord): Promise<void>;
  /** Runs work of one account at a time, also if several processes ask for it. */
  withLock<Value>(id: string, work: () => Promise<Value>): Promise<Value>;
}

/** Returns the record of an account, which may be empty. */
export const recordOf = async (needs: OAuthNeeds, id: string): Promise<OAuthRecord> =>
  (await needs.load(id)) ?? { pending: null, grant: null };

/** The resource indicator of a request; none for servers that were set by hand, as many refuse it. */
export const indicatorOf = ({
  server,
  resource,
}: Pick<Binding, 'server' | 'resource'>): { readonly resource?: string } =>
  server.isByHand === true ? {} : { resource };
