import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Message } from '@parley/sdk';
import { createConversation, type FakeConversation, newId, writeEvent } from './fake-conversation.ts';
import { serveLauncher, servePage } from './fake-pages.ts';
import { readJson, startWebServer, type WebServer } from './web-server.ts';

/** A refusal of the fake service. */
export interface FakeRefusal {
  readonly status: number;
  readonly code: string;
  readonly error?: string;
  readonly retryAfter?: number;
}

/** Answer of a route: nothing if it has written the answer. */
// biome-ignore lint/suspicious/noConfusingVoidType: a route that writes returns nothing.
type Answer = FakeRefusal | undefined | void;

interface Exchange {
  /** The first ID in the path. */
  readonly id: string;
  readonly request: IncomingMessage;
  readonly body: Record<string, unknown>;
  readonly response: ServerResponse;
}

interface FakeVisitor {
  readonly id: string;
  readonly sub: string | null;
  readonly channel: string;
}

/** A service with the part of the API that the frame needs, and with the built widget. Tests write the replies. */
export interface FakeParley extends WebServer {
  /** Data of all launchers; null for none. */
  launcher: object | null;
  /** The language of all channels, as their pages are served with. */
  language: string;
  /** Settings of all channels, beside the defaults. */
  settings: Record<string, unknown>;
  /** Refuses a request by returning a refusal; `what` is the method and the path, without IDs. */
  refuse: (what: string, body: Record<string, unknown>) => FakeRefusal | undefined;
  /** Writes the reply to a message; nothing by default, so that the test does. */
  onMessage: (conversation: FakeConversation, reply: Message, text: string) => void;
  readonly conversations: Map<string, FakeConversation>;
  /** All requests to the API, as `method path`, without IDs. */
  readonly requests: string[];
  /** The bodies of requests for a visitor's token. */
  readonly visits: Record<string, unknown>[];
  /** The bodies of the other requests that have one. */
  readonly bodies: Record<string, unknown>[];
  readonly tokens: Map<string, FakeVisitor>;
  /** The prospects of those who ask for a person. */
  people: Record<string, unknown>;
  /** True if a person has taken over: messages get no reply. */
  takenOver: boolean;
}

const agent = 'agent_01kg9v7rs1f2t8d4b6n0yq5hxm';

