import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import swagger from '@fastify/swagger';
import fastJson, { type Schema } from 'fast-json-stringify';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { forgetRefused } from './admission/admit.ts';
import { countHeaders } from './admission/authenticate.ts';
import { allowOrigins } from './admission/cors.ts';
import { shownError } from './admission/visitors.ts';
import { bodyKindOf } from './body.ts';
import { type Endpoint, methodsOf } from './endpoint.ts';
import { failureReply, HttpError, toAppError } from './errors.ts';
import { lazy } from './lazy.ts';
import { isAmong } from './limits/address.ts';
import { createArrivingBodies } from './limits/arriving-bodies.ts';
import { limitConnections } from './limits/connections.ts';
import { limitPipelining } from './limits/pipelining.ts';
import { mount } from './mount.ts';
import { openApiOptions } from './openapi/document.ts';
import { createMethodRefusals } from './refusals.ts';
import type { ServerParts, Timeouts } from './server-parts.ts';
import { createRouteRefusal } from './suggestions/near-routes.ts';
import { createValidation, isReadableQuery } from './validation.ts';
import { acceptJson } from './wire/bodies/bodies.ts';
import { continueWhenWanted } from './wire/bodies/expect.ts';
import { watchProgress } from './wire/bodies/progress.ts';
import { watchFraming } from './wire/framing.ts';
import { answerRawErrors, refuseFraming, refuseRawErrors, refuseSlow } from './wire/raw-errors.ts';
import { baseHeaders, demandHttps, sendAndLinger } from './wire/reply.ts';

/** The limits of clients' requests. */
const limits = {
  urlCharacters: 8192,
  headerBytes: 16 * 1024,
} as const;

const timeouts: Omit<Timeouts, 'unread'> = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
};

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
  interface FastifyInstance {
    /** Answers a browser that asks for an unknown page; returns whether it did. Null without a dashboard. */
    missingPage: ((request: FastifyRequest, reply: FastifyReply) => boolean) | null;
  }
}

/** The HTTP server, as used by the composition root. */
export type HttpServer = FastifyInstance;

/** Creates the HTTP server without listening. Routes that aren't endpoints may be added before `ready()`. */
export async function createServer(parts: ServerParts): Promise<HttpServer> {
  const validation = createValidation();
  const { headersTimeout, requestTimeout, keepAliveTimeout, connectionsCheckingInterval } = {
    ...timeouts,
    ...parts.timeouts,
  };
  const app = Fastify({
    logger: false,
    genReqId: newRequestId,
    requestIdHeader: false,
    trustProxy: parts.trustedProxies.length > 0 && [...parts.trustedProxies],
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: limits.urlCharacters },
    // Bodies are bounded by their pace instead (`watchProgress`).
    requestTimeout: 0,
    connectionTimeout: 0,
    keepAliveTimeout,
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout,
      connectionsCheckingInterval,
      requireHostHeader: false,
    },
    clientErrorHandler: refuseRawErrors(newRequestId),
    frameworkErrors: (error, request, reply) => {
      const { status, headers, body } = failureReply(toAppError(error), request.id);
      const plain: FastifyReply = reply;
      plain
        .code(status)
        .headers({ ...baseHeaders({ id: request.id }), ...headers })
        .send(body);
    },
  });
  const { server } = app;
  const isExempt = isAmong(parts.trustedProxies);
  const connections = limitConnections(server, { limits: parts.connections, isExempt, onRefused: parts.onRefused });
  app.decorate('connections', connections).decorate('arriving', createArrivingBodies(parts.arriving));
  app.decorate('compresses', parts.compresses ?? true);
  answerRawErrors(server, newRequestId);
  continueWhenWanted(server);
  limitPipelining(app);
  if (parts.secure) demandHttps(server);
  watchFraming(server);
  const onStalled = refuseSlow(newRequestId);
  const onTooMuch = refuseFraming(newRequestId);
  watchProgress(server, {
    ...{ open: connections.open, onStalled, onTooMuch },
    window: requestTimeout,
    interval: connectionsCheckingInterval,
  });
  app.decorateRequest('principal', null).decorateRequest('rawBody', null).decorateRequest('form', null);
  app.decorateRequest('visitor', null).decorate('missingPage', null);
  app.decorateRequest('replyHeaders', null).decorateRequest('rightsOf', 0).decorateRequest('startedAt', 0);
  app.decorateRequest('usedAt', 0);

  app.setValidatorCompiler(({ schema, httpPart }) => validation.compile(schema as object, httpPart ?? 'body'));
  app.setSerializerCompiler(({ schema }) => lazy(() => fastJson(schema as Schema)));
  app.removeAllContentTypeParsers();
  acceptJson(app);

  allowOrigins(app, parts.corsOrigins);
  const refusals = createMethodRefusals(
    parts.endpoints.flatMap((endpoint) => methodsOf(endpoint).map((method) => ({ path: endpoint.path, method }))),
  );
  const noRoute = createRouteRefusal(parts.endpoints);
  addHooks(app, (url) => refusals.at(url) ?? noRoute(url));
  app.setErrorHandler((error, request, reply) => {
    const caught = toFailure(error, { validation, endpoint: request.routeOptions.config?.endpoint });
    const failure = request.visitor === null ? caught : shownError(caught);
    forgetRefused(parts.admission, request, failure);
    if (failure.code === 'internal_error') parts.log.bug(request, failure.cause);
    const { status, headers, body } = failureReply(failure, request.id);
    if (failure.code === 'route_not_found' && app.missingPage?.(request, reply)) {
      parts.log.response(request, reply);
      return;
    }
    if (headers['connection'] === 'close' || isHalfRead(request))
      sendAndLinger(request, reply, { status, headers, body: JSON.stringify(body) });
    else
      reply
        .code(status)
        .headers({ ...baseHeaders(request), ...headers })
        .send(body);
    parts.log.response(request, reply);
  });

  await app.register(swagger, openApiOptions(parts.version));
  for (const endpoint of parts.endpoints) await mount(app, endpoint, parts);
  refusals.mount(app);
  return app;
}

