import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { isPrincipal, type RequestActor } from '../access/actor.ts';
import { keyInProgress } from '../errors.ts';
import type { Repeat } from '../storage/idempotency.ts';
import type { AwaitedAnswer } from '../storage/scans/scan-queue.ts';
import type { Statement } from '../storage/unit.ts';
import { admit, admitAgain } from './admission/admit.ts';
import { type Handler, refusalOf, unlessFull } from './admission/unless-full.ts';
import { onlyForVisitors } from './admission/visitors.ts';
import { bodyKindOf } from './body.ts';
import { type CallContext, type Endpoint, isRepeatable, methodsOf } from './endpoint.ts';
import { repeatOf } from './idempotency/idempotency.ts';
import { addressOf } from './limits/address.ts';
import { traceIdOf } from './logging/trace.ts';
import { versionsDemanded } from './preconditions.ts';
import type { Answer } from './responses/envelope.ts';
import { finish, respond, send, sendAgain } from './responses/respond.ts';
import type { ServerParts } from './server-parts.ts';
import { awaitedAnswer } from './wire/awaited-answer.ts';
import { acceptBody, bodyValidation, requireBody, validatedBody } from './wire/bodies/bodies.ts';
import { asksForEvents } from './wire/streams.ts';

/** Adds one endpoint to the server; one whose body isn't just JSON in a scope of its own. */
export async function mount(app: FastifyInstance, endpoint: Endpoint, parts: ServerParts): Promise<void> {
  const kind = bodyKindOf(endpoint);
  if (kind === undefined || kind.kind === 'json') return addRoute(app, endpoint, parts);
  await app.register((scope, _options, done) => {
    addRoute(scope, acceptBody(scope, endpoint, kind), parts);
    done();
  });
}

function addRoute(app: FastifyInstance, endpoint: Endpoint, parts: ServerParts): void {
  const kind = bodyKindOf(endpoint);
  const bodySchema = validatedBody(endpoint, kind);
  const bodyMayLack = endpoint.method !== 'PUT' && endpoint.method !== 'PATCH' && !('required' in (bodySchema ?? {}));
  const route = {
    url: endpoint.path,
    config: { endpoint },
    onRequest: [
      ...(endpoint.exists === undefined ? [] : [endpoint.exists]),
      ...(endpoint.screen === undefined ? [] : [screening(endpoint.screen)]),
      ...(endpoint.access === 'public' ? [] : [admit(parts.admission, endpoint)]),
    ],
    preValidation: [
      ...(endpoint.access === 'public' || endpoint.method === 'GET' ? [] : [admitAgain(parts.admission, endpoint)]),
      ...(endpoint.visitors === undefined ? [] : [onlyForVisitors(endpoint.visitors.takes)]),
      ...(bodySchema === undefined ? [] : [requireBody(bodyMayLack)]),
    ],
    handler: unlessFull(endpoint, parts, handlerOf(endpoint, parts)),
  };
  for (const method of methodsOf(endpoint)) {
    // The API document names each operation once.
    app.route({ ...route, method, schema: { ...schemaOf(endpoint), hide: method !== endpoint.method } });
  }
}

/** The schemas of a request and its answer. */
function schemaOf(endpoint: Endpoint) {
  const kind = bodyKindOf(endpoint);
  const status: number = endpoint.status ?? 200;
  const data: TSchema | string = endpoint.preview ?? endpoint.data;
  return {
    ...(endpoint.params && { params: endpoint.params }),
    querystring: endpoint.query ?? Type.Object({}, { additionalProperties: false }),
    ...(validatedBody(endpoint, kind) && { body: bodyValidation(endpoint, kind) }),
    ...(typeof data === 'object' && {
      response: { [status]: Type.Object({ success: Type.Literal(true), data }) },
    }),
  };
}

/** The hook that screens a request before its body is read. */
const screening =
  (screen: NonNullable<Endpoint['screen']>) =>
  (request: FastifyRequest): Promise<void> =>
    screen({
      params: request.params as Record<string, string>,
      headers: request.headers,
      address: addressOf(request),
    });

/** Handles a call without idempotency. Not async: on the fastest path each promise is measurable. */
function plainHandler(endpoint: Endpoint, parts: ServerParts): Handler {
  return (request, reply) => {
    try {
      const answer =
        endpoint.scans === true ? awaitedAnswer(reply, () => refusalOf(endpoint, request, parts)) : undefined;
      const call = contextOf(request, parts, { remember: nothing, awaited: answer });
      return endpoint.handle(call as Parameters<Endpoint['handle']>[0]).then(
        (answer: Answer<unknown>) => respond(reply, answer, { endpoint, request, parts }),
        (error: unknown) => void reply.send(error),
      );
    } catch (error) {
      // A header is malformed, or the handler refused the call before it waited for anything.
      reply.send(error);
      return Promise.resolve();
    }
  };
}

const nothing = () => [];

