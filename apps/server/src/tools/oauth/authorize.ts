import { createHash, randomBytes } from 'node:crypto';
import { isSame } from '../../access/equal-secrets.ts';
import { parseUrl } from '../../parse-url.ts';
import { loadSdk, type Sdk } from '../mcp/sdk.ts';
import { type Discovered, discover, oauthFetch } from './discovery.ts';
import { callbackUrl, clientMetadata, documentClientId } from './document.ts';
import { AccountError } from './error.ts';
import {
  type AuthorizationServer,
  type Grant,
  indicatorOf,
  type OAuthClient,
  type OAuthNeeds,
  type OAuthRecord,
  type Pending,
  recordOf,
} from './record.ts';
import { grantOf } from './tokens.ts';

/** A client that was registered at an authorization server by hand. */
export interface GivenClient {
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  /** The issuer that it is for; with it, no other one gets the secret. */
  readonly issuer?: string | undefined;
  /** Its authorization server; undefined if it is found by discovery. */
  readonly server?: AuthorizationServer | undefined;
  /** Scopes to ask for in place of those that the server names. */
  readonly scope?: string | undefined;
}

/** A sign-in to begin. */
export interface SignIn {
  /** The ID of the account's record. */
  readonly id: string;
  readonly serverUrl: string;
  /** `WWW-Authenticate` of the server's 401, if it was asked. */
  readonly challenge?: string | undefined;
  /** Identifies the browser of the person; the same one must complete the sign-in. */
  readonly session: string;
  readonly publicUrl: string;
  readonly client?: GivenClient | undefined;
}

/** The answer of an authorization server, as the person's browser brings it. */
export interface SignInAnswer {
  readonly id: string;
  readonly session: string;
  readonly params: URLSearchParams;
}

/** Lifetime of a sign-in, in ms. */
const pendingMs = 10 * 60_000;

const sessionDigest = (session: string): string => createHash('sha256').update(session).digest('hex');

/** Returns the ID of the account that a `state` is for; undefined if it has another form. It proves nothing. */
export function accountOf(state: string): string | undefined {
  const [id = '', secret = ''] = state.split('.');
  return id === '' || secret === '' ? undefined : Buffer.from(id, 'base64url').toString();
}

/**
 * Begins a sign-in, and returns the address to which the person is sent. An account that is connected stays so until
 * the sign-in completes. Rejects with an `AccountError`.
 */
export async function beginSignIn(needs: OAuthNeeds, signIn: SignIn): Promise<{ readonly authorizationUrl: string }> {
  const sdk = await loadSdk();
  const discovered = byHand(signIn) ?? (await discover(sdk, needs, signIn));
  return needs.withLock(signIn.id, async () => {
    const record = await recordOf(needs, signIn.id);
    const client = await clientFor(sdk, needs, { signIn, discovered, grant: record.grant });
    const { server, resource } = discovered;
    const scope = signIn.client?.scope ?? discovered.scope;
    const redirectUrl = callbackUrl(signIn.publicUrl);
    const state = `${Buffer.from(signIn.id).toString('base64url')}.${randomBytes(32).toString('base64url')}`;
    const { authorizationUrl, codeVerifier } = await sdk.startAuthorization(server.issuer, {
      metadata: server,
      clientInformation: client,
      redirectUrl,
      state,
      ...indicatorOf(discovered),
      ...(scope === undefined ? {} : { scope }),
    });
    const pending: Pending = {
      ...{ server, client, resource, state, codeVerifier, redirectUrl },
      session: sessionDigest(signIn.session),
      expiresAt: needs.now() + pendingMs,
    };
    await needs.save(signIn.id, { ...record, pending });
    return { authorizationUrl: authorizationUrl.href };
  });
}

/** The place to sign in that a person has set; undefined without one. */
function byHand({ client: { server } = { clientId: '' }, serverUrl: resource }: SignIn): Discovered | undefined {
  if (server === undefined) return undefined;
  return { server, resource, scope: undefined, readsDocuments: false, registrationEndpoint: undefined };
}

