import fc, { type Arbitrary } from 'fast-check';
import { host, json, keyMark } from './cases.ts';

/** Max changes of one request. */
const maxChanges = 4;

const send = (line: string, headers: string, body: string) =>
  `${line} HTTP/1.1\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

const agent = JSON.stringify({ name: 'Ünïcode 😀', description: 'd', temperature: 0.5, knowledgeSources: [] });

/** Correct requests of every kind that the server parses differently. */
const requests: readonly string[] = [
  `GET /healthz HTTP/1.1\r\n${host}\r\n`,
  `GET /api/agents?limit=5&sort=-name&q=%C3%A9&includeTotal=true HTTP/1.1\r\n${json}\r\n`,
  `GET /api/agents/agent_00000000000000000000000000 HTTP/1.1\r\n${json}If-None-Match: W/"1", "2"\r\n\r\n`,
  `GET /api/me HTTP/1.1\r\n${host}Cookie: a=b; parley_session=${'x'.repeat(43)}\r\nOrigin: http://other.test\r\n\r\n`,
  send('POST /api/agents', `${json}Idempotency-Key: "a key"\r\n`, agent),
  send('PUT /api/agents/agent_00000000000000000000000000', `${json}If-Match: "1"\r\n`, '{"status":"inactive"}'),
  send('DELETE /api/agents/agent_00000000000000000000000000', json, ''),
  send('POST /api/invitations/preview', `${host}Content-Type: application/json; charset=utf-8\r\n`, '{"token":"abc"}'),
  send('POST /api/session', `${host}Content-Type: application/json\r\n`, '{"email":"a@example.com","password":"p"}'),
  `POST /api/agents HTTP/1.1\r\n${json}Transfer-Encoding: chunked\r\n\r\n6;x=y\r\n{"name\r\n6\r\n":"a"}\r\n0\r\nX-T: y\r\n\r\n`,
  `POST /api/workspaces HTTP/1.1\r\n${json}Expect: 100-continue\r\nContent-Length: 12\r\n\r\n{"name":"w"}`,
];

/** Insertions that often confuse parsers. */
const pieces: readonly string[] = [
  ...[
    '\0',
    '\r',
    '\n',
    '\r\n',
    '\r\n\r\n',
    ' ',
    '\t',
    ':',
    ',',
    ';',
    '"',
    '\\',
    '%',
    '%00',
    '%ff',
    '\xff',
    '\x7f',
    '{',
    '[',
    ']',
    '}',
  ],
  ...[
    '0\r\n\r\n',
    'fffffffff\r\n',
    '__proto__',
    'constructor',
    '\\u0000',
    '\\ud800',
    '1e400',
    'null',
    '-',
    '..',
    '//',
    '?',
    '#',
    '&',
    '=',
  ],
  'Transfer-Encoding: chunked\r\n',
  'Content-Length: 0\r\n',
  'Content-Length: 99999999999\r\n',
  'Expect: 100-continue\r\n',
  'Upgrade: websocket\r\nConnection: upgrade\r\n',
  'Connection: close\r\n',
  'Content-Encoding: gzip\r\n',
  `Authorization: Bearer ${keyMark}\r\n`,
  'HTTP/1.0',
  'CONNECT a:1 HTTP/1.1\r\n\r\n',
  'x'.repeat(9000),
  '['.repeat(5000),
];

type Change = (request: string) => string;

const anywhere = fc.double({ min: 0, max: 1, noNaN: true });
const at = (request: string, place: number) => Math.floor(place * request.length);

const changes: Arbitrary<Change> = fc.oneof(
  fc.tuple(anywhere, fc.constantFrom(...pieces)).map(
    ([place, piece]): Change =>
      (request) => {
        const index = at(request, place);
        return request.slice(0, index) + piece + request.slice(index);
      },
  ),
  fc.tuple(anywhere, fc.nat(255)).map(
    ([place, byte]): Change =>
      (request) => {
        const index = at(request, place);
        return request.slice(0, index) + String.fromCharCode(byte) + request.slice(index + 1);
      },
  ),
  fc.tuple(anywhere, fc.nat(40)).map(
    ([place, size]): Change =>
      (request) => {
        const index = at(request, place);
        return request.slice(0, index) + request.slice(index + size);
      },
  ),
  fc.tuple(anywhere, anywhere).map(
    ([from, to]): Change =>
      (request) => {
        const [start, end] = [at(request, Math.min(from, to)), at(request, Math.max(from, to))];
        return request.slice(0, end) + request.slice(start);
      },
  ),
  anywhere.map(
    (place): Change =>
      (request) =>
        request.slice(0, at(request, place)),
  ),
  fc.constantFrom(...requests).map(
    (other): Change =>
      (request) =>
        request + other,
  ),
);

/** Requests changed in a few places, as latin1 text, with `keyMark` in place of the key. */
export const mutants: Arbitrary<string> = fc
  .tuple(fc.constantFrom(...requests), fc.array(changes, { minLength: 1, maxLength: maxChanges }))
  .map(([request, list]) => list.reduce((changed, change) => change(changed), Buffer.from(request).toString('latin1')));