/** Handles a call; if the endpoint is repeatable and the request has an `Idempotency-Key`, once per key. */
function handlerOf(endpoint: Endpoint, parts: ServerParts): Handler {
  const plain = plainHandler(endpoint, parts);
  if (!isRepeatable(endpoint)) return plain;
  const once = endpoint.repeatable === 'by effect' ? onceByEffect(endpoint, parts) : onceByAnswer(endpoint, parts);
  return (request, reply) => {
    const key = request.headers['idempotency-key'];
    const actor = request.principal ?? request.visitor;
    if (key === undefined || actor === null) return plain(request, reply);
    return once(request, reply, { actor, key: String(key) }).catch((error: unknown) => void reply.send(error));
  };
}

type KeyedHandler = (
  request: FastifyRequest,
  reply: FastifyReply,
  keyed: { readonly actor: RequestActor; readonly key: string },
) => Promise<void>;

/** Recognises a retry by the stored answer, which the endpoint writes in the effect's unit of work. */
function onceByAnswer(endpoint: Endpoint, parts: ServerParts): KeyedHandler {
  return async (request, reply, { actor, key }) => {
    const repeat = repeatOf(identityOf(request, actor, key));
    const begun = await parts.idempotency.begin(repeat, actor);
    const context = { endpoint, request, parts };
    if ('again' in begun) return sendAgain(reply, begun.again, context);
    const { first } = begun;
    try {
      const remember = (answer: Answer<unknown>) => [first.keep(finish(endpoint, answer, reply))];
      const answer = await endpoint.handle(contextOf(request, parts, { remember }));
      send(reply, finish(endpoint, answer, reply), context);
    } finally {
      first.done();
    }
  };
}

/**
 * Recognises a retry by the stored answer or, until there is one, lets the endpoint find the effect. Events are
 * generated from stored data, so a retry that asks for events never gets the stored answer.
 */
function onceByEffect(endpoint: Endpoint, parts: ServerParts): KeyedHandler {
  const { idempotency } = parts;
  return async (request, reply, { actor, key }) => {
    const repeat = repeatOf(identityOf(request, actor, key));
    const context = { endpoint, request, parts };
    const call = contextOf(request, parts, { repeat });
    const recall = () => idempotency.recall(repeat, actor);
    const again = call.wantsEvents ? undefined : await recall();
    if (again !== undefined) return sendAgain(reply, again, context);
    const raced = () => new KeptMeanwhile();
    const remember = (answer: Answer<unknown>) => [idempotency.keep(repeat, finish(endpoint, answer, reply), raced)];
    try {
      respond(reply, await endpoint.handle({ ...call, remember }), context);
    } catch (error) {
      if (!(error instanceof KeptMeanwhile)) throw error;
      const kept = await recall();
      if (kept === undefined) throw keyInProgress();
      sendAgain(reply, kept, context);
    }
  };
}

/** Thrown if another request with the same key stored its answer first; that answer is replayed. */
class KeptMeanwhile extends Error {}

type Remember = (answer: Answer<unknown>) => readonly Statement[];

/** Everything that a handler gets of a call. One literal: on the fastest path each copy of an object is measurable. */
function contextOf(
  request: FastifyRequest,
  { secure }: ServerParts,
  { remember, repeat, awaited }: { remember?: Remember; repeat?: Repeat; awaited?: AwaitedAnswer | undefined },
) {
  const address = addressOf(request);
  return {
    actor: actorOf(request, address),
    remember: remember ?? nothing,
    params: request.params,
    query: request.query,
    body: request.body,
    files: request.form?.files,
    address,
    userAgent: request.headers['user-agent'] ?? '',
    headers: request.headers,
    origin: request.headers.origin,
    host: request.headers.host,
    ifMatch: versionsDemanded(request.routeOptions.config.endpoint, request.headers),
    secure,
    requestId: request.id,
    traceId: traceIdOf(request.headers),
    wantsEvents: asksForEvents(request.headers.accept),
    lastEventId: lastEventIdOf(request),
    repeat,
    awaited,
  } satisfies CallContext & Record<string, unknown>;
}

const lastEventIdOf = ({ headers: { 'last-event-id': id } }: FastifyRequest) =>
  typeof id === 'string' ? id : undefined;

/** A visitor's ID is unique in its channel only. */
const nameOf = (actor: RequestActor) => {
  if (!isPrincipal(actor)) return `${actor.channel} ${actor.id}`;
  return actor.kind === 'key' ? actor.id : actor.user.id;
};

const identityOf = ({ method, url, rawBody }: FastifyRequest, actor: RequestActor, key: string) => ({
  method,
  key,
  principal: nameOf(actor),
  path: url,
  body: rawBody ?? new Uint8Array(),
});

/** The caller with its request, for the events of what it does. Reading writes no event, and needs no copy. */
function actorOf(request: FastifyRequest, address: string): RequestActor | null {
  const actor = request.principal ?? request.visitor;
  if (actor === null || request.method === 'GET') return actor;
  return { ...actor, origin: { requestId: request.id, address, client: request.headers['user-agent'] ?? '' } };
}
