/**
 * A control: what agents could cost at least. Bare Fastify, one table that keeps each agent as the JSON text of its
 * response, a key in a map, a rate limit in memory, one schema of bodies, and durable group commits in a thread
 * (`fastify-writer.mjs`). No tenants, scopes, versions, events, ETags, quotas or repeatable requests.
 */
import { createHash, randomBytes } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { DatabaseSync } from '@photostructure/sqlite';
import Fastify from 'fastify';

const file = process.env['DATABASE_FILE'] ?? '';
const worker = new Worker(new URL('fastify-writer.mjs', import.meta.url), { workerData: { file } });
await new Promise((resolve) => worker.once('message', resolve));

const database = new DatabaseSync(file, { readOnly: true });
process.on('exit', () => database.close());
const find = database.prepare('select doc from agents where id = ?');
const newest = database.prepare('select doc from agents order by createdAt desc, id desc limit ?');

/** Sends all waiting writes to the thread as one batch whenever it is idle. */
const writer = {
  /** @type {{ message: unknown[], resolve: (changes: number) => void }[]} */
  waiting: [],
  /** @type {{ message: unknown[], resolve: (changes: number) => void }[] | undefined} */
  sent: undefined,
  /** @param {unknown[]} message @returns {Promise<number>} */
  write(...message) {
    return new Promise((resolve) => {
      writer.waiting.push({ message, resolve });
      if (writer.waiting.length === 1 && writer.sent === undefined) setImmediate(writer.flush);
    });
  },
  flush() {
    if (writer.sent !== undefined || writer.waiting.length === 0) return;
    writer.sent = writer.waiting;
    writer.waiting = [];
    worker.postMessage(writer.sent.map(({ message }) => message));
  },
};
worker.on('message', (/** @type {number[]} */ changes) => {
  const sent = writer.sent ?? [];
  writer.sent = undefined;
  writer.flush();
  for (const [index, { resolve }] of sent.entries()) resolve(changes[index] ?? 0);
});

const digest = (/** @type {string} */ key) => createHash('sha256').update(key).digest('base64');
const keys = new Map([[digest(process.env['KEY'] ?? ''), { tokens: 1e9, at: 0 }]]);
const app = Fastify({ logger: false });
app.addHook('onRequest', (request, reply, done) => {
  if (request.url === '/health') return done();
  const account = keys.get(digest((request.headers.authorization ?? '').slice('Bearer '.length)));
  if (account === undefined) return void reply.code(401).send({ success: false });
  const now = performance.now();
  account.tokens = Math.min(1e9, account.tokens + (now - account.at) * 1e6);
  account.at = now;
  if (account.tokens < 1) return void reply.code(429).send({ success: false });
  account.tokens -= 1;
  done();
});

const text = (/** @type {number} */ maxLength) => ({ type: 'string', maxLength });
const fields = {
  ...{ name: text(200), description: text(2_000), systemPrompt: text(100_000), model: text(200) },
  temperature: { type: 'number', minimum: 0, maximum: 1 },
};
const schema = { body: { type: 'object', additionalProperties: false, properties: fields } };

const prefix = Date.now().toString(16) + randomBytes(2).toString('hex');
let created = 0;

/** @param {any} agent @param {{ id: string, createdAt: string, updatedAt: string }} own */
const docOf = (agent, { id, createdAt, updatedAt }) =>
  JSON.stringify({
    _id: id,
    name: agent.name,
    description: agent.description ?? '',
    systemPrompt: agent.systemPrompt,
    model: agent.model ?? 'm',
    temperature: agent.temperature ?? 0.7,
    status: 'active',
    workspace: 'w',
    knowledgeSources: [],
    createdAt,
    updatedAt,
  });
/** @param {import('fastify').FastifyReply} reply @param {string} data */
const send = (reply, data, code = 200) =>
  reply.code(code).header('content-type', 'application/json; charset=utf-8').send(`{"success":true,"data":${data}}`);
const missing = (/** @type {import('fastify').FastifyReply} */ reply) => reply.code(404).send({ success: false });
const idIn = (/** @type {import('fastify').FastifyRequest} */ request) => /** @type {any} */ (request.params).id;

app.get('/health', async () => 'ok');
app.get('/api/agents/:id', (request, reply) => {
  const row = find.get(idIn(request));
  if (row === undefined) missing(reply);
  else send(reply, String(row['doc']));
});
app.get('/api/agents', (request, reply) => {
  const rows = newest.all(Number(/** @type {any} */ (request.query).limit));
  send(reply, `{"items":[${rows.map(({ doc }) => doc).join(',')}]}`);
});
app.post('/api/agents', { schema }, async (request, reply) => {
  const now = new Date().toISOString();
  created += 1;
  const id = `${prefix}${created}`;
  const doc = docOf(request.body, { id, createdAt: now, updatedAt: now });
  await writer.write('insert', id, now, 'w', doc);
  return send(reply, doc, 201);
});
app.put('/api/agents/:id', { schema }, async (request, reply) => {
  const row = find.get(idIn(request));
  if (row === undefined) return missing(reply);
  const agent = JSON.parse(String(row['doc']));
  const changed = { ...agent, .../** @type {object} */ (request.body) };
  const doc = docOf(changed, { id: agent._id, createdAt: agent.createdAt, updatedAt: new Date().toISOString() });
  await writer.write('update', doc, agent._id);
  return send(reply, doc);
});
app.delete('/api/agents/:id', async (request) => ({ success: (await writer.write('delete', idIn(request))) > 0 }));

await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
