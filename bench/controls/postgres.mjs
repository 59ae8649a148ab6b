/**
 * A control: bare `node:http` and bare `pg` with its own pool. They run the SELECT of one route as a prepared statement
 * and return its result. No key, no limit, no scope, no validation, no other endpoint.
 */
import { createServer } from 'node:http';
import { Pool } from 'pg';

const pool = new Pool({ connectionString: process.env['DATABASE_URL'] ?? '', max: 10 });
const text = process.env['SELECT'] ?? '';
const workspace = process.env['WORKSPACE'] ?? '';

createServer((request, response) => {
  if (request.url === '/health') return void response.end();
  const id = (request.url ?? '').slice('/api/agents/'.length);
  pool.query({ name: 'find', text, values: [id, workspace] }).then(
    ({ rows }) => {
      if (rows[0] === undefined) return void response.writeHead(404).end();
      const body = `{"success":true,"data":${rows[0].json}}`;
      const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) };
      response.writeHead(200, headers);
      response.end(body);
    },
    (error) => void response.writeHead(500).end(String(error)),
  );
}).listen(Number(process.env['PORT']), '127.0.0.1');
