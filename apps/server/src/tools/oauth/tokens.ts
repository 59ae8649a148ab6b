import { loadSdk, type Sdk } from '../mcp/sdk.ts';
import { oauthFetch } from './discovery.ts';
import { AccountError } from './error.ts';
import { type Binding, type Grant, indicatorOf, type OAuthNeeds, recordOf } from './record.ts';

type Tokens = Awaited<ReturnType<Sdk['exchangeAuthorization']>>;

/** The part of its lifetime after which a token is refreshed. */
const refreshAfter = 0.8;

/** Refusals after which only a person can help. */
const final = ['invalid_grant', 'invalid_client', 'unauthorized_client'];

/** A token to use. */
export interface Wanted {
  readonly id: string;
  /** The server that it will be sent to. */
  readonly serverUrl: string;
  /** A token that the server has answered with 401: it isn't returned again. */
  readonly rejected?: string | undefined;
}

/** Returns the account that tokens connect. Throws an `AccountError` if they aren't bearer tokens. */
export function grantOf(tokens: Tokens, binding: Binding, now: number): Grant {
  const {
    access_token: accessToken,
    refresh_token: refreshToken = null,
    token_type: type,
    expires_in: seconds,
  } = tokens;
  if (type.toLowerCase() !== 'bearer') throw new AccountError('token');
  const lifetime = seconds === undefined ? null : seconds * 1_000;
  return {
    ...binding,
    state: 'connected',
    accessToken,
    refreshToken,
    refreshAt: lifetime === null ? null : now + lifetime * refreshAfter,
    expiresAt: lifetime === null ? null : now + lifetime,
  };
}

/**
 * Returns the access token of an account. A token past 80 % of its lifetime is refreshed first, by one caller while
 * the others wait. Rejects with an `AccountError`: `reauth_required` is stored, `token` is for now.
 */
export async function accessToken(needs: OAuthNeeds, wanted: Wanted): Promise<string> {
  const sdk = await loadSdk();
  const current = await usableGrant(sdk, needs, wanted);
  if (isFresh(current, wanted, needs.now())) return current.accessToken;
  return needs.withLock(wanted.id, async () => {
    // Another caller may have refreshed it.
    const grant = await usableGrant(sdk, needs, wanted);
    return isFresh(grant, wanted, needs.now()) ? grant.accessToken : refresh(sdk, needs, { grant, wanted });
  });
}

const isFresh = ({ accessToken: token, refreshAt }: Grant, { rejected }: Wanted, now: number): boolean =>
  token !== rejected && (refreshAt === null || now < refreshAt);

async function usableGrant(sdk: Sdk, needs: OAuthNeeds, { id, serverUrl }: Wanted): Promise<Grant> {
  const { grant } = await recordOf(needs, id);
  const isFor =
    grant !== null && sdk.checkResourceAllowed({ requestedResource: serverUrl, configuredResource: grant.resource });
  if (!isFor) throw new AccountError('not_connected');
  if (grant.state === 'reauth_required') throw new AccountError('reauth_required');
  return grant;
}

interface Refreshing {
  readonly grant: Grant;
  readonly wanted: Wanted;
}

async function refresh(sdk: Sdk, needs: OAuthNeeds, { grant, wanted }: Refreshing): Promise<string> {
  const { accessToken: token, refreshToken, expiresAt, server, client, resource } = grant;
  const isUsable = token !== wanted.rejected && (expiresAt === null || needs.now() < expiresAt);
  if (refreshToken === null) return isUsable ? token : lose(needs, wanted.id);
  try {
    const tokens = await sdk.refreshAuthorization(server.issuer, {
      metadata: server,
      clientInformation: client,
      refreshToken,
      ...indicatorOf(grant),
      fetchFn: oauthFetch(needs),
    });
    const next = grantOf(tokens, { server, client, resource }, needs.now());
    await needs.save(wanted.id, { ...(await recordOf(needs, wanted.id)), grant: next });
    return next.accessToken;
  } catch (error) {
    if (error instanceof sdk.OAuthError && final.includes(error.code)) return lose(needs, wanted.id, error);
    if (isUsable) return token;
    throw error instanceof AccountError ? error : new AccountError('token', error);
  }
}

/** Stores that the account must be connected again, and throws that. Its tokens are forgotten. */
async function lose(needs: OAuthNeeds, id: string, cause?: unknown): Promise<never> {
  const record = await recordOf(needs, id);
  const grant: Grant | null = record.grant && {
    ...record.grant,
    ...{ state: 'reauth_required', accessToken: '', refreshToken: null, refreshAt: null, expiresAt: null },
  };
  await needs.save(id, { ...record, grant });
  throw new AccountError('reauth_required', cause);
}
