/**
 * A control: a hand-written server on the same database for this one route. It has `node:http`, a digest of the key in
 * a map, a counter, one prepared statement and the same headers. No routes, no validation, no scopes, no other
 * endpoint.
 */
import { hash } from 'node:crypto';
import { createServer } from 'node:http';
import { DatabaseSync } from '@photostructure/sqlite';

const database = new DatabaseSync(process.env['DATABASE_FILE'] ?? '', { readOnly: true });
database.exec('pragma cache_size = -65536');
// Also keeps a reference to the connection: the driver closes one that is garbage-collected.
process.on('exit', () => database.close());
const find = database.prepare(`
  select json_object(
    '_id', id, 'name', name, 'description', description, 'systemPrompt', system_prompt, 'model', model,
    'temperature', json(temperature), 'status', status, 'workspace', workspace_id,
    'knowledgeSources', (
      select json_group_array(source_id order by position) from agent_sources where agent_id = agents.id
    ),
    'createdAt', strftime('%Y-%m-%dT%H:%M:%fZ', created_at / 1000.0, 'unixepoch'),
    'updatedAt', strftime('%Y-%m-%dT%H:%M:%fZ', updated_at / 1000.0, 'unixepoch')
  ) as json, version
  from agents where id = ? and workspace_id = ?`);

const keys = new Map([[digest(process.env['KEY'] ?? ''), { workspace: process.env['WORKSPACE'] ?? '', used: 0 }]]);
const limit = 100_000_000;
let requests = 0;

createServer((request, response) => {
  requests += 1;
  if (request.url === '/health') return void response.end();
  const key = keys.get(digest((request.headers.authorization ?? '').slice('Bearer '.length)));
  if (key === undefined) return void response.writeHead(401).end();
  key.used += 1;
  if (key.used > limit) return void response.writeHead(429).end();
  const row = find.get((request.url ?? '').slice('/api/agents/'.length), key.workspace);
  if (row === undefined) return void response.writeHead(404).end();
  const body = `{"success":true,"data":${row.json}}`;
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-request-id': `req_${requests}`,
    'ratelimit-policy': `"default";q=${limit};w=60`,
    ratelimit: `"default";r=${limit - key.used};t=60`,
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': limit - key.used,
    'x-ratelimit-reset': 0,
    etag: `"${row.version}"`,
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}).listen(Number(process.env['PORT']), '127.0.0.1');

/** @param {string} key */
function digest(key) {
  return hash('sha256', key, 'base64');
}
