import { withoutEndSlashes } from '../../parse-url.ts';
/** Path of our Client ID Metadata Document, whose URL is our client ID. */
export const clientDocumentPath = '/api/oauth/mcp-client';

/** Path to which authorization servers send people back. */
export const callbackPath = '/connect/callback';

/** A client as its authorization server knows it (RFC 7591, "Client Metadata"). */
export interface ClientMetadata {
  readonly client_name: string;
  readonly client_uri: string;
  readonly redirect_uris: string[];
  readonly grant_types: string[];
  readonly response_types: string[];
  readonly token_endpoint_auth_method: string;
  readonly application_type: string;
}

const join = (publicUrl: string, path: string): string => withoutEndSlashes(publicUrl) + path;

/** The URL to which authorization servers send people back. */
export const callbackUrl = (publicUrl: string): string => join(publicUrl, callbackPath);

/** Returns how Parley describes itself as a client. It has no secret: it proves itself by PKCE. */
export const clientMetadata = (publicUrl: string): ClientMetadata => ({
  client_name: 'Parley',
  client_uri: publicUrl,
  redirect_uris: [callbackUrl(publicUrl)],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  application_type: 'web',
});

/** The client ID of Parley: the URL of its document. Undefined without https, which the document needs. */
export function documentClientId(publicUrl: string): string | undefined {
  return publicUrl.startsWith('https://') ? join(publicUrl, clientDocumentPath) : undefined;
}

/** Returns the Client ID Metadata Document, served at `clientDocumentPath` without authentication. */
export const clientDocument = (publicUrl: string) => ({
  client_id: join(publicUrl, clientDocumentPath),
  ...clientMetadata(publicUrl),
});
