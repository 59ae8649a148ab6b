import { createDoorFetch, type DoorFetch } from '../mcp/door-fetch.ts';
import type { Sdk } from '../mcp/sdk.ts';
import { isSafeAddress } from './by-hand.ts';
import { AccountError } from './error.ts';
import type { AuthorizationServer, OAuthNeeds } from './record.ts';

/** The place to sign in for a server. */
export interface Discovered {
  readonly server: AuthorizationServer;
  readonly resource: string;
  readonly scope: string | undefined;
  /** True if it reads Client ID Metadata Documents. */
  readonly readsDocuments: boolean;
  readonly registrationEndpoint: string | undefined;
}

type Metadata = NonNullable<Awaited<ReturnType<Sdk['discoverAuthorizationServerMetadata']>>>;
type ServerInfo = Awaited<ReturnType<Sdk['discoverOAuthServerInfo']>>;

/** Limits of the requests of OAuth together. */
const limits = { timeoutMs: 10_000, messageBytes: 256 * 1024, totalBytes: 1024 * 1024 };

/** Creates the `fetch` of one step of OAuth. */
export const oauthFetch = ({ fetch }: Pick<OAuthNeeds, 'fetch'>): DoorFetch => {
  const door = createDoorFetch(fetch, limits);
  return (url, init) => door(url, init);
};

/**
 * Finds where to sign in for a server: by its protected-resource metadata (RFC 9728), to which the `WWW-Authenticate`
 * of its 401 may lead, then by the metadata of the authorization server (RFC 8414, OpenID Connect Discovery). Rejects
 * with an `AccountError`.
 */
export async function discover(
  sdk: Sdk,
  needs: Pick<OAuthNeeds, 'fetch'>,
  { serverUrl, challenge = '' }: { readonly serverUrl: string; readonly challenge?: string | undefined },
): Promise<Discovered> {
  const { resourceMetadataUrl, scope } = readChallenge(sdk, challenge);
  const info = await sdk
    .discoverOAuthServerInfo(serverUrl, {
      fetchFn: oauthFetch(needs),
      ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl }),
    })
    .catch((error) => {
      throw new AccountError(error instanceof sdk.IssuerMismatchError ? 'issuer' : 'discovery', error);
    });
  const metadata = info.authorizationServerMetadata;
  if (metadata === undefined || ![metadata.authorization_endpoint, metadata.token_endpoint].every(isSafeAddress)) {
    throw new AccountError('discovery');
  }
  // A server that doesn't say so is taken not to support it, as the protocol demands.
  if (metadata.code_challenge_methods_supported?.includes('S256') !== true) throw new AccountError('pkce');
  return {
    server: toServer(metadata),
    resource: resourceOf(sdk, serverUrl, info),
    scope: scopeOf(scope ?? info.resourceMetadata?.scopes_supported?.join(' '), metadata),
    readsDocuments: (metadata as Readonly<Record<string, unknown>>)['client_id_metadata_document_supported'] === true,
    registrationEndpoint: metadata.registration_endpoint,
  };
}

const readChallenge = (sdk: Sdk, challenge: string) =>
  sdk.extractWWWAuthenticateParams(new Response(null, { headers: { 'www-authenticate': challenge } }));

/** The metadata's own resource, if it covers the server; else the server. */
function resourceOf(sdk: Sdk, serverUrl: string, { resourceMetadata }: ServerInfo): string {
  if (resourceMetadata === undefined) return sdk.resourceUrlFromServerUrl(serverUrl).href;
  const { resource } = resourceMetadata;
  if (!sdk.checkResourceAllowed({ requestedResource: serverUrl, configuredResource: resource })) {
    throw new AccountError('discovery');
  }
  return resource;
}

/** The scope that is asked for, with the one that gives refresh tokens if the server knows it. */
function scopeOf(scope: string | undefined, { scopes_supported: known = [] }: Metadata): string | undefined {
  const names = new Set((scope ?? '').split(' ').filter((name) => name !== ''));
  if (known.includes('offline_access')) names.add('offline_access');
  return names.size === 0 ? undefined : [...names].join(' ');
}

const toServer = (metadata: Metadata): AuthorizationServer => ({
  issuer: metadata.issuer,
  authorization_endpoint: metadata.authorization_endpoint,
  token_endpoint: metadata.token_endpoint,
  response_types_supported: metadata.response_types_supported,
  token_endpoint_auth_methods_supported: metadata.token_endpoint_auth_methods_supported,
  authorization_response_iss_parameter_supported:
    (metadata as Readonly<Record<string, unknown>>)['authorization_response_iss_parameter_supported'] === true,
});
