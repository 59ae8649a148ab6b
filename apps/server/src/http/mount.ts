import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { AppError } from '../errors.ts';
import { addressOf } from './address.ts';
import { admit, admitAgain } from './admit.ts';
import { type CallContext, type Endpoint, isRepeatable } from './endpoint.ts';
import { type Answer, dataText, entityTag, messageText } from './envelope.ts';
import { type KeptAnswer, repeatIdOf } from './idempotency.ts';
import type { ServerParts } from './parts.ts';
import { matchesTag, readIfMatch } from './preconditions.ts';
import type { Principal } from './principal.ts';
import { sendFinished } from './reply.ts';
import type { RequestLog } from './request-log.ts';
import { sendEvents, sendText } from './streams.ts';

/** A finished reply. */
interface Reply extends KeptAnswer {
  readonly cookies: readonly string[];
}

/** Adds one endpoint to the server. */
export function mount(app: FastifyInstance, endpoint: Endpoint, parts: ServerParts): void {
  const status: number = endpoint.status ?? 200;
  const bodySchema: TSchema | undefined =
    endpoint.body ?? (endpoint.method === 'POST' ? Type.Object({}, { additionalProperties: false }) : undefined);
  const bodyMayLack = endpoint.method === 'POST' && !('required' in (bodySchema ?? {}));
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    schema: {
      ...(endpoint.params && { params: endpoint.params }),
      querystring: endpoint.query ?? Type.Object({}, { additionalProperties: false }),
      ...(bodySchema && { body: bodySchema }),
      ...(typeof endpoint.data === 'object' && {
        response: { [status]: Type.Object({ success: Type.Literal(true), data: endpoint.data }) },
      }),
    },
    onRequest: [
      ...(endpoint.exists === undefined ? [] : [endpoint.exists]),
      ...(endpoint.access === 'public' ? [] : [admit(parts.admission, endpoint.access)]),
    ],
    preValidation: [
      ...(endpoint.access === 'public' || endpoint.method === 'GET'
        ? []
        : [admitAgain(parts.admission, endpoint.access)]),
      ...(bodySchema === undefined ? [] : [requireBody(bodyMayLack)]),
    ],
    handler: isRepeatable(endpoint) ? repeatableHandler(endpoint, parts) : plainHandler(endpoint, parts),
  });
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => void;

const requireBody =
  (mayLack: boolean) =>
  (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    if (request.body === undefined && !mayLack) {
      done(new AppError('invalid_json', 'The request body is required.'));
      return;
    }
    request.body ??= {};
    done();
  };

/** Handles a call without further ado. It is no async function: on the shortest path each promise can be measured. */
function plainHandler(endpoint: Endpoint, parts: ServerParts): Handler {
  return (request, reply) => {
    const call = { ...contextOf(request, endpoint, parts), principal: request.principal, remember: nothing };
    endpoint.handle(call as Parameters<Endpoint['handle']>[0]).then(
      (answer: Answer<unknown>) => respond(reply, answer, { endpoint, request, log: parts.log }),
      (error: unknown) => reply.send(error),
    );
  };
}

const nothing = () => [];

/** Handles a call once for each `Idempotency-Key`. */
function repeatableHandler(endpoint: Endpoint, parts: ServerParts): Handler {
  const plain = plainHandler(endpoint, parts);
  const handle = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { principal, key }: { principal: Principal; key: string },
  ) => {
    const begun = await parts.idempotency.begin({
      ...identityOf(request, principal),
      key,
      body: request.rawBody ?? new Uint8Array(),
    });
    const context = { endpoint, request, log: parts.log };
    if ('again' in begun) {
      const headers = { ...begun.again.headers, 'idempotent-replayed': 'true' };
      return send(reply, { ...begun.again, headers, cookies: [] }, context);
    }
    const { first } = begun;
    try {
      const remember = (answer: Answer<unknown>) => [first.keep(finish(endpoint, answer, reply))];
      const answer = await endpoint.handle({ ...contextOf(request, endpoint, parts), principal, remember });
      return send(reply, finish(endpoint, answer, reply), context);
    } finally {
      first.done();
    }
  };
  return (request, reply) => {
    const key = request.headers['idempotency-key'];
    const { principal } = request;
    if (key === undefined || principal === null) return plain(request, reply);
    handle(request, reply, { principal, key: String(key) }).catch((error: unknown) => reply.send(error));
  };
}

