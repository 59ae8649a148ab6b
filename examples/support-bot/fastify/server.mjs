/**
 * A support chat for a site, behind Fastify. The key stays on this server; visitors talk to it, and it talks to Parley.
 *
 *   PARLEY_API_KEY=parley_… PARLEY_BASE_URL=http://127.0.0.1:3000 PARLEY_AGENT=agent_… PORT=3001 node server.mjs
 *
 * The key needs the scope `conversations:write`.
 */
import { readFile } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { APIError, Parley } from '@parley/sdk';
import Fastify from 'fastify';

const { PARLEY_AGENT: agent, PORT = '3001' } = process.env;
if (agent === undefined) throw new Error('Set PARLEY_AGENT to the ID of the agent that replies.');

const client = new Parley();
const page = await readFile(new URL('../page.html', import.meta.url));
// A message has at most 4,000 characters, so the limit of a body can be small.
const app = Fastify({ bodyLimit: 32_768, logger: { level: 'warn' }, forceCloseConnections: true });

const message = {
  type: 'object',
  required: ['content', 'id'],
  properties: {
    content: { type: 'string', minLength: 1, maxLength: 4000, pattern: '\\S' },
    id: { type: 'string', minLength: 1, maxLength: 100 },
  },
};

app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(page));

app.post('/messages', { schema: { body: message } }, async (request, reply) => {
  const { content, id } = /** @type {{ content: string, id: string }} */ (request.body);
  const stream = send(conversationOf(request.headers.cookie), { content, clientMessageId: id });
  const events = stream[Symbol.asyncIterator]();
  // The first event arrives once the message is stored. An earlier failure has a status of its own.
  const { value: first } = await events.next();
  if (first?.type === 'message.created') {
    // The ID is long and random, so only its own visitor knows it; no script of the page can read it.
    reply.header('Set-Cookie', `conversation=${first.message.conversation}; HttpOnly; SameSite=Strict; Path=/`);
  }
  const text = new PassThrough();
  void pipe(events, text);
  return reply.type('text/plain; charset=utf-8').header('X-Accel-Buffering', 'no').send(text);
});

app.setErrorHandler((error, _request, reply) => {
  if (error instanceof APIError) {
    // A visitor is not told about keys and scopes; the log is.
    app.log.warn({ code: error.code, requestId: error.requestId, message: error.message }, 'Parley refused a message');
    const isBusy = error.code === 'conversation_busy' || error.status === 429;
    return reply.code(isBusy ? 429 : 502).send({
      error: isBusy ? 'One moment, please: the last reply is still being written.' : 'The chat is not available now.',
    });
  }
  const { statusCode = 502 } = /** @type {{ statusCode?: number }} */ (error);
  if (statusCode >= 500) app.log.error(error);
  return reply.code(statusCode).send({ error: statusCode < 500 ? 'This message is not valid.' : 'Something failed.' });
});

await app.listen({ host: '127.0.0.1', port: Number(PORT) });
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void app.close());

/**
 * @param {string | undefined} conversation
 * @param {{ content: string, clientMessageId: string }} body
 */
function send(conversation, body) {
  return conversation === undefined
    ? client.agents.stream(agent ?? '', body)
    : client.messages.stream(conversation, body);
}

/** @param {string | undefined} cookies */
function conversationOf(cookies) {
  return /(?:^|; )conversation=(conv_[a-z0-9]+)(?:;|$)/.exec(cookies ?? '')?.[1];
}

/**
 * Writes the text of a reply. A visitor who leaves stops the reading, not the reply: it is stored.
 * @param {AsyncIterator<import('@parley/sdk').MessageEvent>} events
 * @param {PassThrough} text
 */
async function pipe(events, text) {
  try {
    for (let next = await events.next(); next.done !== true && !text.destroyed; next = await events.next()) {
      if (next.value.type === 'message.delta') text.write(next.value.text);
      if (next.value.type === 'message.failed') apologise(text, next.value.error);
    }
  } catch (error) {
    apologise(text, String(error));
  }
  text.end();
}

/**
 * @param {PassThrough} text
 * @param {string} reason
 */
function apologise(text, reason) {
  app.log.warn({ reason }, 'a reply failed');
  text.write('\nSorry, this reply could not be completed. Please try again.');
}
