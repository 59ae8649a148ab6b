/**
 * A control: a bare Fastify server for one table of agents, as one would write it for speed alone. It has a key in a
 * map, one schema per body and response, prepared statements, the same table and indexes, and the same durable group
 * commit in a thread (`fastify-writer.mjs`). No accounts, limits, scopes, versions, events or repeatable requests.
 */
import { hash, randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { DatabaseSync } from '@photostructure/sqlite';
import Fastify from 'fastify';

const file = process.env['DATABASE_FILE'] ?? '';
const workspace = 'ws_01m7yd5sjge8pav4r2qz3s6rwb';
const worker = new Worker(new URL('fastify-writer.mjs', import.meta.url), { workerData: { file } });
await new Promise((resolve) => worker.once('message', resolve));

const database = new DatabaseSync(file, { readOnly: true });
for (const pragma of ['cache_size = -65536', 'query_only = on', 'temp_store = memory', 'mmap_size = 0']) {
  database.exec(`pragma ${pragma}`);
}
process.on('exit', () => database.close());
const find = database.prepare('select * from agents where id = ? and workspace_id = ?');
const newest = database.prepare(
  'select * from agents where workspace_id = ? order by created_at desc, id desc limit ?',
);

/** Sends all waiting writes to the thread as one batch whenever it is idle. */
const writer = {
  /** @type {{ message: unknown[], resolve: (outcome: any) => void }[]} */
  waiting: [],
  busy: false,
  /** @param {unknown[]} message @returns {Promise<any>} */
  write(...message) {
    return new Promise((resolve) => {
      if (writer.waiting.length === 0 && !writer.busy) setImmediate(writer.flush);
      writer.waiting.push({ message, resolve });
    });
  },
  flush() {
    const batch = writer.waiting;
    writer.waiting = [];
    writer.busy = true;
    worker.once('message', (outcomes) => {
      writer.busy = false;
      if (writer.waiting.length > 0) writer.flush();
      for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index]);
    });
    worker.postMessage(batch.map(({ message }) => message));
  },
};

const keys = new Map([[hash('sha256', process.env['KEY'] ?? '', 'base64'), { workspace }]]);
const app = Fastify({ logger: false });
app.addHook('onRequest', async (request, reply) => {
  if (request.url === '/health') return;
  const given = (request.headers.authorization ?? '').slice('Bearer '.length);
  if (!keys.has(hash('sha256', given, 'base64'))) reply.code(401).send({ success: false });
});

const text = { type: 'string' };
const fields = {
  name: { type: 'string', minLength: 1, maxLength: 200 },
  description: { type: 'string', maxLength: 2_000 },
  systemPrompt: { type: 'string', maxLength: 100_000 },
  model: { type: 'string', maxLength: 200 },
  temperature: { type: 'number', minimum: 0, maximum: 1 },
  status: { type: 'string', enum: ['active', 'inactive'] },
};
const agent = {
  type: 'object',
  properties: {
    ...{ _id: text, ...fields, workspace: text, createdAt: text, updatedAt: text },
    knowledgeSources: { type: 'array', items: text },
  },
};
const one = { type: 'object', properties: { success: { type: 'boolean' }, data: agent } };
const page = { type: 'object', properties: { items: { type: 'array', items: agent }, nextCursor: text } };
const many = { type: 'object', properties: { success: { type: 'boolean' }, data: page } };
const body = { type: 'object', properties: fields, additionalProperties: false };

/** @param {any} row */
const toAgent = (row) => ({
  _id: row.id,
  name: row.name,
  description: row.description,
  systemPrompt: row.system_prompt,
  model: row.model,
  temperature: Number(row.temperature),
  status: row.status,
  workspace: row.workspace_id,
  knowledgeSources: [],
  createdAt: new Date(row.created_at).toISOString(),
  updatedAt: new Date(row.updated_at).toISOString(),
});
const missing = { success: false, error: 'There is no such agent.' };

app.get('/health', async () => 'ok');
app.get('/api/agents/:id', { schema: { response: { 200: one } } }, async (request, reply) => {
  const row = find.get(/** @type {any} */ (request.params).id, workspace);
  if (row === undefined) return reply.code(404).send(missing);
  return { success: true, data: toAgent(row) };
});
app.get('/api/agents', { schema: { response: { 200: many } } }, async (request) => {
  const rows = newest.all(workspace, Number(/** @type {any} */ (request.query).limit));
  return { success: true, data: { items: rows.map(toAgent), nextCursor: String(rows.at(-1)?.['id']) } };
});
app.post('/api/agents', { schema: { body, response: { 201: one } } }, async (request, reply) => {
  const { name, description = '', systemPrompt = '', model = 'builtin/extract' } = /** @type {any} */ (request.body);
  const now = Date.now();
  const row = {
    ...{ id: `agent_${randomUUID()}`, workspace_id: workspace, name, description, system_prompt: systemPrompt, model },
    ...{ temperature: '0.7', status: 'active', version: 1, created_at: now, updated_at: now },
    ...{ name_folded: name.toLowerCase(), description_folded: description.toLowerCase() },
  };
  await writer.write('insert', ...Object.values(row));
  reply.code(201);
  return { success: true, data: toAgent(row) };
});
app.put('/api/agents/:id', { schema: { body, response: { 200: one } } }, async (request, reply) => {
  const { name, temperature } = /** @type {any} */ (request.body);
  const values = [name, name.toLowerCase(), String(temperature), Date.now()];
  const row = await writer.write('update', ...values, /** @type {any} */ (request.params).id, workspace);
  if (row === undefined) return reply.code(404).send(missing);
  return { success: true, data: toAgent(row) };
});
app.delete('/api/agents/:id', async (request, reply) => {
  const changes = await writer.write('delete', /** @type {any} */ (request.params).id, workspace);
  if (changes === 0) return reply.code(404).send(missing);
  return { success: true, message: 'Agent deleted.' };
});

await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
