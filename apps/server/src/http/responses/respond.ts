import type { FastifyReply, FastifyRequest } from 'fastify';
import { stillAdmitted } from '../admission/admit.ts';
import { shownEvents, shownText } from '../admission/visitors.ts';
import { type Endpoint, isConditional } from '../endpoint.ts';
import type { Keepable, KeptAnswer } from '../idempotency/idempotency.ts';
import { addressOf } from '../limits/address.ts';
import { matchesTag } from '../preconditions.ts';
import type { ServerParts } from '../server-parts.ts';
import { compress, encodingOf, varies, varyWith } from '../wire/compression.ts';
import { addHeaders, type MeasuredReply, sendFinished } from '../wire/reply.ts';
import { ifAllowed, type ServerEvent, sendEvents, sendText } from '../wire/streams.ts';
import { smallReply } from '../wire/unread.ts';
import { type Answer, dataBody, entityTag, messageText, textOf } from './envelope.ts';

/** A finished response. */
interface Reply extends Keepable {
  readonly cookies: readonly string[];
}

/** The context of a response that is sent. */
export interface SendContext {
  readonly endpoint: Endpoint;
  readonly request: FastifyRequest;
  readonly parts: ServerParts;
}

/** From so many characters on, a body is encoded once, instead of measured first and encoded when it is written. */
const largeText = 64 * 1024;

/**
 * Returns the reader that the bytes of a reply count for: the account, or the address if the caller isn't signed in.
 */
export const readerOf = (request: FastifyRequest): string => request.principal?.account.id ?? addressOf(request);

/** Converts an answer into body and headers, both for sending and for storing it under an Idempotency-Key. */
export function finish(endpoint: Endpoint, answer: Answer<unknown>, reply: FastifyReply): Reply {
  const status = answer.created === undefined ? (answer.foreign?.status ?? endpoint.status ?? 200) : 201;
  const headers: Record<string, string> = {};
  if (answer.version !== undefined) headers['etag'] = entityTag(answer.version);
  if (answer.replayed === true) headers['idempotent-replayed'] = 'true';
  if (answer.foreign !== undefined) headers['content-type'] = `${answer.foreign.type}; charset=utf-8`;
  if (answer.created !== undefined) headers['location'] = answer.created;
  else if (endpoint.location !== undefined) {
    headers['location'] = endpoint.location(
      answer.data ?? JSON.parse(textOf(answer.json ?? '{}')),
      reply.request.params,
    );
  }
  const { cookies = [], keptWith, right } = answer;
  const body = bodyOf(answer, status, reply);
  return { status, headers, cookies, body, ...(keptWith && { keptWith }), ...(right && { right }) };
}

function bodyOf(answer: Answer<unknown>, status: number, reply: FastifyReply): string | Buffer {
  if (answer.message !== undefined) return messageText(answer.message);
  if (answer.foreign !== undefined) return answer.foreign.text;
  const { visitor, routeOptions } = reply.request;
  const { endpoint } = routeOptions.config;
  if (visitor !== null && endpoint !== undefined) {
    return dataBody(shownText(endpoint, visitor, textOf(answer.json ?? JSON.stringify(answer.data))));
  }
  if (answer.json !== undefined) return dataBody(answer.json);
  return reply.serializeInput({ success: true, data: answer.data }, String(status)) as string;
}

/** Sends the answer of a handler: finished, as a text, or as a stream of events. */
export function respond(reply: FastifyReply, answer: Answer<unknown>, context: SendContext): void {
  const { endpoint, request, parts } = context;
  if (answer.events === undefined && answer.text === undefined) {
    const sendWhole = () => send(reply, finish(endpoint, answer, reply), context);
    if (endpoint.patient === true) ifAllowed(reply, stillAdmitted(parts.admission, request), sendWhole);
    else sendWhole();
    return;
  }
  const stillAllowed = stillAdmitted(parts.admission, request);
  const sending = { stillAllowed, unread: parts.unread, account: readerOf(request) };
  const sent =
    answer.events === undefined
      ? sendText(request, reply, { ...answer.text, ...sending })
      : sendEvents(request, reply, { ...answer, ...sending, events: eventsFor(answer.events, context) });
  parts.log.response(request, reply);
  sent.catch((error: unknown) => parts.log.bug(request, error)).finally(answer.ended);
}

