import { type Static, Type } from 'typebox';
import type { ErrorDetail } from '../../errors.ts';
import { parseUrl } from '../../parse-url.ts';
import type { AuthorizationServer } from './record.ts';

const address = (description: string, example: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 2_000, description, examples: [example] }));

/** An OAuth client that a person has registered at an authorization server. */
export const OAuthByHand = Type.Object(
  {
    clientId: Type.String({
      ...{ minLength: 1, maxLength: 500, pattern: '^[\\x20-\\x7e]+$' },
      description: 'ID of the client. Its secret, if it has one, is the secret `OAUTH_CLIENT_SECRET` of the tool.',
      examples: ['parley-shop'],
    }),
    authorizationUrl: address('Address at which people sign in.', 'https://auth.example.com/authorize'),
    tokenUrl: address('Address at which tokens are issued and refreshed.', 'https://auth.example.com/token'),
    scope: Type.Optional(
      Type.String({
        ...{ minLength: 1, maxLength: 1_000, pattern: '^[\\x20-\\x7e]+$' },
        description: 'Scopes to ask for, separated by spaces; those that the server names by default.',
        examples: ['orders:read'],
      }),
    ),
  },
  {
    additionalProperties: false,
    description:
      'OAuth client that you have registered by hand, with the redirect URI `/connect/callback` of this instance.',
  },
);
export type OAuthByHand = Static<typeof OAuthByHand>;

/** True for https, and for http on this machine. People are sent to such an address, and secrets as well. */
export function isSafeAddress(address: string): boolean {
  const url = parseUrl(address);
  if (url === undefined || url.username !== '' || url.password !== '') return false;
  const { protocol, hostname } = url;
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname));
}

/** Finds what is wrong with a client; `needsAddresses` is true if nothing else says where to sign in. */
export function byHandProblems(client: OAuthByHand | undefined, needsAddresses: boolean): ErrorDetail[] {
  if (client === undefined) return [];
  const names = ['authorizationUrl', 'tokenUrl'] as const;
  const isGiven = names.some((name) => client[name] !== undefined);
  return names.flatMap((name) => {
    const { [name]: value } = client;
    const path = `settings.oauth.${name}`;
    if (value === undefined) return needsAddresses || isGiven ? [{ path, message: 'is required' }] : [];
    if (!isSafeAddress(value)) return [{ path, message: 'must be a URL with https, without user name and password' }];
    return new URL(value).hash === '' ? [] : [{ path, message: 'must not have a fragment' }];
  });
}

/** The authorization server of a client; undefined if the server of the tool says which it is. */
export function serverByHand({ authorizationUrl, tokenUrl }: OAuthByHand): AuthorizationServer | undefined {
  if (authorizationUrl === undefined || tokenUrl === undefined) return undefined;
  return {
    // Its issuer isn't known, but is of this origin.
    ...{ issuer: new URL(authorizationUrl).origin, isByHand: true },
    ...{ authorization_endpoint: authorizationUrl, token_endpoint: tokenUrl, response_types_supported: ['code'] },
  };
}

/** The origin to which the secret of a client goes; undefined if the server of the tool says which it is. */
export const tokenOrigin = (client: OAuthByHand | undefined): string | undefined =>
  client?.tokenUrl === undefined ? undefined : parseUrl(client.tokenUrl)?.origin;
