import type { ErrorCode } from '../../src/errors.ts';
import type { Failure } from '../../src/http/errors.ts';
import type { Service } from '../harness.ts';
import { type Reply, send } from '../request.ts';
import { conducted, type FakeProvider, keepsSilent, refuses } from '../servers/fake-provider.ts';

/** The dependencies of the provoked failures. */
interface World {
  /** The business plan allows one reply at once. */
  readonly parley: Pick<Service, 'url' | 'person'>;
  readonly key: string;
  readonly provider: FakeProvider;
}

interface Row {
  by(world: World): Promise<Reply>;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: Partial<Failure>;
}

const call = ({ parley, key }: World, request: string, body?: object): Promise<Reply> => {
  const [method = '', path = ''] = request.split(' ');
  return send(parley.url, { method, path, key, ...(body !== undefined && { body }) });
};

const idOf = (reply: Reply) => (reply.json()['data'] as { _id: string })._id;
const makeAgent = async (world: World, model: string) =>
  idOf(await call(world, 'POST /api/agents', { name: 'Answers', model }));
const chat = async (world: World, model: string, more: object = {}) =>
  call(world, `POST /api/agents/${await makeAgent(world, model)}/chat`, { message: 'Hello', ...more });
const begin = async (world: World, model = 'builtin/echo') =>
  idOf(await call(world, `POST /api/agents/${await makeAgent(world, model)}/conversations`, {}));
const act = (world: World, conversation: string, action: string) =>
  call(world, `POST /api/conversations/${conversation}/${action}`);
const say = (world: World, conversation: string, body: object = {}) =>
  call(world, `POST /api/conversations/${conversation}/messages`, { content: 'Hello', ...body });
const exchangeOf = (reply: Reply) => reply.json()['data'] as { message: { _id: string }; reply: { _id: string } };

/** The failures that only conversations have. */
export const conversationFailures = {
  conversation_not_found: { by: (world) => call(world, 'GET /api/conversations/conv_none') },
  message_not_found: { by: (world) => call(world, 'GET /api/messages/msg_none') },
  agent_inactive: {
    by: async (world) => {
      const agent = await makeAgent(world, 'builtin/echo');
      await call(world, `PUT /api/agents/${agent}`, { status: 'inactive' });
      return call(world, `POST /api/agents/${agent}/chat`, { message: 'Hello' });
    },
    body: { hint: 'Set its status to active.' },
  },
  conversation_closed: {
    by: async (world) => {
      const conversation = await begin(world);
      await act(world, conversation, 'close');
      return say(world, conversation);
    },
  },
  conversation_empty: {
    by: async (world) => call(world, `GET /api/conversations/${await begin(world)}/stream`),
  },
  conversation_busy: {
    by: async (world) => {
      const answer = conducted();
      world.provider.play('busy', answer.play);
      const conversation = await begin(world, 'fake/busy');
      const first = say(world, conversation);
      await answer.begun;
      // Otherwise the first reply could reach its idle timeout on a slow machine before the second request.
      answer.say('One moment');
      const second = await say(world, conversation);
      answer.end();
      await first;
      return second;
    },
    headers: { 'retry-after': '1' },
  },
  too_many_concurrent: {
    by: async (world) => {
      const busy = { ...world, key: await (await world.parley.person({ plan: 'business' })).key() };
      const answer = conducted();
      world.provider.play('only-one', answer.play);
      const first = chat(busy, 'fake/only-one');
      await answer.begun;
      answer.say('One moment');
      const second = await chat(busy, 'builtin/echo');
      answer.end();
      await first;
      return second;
    },
    headers: { 'retry-after': '2' },
    body: {
      error: 'Too many replies are being written: the account has 1, and its plan allows 1 at once.',
      details: [{ path: 'replies', message: '1 in use, limit 1' }],
      hint: 'Wait until one ends. The operator of this instance can raise the limit.',
    },
  },
  conversation_not_taken_over: {
    by: async (world) => say(world, await begin(world), { role: 'human' }),
    body: { hint: 'Take it over first.' },
  },
  conversation_taken_over: {
    by: async (world) => {
      const conversation = await begin(world);
      await act(world, conversation, 'takeover');
      return act(world, conversation, 'reopen');
    },
  },
  message_not_retryable: {
    by: async (world) => {
      const { reply } = exchangeOf(await chat(world, 'builtin/echo'));
      return call(world, `POST /api/messages/${reply._id}/retry`);
    },
  },
  message_not_rateable: {
    by: async (world) => {
      const { message } = exchangeOf(await chat(world, 'builtin/echo'));
      return call(world, `PUT /api/messages/${message._id}/feedback`, { rating: 'positive' });
    },
  },
  provider_error: {
    by: (world) => {
      world.provider.play('refuses', refuses(401));
      return chat(world, 'fake/refuses');
    },
    body: {
      error: 'The model fake/refuses did not complete its reply: its provider refused the API key (status 401).',
    },
  },
  provider_not_configured: {
    by: (world) => chat(world, 'openai/gpt-4o'),
    body: {
      error: 'The model openai/gpt-4o did not complete its reply: its provider has no API key (OPENAI_API_KEY).',
    },
  },
  provider_timeout: {
    by: (world) => {
      world.provider.play('silent', keepsSilent);
      return chat(world, 'fake/silent');
    },
    body: { error: 'The model fake/silent did not complete its reply: it took too long to begin its answer.' },
  },
  response_schema_mismatch: {
    by: (world) => chat(world, 'fake/talks', { responseSchema: { type: 'object' } }),
    body: {
      error:
        'The model fake/talks did not complete its reply: its answer doesn’t match the response schema: it isn’t one JSON object.',
    },
  },
} satisfies Partial<Record<ErrorCode, Row>>;