/** The methods that any route has; others are refused everywhere. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

function addHooks(app: FastifyInstance, noRoute: (url: string) => AppError): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onRequest', (request, reply, done) => {
    request.startedAt = performance.now();
    if (closing) request.replyHeaders = { connection: 'close' };
    // Routes that aren't endpoints are sent by Fastify, so set the base headers here.
    if (request.routeOptions.config?.endpoint === undefined) reply.headers(baseHeaders(request));
    done(app.connections.refusalOf(request.raw) ?? refusalOf(request, noRoute));
  });
}

/** Returns the error of a malformed request (form, method, path), checked before authentication. */
function refusalOf(
  { raw, method, is404, params }: FastifyRequest,
  noRoute: (url: string) => AppError,
): AppError | undefined {
  const url = raw.url ?? '';
  if (url.length > limits.urlCharacters) {
    return new AppError('uri_too_long', `The URL is longer than ${limits.urlCharacters} characters.`);
  }
  if (!isReadableQuery(url)) return new AppError('bad_request', 'The query is not percent-encoded UTF-8.');
  // Node also parses HTTP/0.9 and HTTP/2.0 request lines and would answer them like HTTP/1.1.
  if (raw.httpVersionMajor !== 1) return new AppError('bad_request', 'The server supports HTTP/1.0 and HTTP/1.1 only.');
  const hosts = countHeaders(raw, 'host');
  if (hosts > 1 || (hosts === 0 && raw.httpVersionMinor === 1)) {
    return new AppError('bad_request', 'Send exactly one Host header.');
  }
  if (!knownMethods.has(method)) {
    const allow = [...knownMethods].join(', ');
    return new HttpError('method_not_allowed', 'Unknown HTTP method.', { allow });
  }
  return is404 || lacksParameter(params) ? noRoute(url) : undefined;
}

/** True if a path parameter is empty, as in `/api/agents/`: the router matches it, but no ID is empty. */
function lacksParameter(params: unknown): boolean {
  for (const name in params as Readonly<Record<string, string>>) {
    if ((params as Readonly<Record<string, string>>)[name] === '') return true;
  }
  return false;
}

/** True if a part of the body was read and the rest still arrives. Node discards a body only if no reader began it. */
const isHalfRead = ({ raw }: FastifyRequest): boolean => raw.readableDidRead && !raw.complete;

interface FailedAt {
  readonly validation: ReturnType<typeof createValidation>;
  readonly endpoint: Endpoint | undefined;
}

function toFailure(error: unknown, { validation, endpoint }: FailedAt): AppError {
  if (error instanceof AppError) return error;
  const { validation: errors, validationContext: part } = error as {
    validation?: Parameters<typeof validation.failure>[0];
    validationContext?: 'body' | 'querystring' | 'params';
  };
  if (errors !== undefined && part !== undefined) return validation.failure(errors, part);
  return toAppError(error, endpoint && bodyKindOf(endpoint));
}

const processTag = randomBytes(5).toString('hex');
let requests = 0;

/** Returns a new request ID: a random prefix per process, then a counter. */
function newRequestId(_request?: IncomingMessage | object): string {
  requests += 1;
  return `req_${processTag}${requests.toString(36).padStart(6, '0')}`;
}