const eventsFor = (events: AsyncIterable<ServerEvent>, { endpoint, request: { visitor } }: SendContext) =>
  visitor === null ? events : shownEvents(endpoint, visitor, events);

/**
 * Sends a finished response, and counts what its reader leaves unread. Refuses the response to a GET if it may not
 * wait. A response to anything else is sent in any case: its effect has happened.
 */
export function send(
  reply: FastifyReply,
  { status, headers, cookies, body }: Reply,
  { endpoint, request, parts }: SendContext,
): void {
  const tag = headers['etag'];
  const current = isConditional(endpoint) && tag !== undefined && matchesTag(request.headers['if-none-match'], tag);
  const isPlain = endpoint.secret !== true && cookies.length === 0;
  const sent = isPlain
    ? headers
    : {
        ...headers,
        ...(endpoint.secret === true && { 'cache-control': 'no-store' }),
        ...(cookies.length > 0 && { 'set-cookie': [...cookies] }),
      };
  const text = typeof body === 'string' && body.length > largeText ? Buffer.from(body) : body;
  const bytes = Buffer.byteLength(text);
  if (bytes > smallReply && request.method === 'GET' && !current && !parts.unread.hasRoom(readBy(request), bytes)) {
    reply.send(parts.unread.refuse());
    return;
  }
  const finished = { status: current ? 304 : status, headers: sent, body: text, bytes };
  const sendNow = (measured: MeasuredReply) => {
    sendFinished(request, reply, measured);
    if (reply.raw.writableLength > 0) reply.raw.once('finish', parts.unread.count(readBy(request), measured.bytes));
    parts.log.response(request, reply);
  };
  // The length of a compressed secret beside reflected input tells about the secret (BREACH).
  if (!isPlain || !varies(request, bytes)) sendNow(finished);
  else sendVarying(reply, finished, { request, parts, sendNow });
}

/** Sends a response whose form depends on `Accept-Encoding`. Its entity tag is that of a version, whatever its form. */
function sendVarying(
  reply: FastifyReply,
  finished: MeasuredReply,
  { request, parts, sendNow }: Omit<SendContext, 'endpoint'> & { readonly sendNow: (measured: MeasuredReply) => void },
): void {
  const { status, body, bytes } = finished;
  const vary = varyWith(request.replyHeaders?.['vary'] ?? reply.raw.getHeader('vary'));
  const headers = addHeaders(addHeaders({}, finished.headers), { vary });
  const encoding = status === 304 ? undefined : encodingOf(request);
  const sendAsItIs = () => sendNow({ ...finished, headers });
  const sendPacked = (packed: Buffer) => {
    const coded = { ...headers, 'content-encoding': encoding };
    sendNow({ status, headers: coded, body: packed, bytes: packed.length });
  };
  const packed = encoding && compress(body, bytes, encoding);
  if (packed === undefined) sendAsItIs();
  else if (packed instanceof Promise) {
    reply.hijack();
    // Its bytes wait, too.
    const release = parts.unread.count(readBy(request), bytes);
    packed
      .finally(release)
      .then(sendPacked, sendAsItIs)
      .catch((error: unknown) => parts.log.bug(request, error));
  } else sendPacked(packed);
}

const readBy = (request: FastifyRequest) => ({ account: readerOf(request), connection: request.raw.socket });

/** Sends a stored answer again. */
export function sendAgain(reply: FastifyReply, again: KeptAnswer, context: SendContext): void {
  send(reply, { ...again, headers: { ...again.headers, 'idempotent-replayed': 'true' }, cookies: [] }, context);
}