interface Registration {
  readonly signIn: SignIn;
  readonly discovered: Discovered;
  readonly grant: Grant | null;
}

/** Chooses who Parley is there: a given client, else its document, else one that it registers. */
async function clientFor(
  sdk: Sdk,
  needs: OAuthNeeds,
  { signIn: { client: given, publicUrl }, discovered, grant }: Registration,
): Promise<OAuthClient> {
  const { server, readsDocuments, registrationEndpoint } = discovered;
  if (given !== undefined) {
    if (given.issuer !== undefined && given.issuer !== server.issuer) throw new AccountError('issuer');
    return { client_id: given.clientId, client_secret: given.clientSecret, isRegistered: false };
  }
  const document = documentClientId(publicUrl);
  if (readsDocuments && document !== undefined) return { client_id: document, isRegistered: false };
  if (registrationEndpoint === undefined) throw new AccountError('client_needed');
  if (grant?.client.isRegistered === true && grant.server.issuer === server.issuer) return grant.client;
  try {
    // Deprecated: for servers that offer nothing else.
    const { client_id, client_secret } = await sdk.registerClient(server.issuer, {
      metadata: { ...server, registration_endpoint: registrationEndpoint },
      clientMetadata: clientMetadata(publicUrl),
      fetchFn: oauthFetch(needs),
    });
    return { client_id, client_secret, isRegistered: true };
  } catch (error) {
    throw new AccountError('client_needed', error);
  }
}

/** Completes a sign-in: exchanges the code for tokens, and connects the account. Rejects with an `AccountError`. */
export async function completeSignIn(needs: OAuthNeeds, { id, session, params }: SignInAnswer): Promise<void> {
  const sdk = await loadSdk();
  await needs.withLock(id, async () => {
    const record = await recordOf(needs, id);
    const { pending } = record;
    const state = params.get('state') ?? '';
    const isOurs =
      pending !== null &&
      pending.expiresAt > needs.now() &&
      isSame(state, pending.state) &&
      isSame(sessionDigest(session), pending.session);
    if (!isOurs) throw new AccountError('state');
    const used: OAuthRecord = { ...record, pending: null };
    // First: a code is exchanged once, whatever happens next.
    await needs.save(id, used);
    await needs.save(id, { ...used, grant: await exchange(sdk, needs, { pending, params }) });
  });
}

async function exchange(
  sdk: Sdk,
  needs: OAuthNeeds,
  { pending, params }: { readonly pending: Pending; readonly params: URLSearchParams },
): Promise<Grant> {
  const { server, client, resource, codeVerifier, redirectUrl } = pending;
  // Before anything else is read of an answer that may be another server's (RFC 9207).
  const iss = issuerOf(sdk, server, params.get('iss') ?? undefined);
  const code = params.get('code');
  if (params.has('error') || code === null) throw new AccountError('refused');
  const tokens = await sdk
    .exchangeAuthorization(server.issuer, {
      metadata: server,
      clientInformation: client,
      authorizationCode: code,
      codeVerifier,
      redirectUri: redirectUrl,
      ...indicatorOf(pending),
      fetchFn: oauthFetch(needs),
      ...(iss === undefined ? {} : { iss }),
    })
    .catch((error) => {
      throw new AccountError('token', error);
    });
  return grantOf(tokens, { server, client, resource }, needs.now());
}

/** Checks the issuer that an answer names, and returns it if it is to be checked again. Throws an `AccountError`. */
function issuerOf(sdk: Sdk, server: AuthorizationServer, iss: string | undefined): string | undefined {
  if (server.isByHand === true) {
    // Its issuer isn't known. That of another server is refused at least.
    if (iss !== undefined && parseUrl(iss)?.origin !== server.issuer) throw new AccountError('issuer');
    return undefined;
  }
  try {
    sdk.validateAuthorizationResponseIssuer({
      iss,
      expectedIssuer: server.issuer,
      issParameterSupported: server.authorization_response_iss_parameter_supported === true,
    });
    return iss;
  } catch (error) {
    throw new AccountError('issuer', error);
  }
}
