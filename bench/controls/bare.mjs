/** A control: bare `node:http` that returns the same bytes, headers and body, for every request: an upper bound. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const body = readFileSync(process.env['BODY_FILE'] ?? '');
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-cache',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-request-id': 'req_00000000000000000',
  'ratelimit-policy': '"default";q=9000000;w=60',
  ratelimit: '"default";r=8999999;t=60',
  'x-ratelimit-limit': '9000000',
  'x-ratelimit-remaining': '8999999',
  'x-ratelimit-reset': '1800000000',
  etag: '"1"',
  'content-length': body.length,
};

createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
}).listen(Number(process.env['PORT']), '127.0.0.1');