function contextOf(request: FastifyRequest, endpoint: Endpoint, { secure }: ServerParts) {
  return {
    params: request.params,
    query: request.query,
    body: request.body,
    address: addressOf(request),
    userAgent: request.headers['user-agent'] ?? '',
    ifMatch: readIfMatch(request.headers['if-match']),
    secure,
    wantsEvents: request.headers.accept?.includes('text/event-stream') === true,
    lastEventId: lastEventIdOf(request),
    repeatKey: repeatKeyOf(request, endpoint),
  } satisfies CallContext & Record<string, unknown>;
}

function lastEventIdOf({ headers }: FastifyRequest): string | undefined {
  const id = headers['last-event-id'];
  return typeof id === 'string' ? id : undefined;
}

/** How a request that is repeatable in its own way is known; see `CallContext.repeatKey`. */
function repeatKeyOf(request: FastifyRequest, endpoint: Endpoint): string | undefined {
  const key = request.headers['idempotency-key'];
  const { principal } = request;
  if (endpoint.repeatable !== 'own' || key === undefined || principal === null) return undefined;
  return `key:${repeatIdOf({ ...identityOf(request, principal), key: String(key) })}`;
}

const identityOf = ({ method, url }: FastifyRequest, principal: Principal) => ({
  principal: principal.kind === 'key' ? principal.id : principal.user.id,
  method,
  path: url,
});

/** Puts an answer into its text and headers: the same for the reply and for what an Idempotency-Key keeps. */
function finish(endpoint: Endpoint, answer: Answer<unknown>, reply: FastifyReply): Reply {
  const status = endpoint.status ?? 200;
  const headers: Record<string, string> = {};
  if (answer.version !== undefined) headers['etag'] = entityTag(answer.version);
  if (answer.replayed === true) headers['idempotent-replayed'] = 'true';
  if (endpoint.location !== undefined) {
    headers['location'] = endpoint.location(answer.data ?? JSON.parse(answer.json ?? '{}'), reply.request.params);
  }
  const cookies = answer.cookies ?? [];
  if (answer.message !== undefined) return { status, headers, cookies, body: messageText(answer.message) };
  if (answer.json !== undefined) return { status, headers, cookies, body: dataText(answer.json) };
  const body = reply.serializeInput({ success: true, data: answer.data }, String(status)) as string;
  return { status, headers, cookies, body };
}

function respond(reply: FastifyReply, answer: Answer<unknown>, context: SendContext): void {
  const { endpoint, request, log } = context;
  if (answer.events === undefined && answer.text === undefined) {
    send(reply, finish(endpoint, answer, reply), context);
    return;
  }
  const sent = answer.events === undefined ? sendText(request, reply, answer.text) : sendEvents(request, reply, answer);
  log.response(request, reply);
  sent.catch((error: unknown) => log.bug(request.id, error));
}

interface SendContext {
  readonly endpoint: Endpoint;
  readonly request: FastifyRequest;
  readonly log: RequestLog;
}

function send(
  reply: FastifyReply,
  { status, headers, cookies, body }: Reply,
  { endpoint, request, log }: SendContext,
): void {
  const tag = headers['etag'];
  const current = endpoint.method === 'GET' && tag !== undefined && matchesTag(request.headers['if-none-match'], tag);
  sendFinished(request, reply, {
    status: current ? 304 : status,
    headers: {
      ...headers,
      ...(endpoint.secret === true && { 'cache-control': 'no-store' }),
      ...(cookies.length > 0 && { 'set-cookie': [...cookies] }),
    },
    body,
  });
  log.response(request, reply);
}
