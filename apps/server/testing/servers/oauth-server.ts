import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../outbound/world.ts';

/** An authorization server with a resource of its own, `/mcp`, on loopback. */
export interface TestOAuthServer {
  readonly issuer: string;
  readonly resource: string;
  readonly port: number;
  /** Members of the metadata that differ; undefined leaves one out. */
  metadata: Readonly<Record<string, unknown>>;
  /** Members of the protected-resource metadata that differ; null for a server without it. */
  resourceMetadata: Readonly<Record<string, unknown>> | null;
  /** Lifetime of tokens in s; undefined if the server doesn't say it. */
  expiresIn: number | undefined;
  /** True if each refresh gives another refresh token, and ends the one before. */
  rotates: boolean;
  /** Answers the token endpoint instead, with a status and a body. */
  broken: { readonly status: number; readonly body: string } | null;
  /** Forms that the token endpoint received. */
  readonly tokenRequests: Readonly<Record<string, string>>[];
  readonly registrations: unknown[];
  /** Ends all refresh tokens. */
  revoke(): void;
  /** True if it gave the token out. */
  accepts(token: string): boolean;
  /** Plays the person's browser: opens the address, agrees, and returns the parameters of the way back. */
  agree(authorizationUrl: string): URLSearchParams;
  close(): void;
}

interface Code {
  readonly challenge: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly resource: string;
}

/** Starts a server that reads Client ID Metadata Documents, and says its `iss`. */
export async function startOAuthServer(): Promise<TestOAuthServer> {
  const codes = new Map<string, Code>();
  const refreshTokens = new Set<string>();
  const accessTokens = new Set<string>();
  const http = createServer((request, response) => void serve(request, response));
  const port = await listen(http);
  const issuer = `http://127.0.0.1:${port}`;
  const server: TestOAuthServer = {
    issuer,
    port,
    resource: `${issuer}/mcp`,
    metadata: {},
    resourceMetadata: {},
    expiresIn: 3_600,
    rotates: true,
    broken: null,
    tokenRequests: [],
    registrations: [],
    revoke: () => refreshTokens.clear(),
    accepts: (token) => accessTokens.has(token),
    agree: (authorizationUrl) => {
      const { searchParams: asked } = new URL(authorizationUrl);
      const code = randomUUID();
      codes.set(code, {
        challenge: asked.get('code_challenge') ?? '',
        clientId: asked.get('client_id') ?? '',
        redirectUri: asked.get('redirect_uri') ?? '',
        resource: asked.get('resource') ?? '',
      });
      return new URLSearchParams({ code, state: asked.get('state') ?? '', iss: issuer });
    },
    close: () => {
      http.close();
      http.closeAllConnections();
    },
  };

  const issue = () => {
    const [access, refresh] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    accessTokens.add(access);
    refreshTokens.add(refresh);
    const lifetime = server.expiresIn === undefined ? {} : { expires_in: server.expiresIn };
    return { access_token: access, refresh_token: refresh, token_type: 'Bearer', ...lifetime };
  };
  const exchange = (form: Readonly<Record<string, string>>): object | null => {
    const code = codes.get(form['code'] ?? '');
    codes.delete(form['code'] ?? '');
    const challenge = createHash('sha256')
      .update(form['code_verifier'] ?? '')
      .digest('base64url');
    const isRight =
      code?.challenge === challenge &&
      code.clientId === form['client_id'] &&
      code.redirectUri === form['redirect_uri'] &&
      code.resource === (form['resource'] ?? '');
    return isRight ? issue() : null;
  };
  const renew = (form: Readonly<Record<string, string>>): object | null => {
    const token = form['refresh_token'] ?? '';
    if (!refreshTokens.has(token)) return null;
    if (!server.rotates) return { ...issue(), refresh_token: undefined };
    refreshTokens.delete(token);
    return issue();
  };
  const token = async (request: IncomingMessage, response: ServerResponse) => {
    const form = Object.fromEntries(new URLSearchParams(await textOf(request)));
    const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const [clientId, secret] = Buffer.from(basic ?? '', 'base64')
      .toString()
      .split(':');
    const whole = basic === undefined ? form : { ...form, client_id: clientId ?? '', client_secret: secret ?? '' };
    server.tokenRequests.push(whole);
    if (server.broken !== null) return void response.writeHead(server.broken.status).end(server.broken.body);
    const tokens = form['grant_type'] === 'refresh_token' ? renew(whole) : exchange(whole);
    if (tokens === null)
      return answer(response, 400, { error: 'invalid_grant', error_description: 'text of the server' });
    answer(response, 200, tokens);
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '', issuer);
    if (pathname === '/token') return token(request, response);
    if (pathname === '/register') {
      server.registrations.push(JSON.parse(await textOf(request)));
      return answer(response, 201, { client_id: 'registered', redirect_uris: ['https://parley.test/x'] });
    }
    if (pathname === '/.well-known/oauth-protected-resource/mcp' && server.resourceMetadata !== null) {
      const { resource } = server;
      return answer(response, 200, { resource, authorization_servers: [issuer], ...server.resourceMetadata });
    }
    if (pathname === '/.well-known/oauth-authorization-server') return answer(response, 200, metadataOf(server));
    answer(response, 404, {});
  };
  return server;
}

const metadataOf = ({ issuer, metadata }: TestOAuthServer): object => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  response_types_supported: ['code'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  token_endpoint_auth_methods_supported: ['none', 'client_secret_basic'],
  ...metadata,
});

const answer = (response: ServerResponse, status: number, body: object): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