/** Starts the fake service. The caller must stop it. */
export async function startFakeParley(): Promise<FakeParley> {
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://fake');
    if (url.pathname.endsWith('/launcher.js')) return serveLauncher(response, fake.launcher);
    if (servePage(url.pathname, { request, response, language: fake.language })) return;
    const body = await readJson(request);
    const what = `${request.method} ${url.pathname.replace(/\/(channel|conv|msg|agent)_\w+/g, '/$1')}`;
    fake.requests.push(what);
    if (!what.endsWith('/visitors') && Object.keys(body).length > 0) fake.bodies.push(body);
    const id = /\/((?:channel|conv|msg|agent)_\w+)/.exec(url.pathname)?.[1] ?? '';
    const refusal = fake.refuse(what, body) ?? answer(what, { id, request, body, response });
    if (!refusal) return;
    const { status, code, error = code, retryAfter } = refusal;
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
    sendJson(response, { success: false, error, code }, status);
  };
  const fake: FakeParley = {
    ...(await startWebServer(handle)),
    ...{
      settings: {},
      launcher: null,
      language: 'auto',
      conversations: new Map(),
      requests: [],
      visits: [],
      bodies: [],
      tokens: new Map(),
      takenOver: false,
      people: { open: true, opensAt: null, here: true, usuallyWithin: 300, awayText: null },
    },
    refuse: () => undefined,
    onMessage: () => {},
  };
  /** The stored answers of idempotency keys: the message that each made. */
  const keys = new Map<string, Message>();

  /** Routes that a request's visitor may reach. */
  const routes: Readonly<Record<string, (conversation: FakeConversation, exchange: Exchange) => Answer>> = {
    'GET /api/conversations/conv/events': (conversation, { request, response }) =>
      conversation.follow(response, request.headers['last-event-id']?.toString()),
    'GET /api/conversations/conv/messages': ({ messages }, { request, response }) => {
      const limit = Number(new URL(request.url ?? '', 'http://fake').searchParams.get('limit'));
      sendJson(response, { data: { items: messages.toReversed().slice(0, limit), nextCursor: null } });
    },
    'POST /api/conversations/conv/messages': (conversation, exchange) => take(conversation, exchange),
    'POST /api/conversations/conv/cancel': (fake, { response }) => {
      const reply = fake.messages.find(({ status }) => status === 'streaming');
      if (reply !== undefined) fake.end(reply, 'message.cancelled', { status: 'cancelled' });
      sendJson(response, { data: fake.conversation });
    },
    'POST /api/conversations/conv/handover': (conversation, { response }) => {
      conversation.change({ status: 'human', waitingSince: new Date().toISOString() });
      sendJson(response, { data: conversation.conversation });
    },
    'GET /api/conversations/conv/answer-address': (_conversation, { id, response }) =>
      sendJson(response, { data: { conversation: id, email: null } }),
    'PUT /api/conversations/conv/answer-address': (_conversation, { id, body, response }) =>
      sendJson(response, { data: { conversation: id, email: body['email'] } }),
    'POST /api/conversations/conv/satisfaction': (conversation, { body, response }) => {
      const satisfaction = {
        score: Number(body['score']),
        comment: String(body['comment']),
        ratedAt: new Date().toISOString(),
      };
      conversation.change({ satisfaction });
      sendJson(response, { data: satisfaction });
    },
    'POST /api/conversations/conv/transcript': (_conversation, { id, body, response }) =>
      sendJson(response, { data: { conversation: id, email: body['email'] } }),
    'PUT /api/conversations/conv/form': ({ conversation }, { response }) => sendJson(response, { data: conversation }),
    'PUT /api/messages/msg/feedback': (conversation, { id, body, response }) => {
      const rated = conversation.messages.find(({ _id }) => _id === id);
      if (rated !== undefined) conversation.end(rated, 'message.rated', { feedback: body['rating'] as never });
      sendJson(response, { data: conversation.messages.find(({ _id }) => _id === id) ?? {} });
    },
    'POST /api/messages/msg/retry': (conversation, { id, response }) => {
      const failed = conversation.messages.find(({ _id }) => _id === id);
      reply(conversation, { to: failed?.replyTo ?? '', sent: [] }, response);
    },
  };
  const visitorOf = ({ headers }: IncomingMessage) =>
    fake.tokens.get(headers.authorization?.replace('Bearer ', '') ?? '');
  const answer = (what: string, exchange: Exchange): Answer => {
    const { id, request, response } = exchange;
    if (what === 'POST /api/channels/channel/visitors') return visit(exchange);
    const visitor = visitorOf(request);
    if (visitor === undefined) return { status: 401, code: 'invalid_visitor_token' };
    const own = [...fake.conversations.values()].filter((each) => each.visitor === visitor.id);
    const reads: Readonly<Record<string, () => object>> = {
      'GET /api/conversations': () => pageOf(own, request),
      'GET /api/channels/channel/handover': () => fake.people,
    };
    const read = reads[what];
    if (read !== undefined) return sendJson(response, { data: read() });
    if (what === 'POST /api/agents/agent/conversations') {
      const begun = createConversation(visitor.id, agent);
      fake.conversations.set(begun.conversation._id, begun);
      return sendJson(response, { data: begun.conversation }, 201);
    }
    if (what === 'POST /api/agents/agent/chat') return take(createConversation(visitor.id, agent), exchange);
    const conversation = own.find(
      (each) => each.conversation._id === id || each.messages.some(({ _id }) => _id === id),
    );
    if (conversation === undefined) return { status: 404, code: 'conversation_not_found' };
    const route = routes[what];
    return route === undefined ? { status: 403, code: 'visitor_not_allowed' } : route(conversation, exchange);
  };

  /** Stores a message once for each key, and starts the reply. */
  const take = (conversation: FakeConversation, { request, body, response }: Exchange): Answer => {
    const key = String(request.headers['idempotency-key']);
    const known = keys.get(key);
    if (known !== undefined) return streamOf(response, [known]);
    if (conversation.conversation.status === 'closed') return { status: 409, code: 'conversation_closed' };
    fake.conversations.set(conversation.conversation._id, conversation);
    const content = String(body['content']);
    const message = conversation.add({ role: 'user', content, clientMessageId: String(body['clientMessageId']) });
    keys.set(key, message);
    if (fake.takenOver) streamOf(response, [message]);
    else reply(conversation, { to: message._id, sent: [message] }, response);
  };
  const reply = (
    conversation: FakeConversation,
    { to, sent }: { to: string; sent: readonly Message[] },
    response: ServerResponse,
  ) => {
    const begun = conversation.add({ role: 'assistant', content: '', status: 'streaming', replyTo: to });
    streamOf(response, [...sent, begun]);
    fake.onMessage(conversation, begun, conversation.messages.find(({ _id }) => _id === to)?.content ?? '');
  };
  const streamOf = (response: ServerResponse, messages: readonly Message[]): void => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const message of messages) writeEvent(response, { id: 'x', name: 'message.created', data: { message } });
  };

  const visit = ({ id: channel, body, response }: Exchange): Answer => {
    fake.visits.push(body);
    const { token, identity } = body;
    const sub = typeof identity === 'string' ? subjectOf(identity) : null;
    if (sub === undefined) return { status: 401, code: 'invalid_identity' };
    const known = fake.tokens.get(String(token));
    const signedIn = [...fake.tokens.values()].find((each) => sub !== null && each.sub === sub);
    const resumed = known?.sub === sub && known.channel === channel ? known : signedIn;
    const visitor = resumed ?? { id: newId('visitor'), sub, channel };
    const fresh = newId('pvt');
    fake.tokens.set(fresh, visitor);
    const told = {
      ...{ _id: channel, type: 'widget', agent, title: 'Difference Engine', greeting: '', suggestions: [], theme: {} },
      ...{ texts: {}, position: 'right', feedback: true, citations: true, available: true },
      ...{ messageLength: 4_000, offlineMessage: null },
      ...fake.settings,
    };
    const who = { id: visitor.id, name: null, verified: sub !== null };
    return sendJson(response, {
      data: { token: fresh, expiresAt: '2099-01-01T00:00:00.000Z', visitor: who, channel: told },
    });
  };
  return fake;
}

/** A page of conversations, newest first. */
function pageOf(conversations: readonly FakeConversation[], { url = '' }: IncomingMessage) {
  const { searchParams } = new URL(url, 'http://fake');
  const [start, limit] = [Number(searchParams.get('cursor')), Number(searchParams.get('limit'))];
  const items = conversations.map((each) => ({ ...each.conversation, ...each.latest() })).reverse();
  const nextCursor = start + limit < items.length ? String(start + limit) : null;
  return { items: items.slice(start, start + limit), nextCursor };
}

/** Undefined if the signature isn't `good`. */
function subjectOf(identity: string): string | undefined {
  const [, payload = '', signature] = identity.split('.');
  if (signature !== 'good') return undefined;
  return String((JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub: string }).sub);
}

/** An identity that the fake service takes. */
export const identityOf = (sub: string, signature = 'good'): string =>
  `e30.${Buffer.from(JSON.stringify({ sub })).toString('base64url')}.${signature}`;

function sendJson(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ success: status < 400, ...body }));
}
