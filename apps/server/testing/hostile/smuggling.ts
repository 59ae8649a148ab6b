import { body, type HostileCase, host, json, post, refused, smuggled } from './cases.ts';

/** Request smuggling: ways in which two parsers could see different requests (RFC 9112, section 11.2). */
export const smuggling: readonly HostileCase[] = [
  {
    name: 'a length and chunks',
    bytes: post('Content-Length: 5\r\nTransfer-Encoding: chunked', '0\r\n\r\n'),
    replies: refused,
  },
  {
    name: 'chunks and a length',
    bytes: post('Transfer-Encoding: chunked\r\nContent-Length: 5', '0\r\n\r\n'),
    replies: refused,
  },
  { name: 'two lengths', bytes: post('Content-Length: 12\r\nContent-Length: 13', body), replies: refused },
  { name: 'the same length twice', bytes: post('Content-Length: 12\r\nContent-Length: 12', body), replies: refused },
  { name: 'a list of lengths', bytes: post('Content-Length: 12, 12', body), replies: refused },
  ...['+12', '-1', '0xc', '1 2', '12.0', '', '12;', '99999999999999999999'].map((length) => ({
    name: `the length "${length}"`,
    bytes: post(`Content-Length: ${length}`, body),
    replies: refused,
  })),
  ...['xchunked', 'chunked, identity', 'identity', 'chunked;q=1', '"chunked"', '\x0bchunked', 'chunke\xed'].map(
    (coding) => ({
      name: `the transfer coding ${JSON.stringify(coding)}`,
      bytes: Buffer.from(post(`Transfer-Encoding: ${coding}`, '0\r\n\r\n'), 'latin1'),
      replies: refused,
    }),
  ),
  {
    name: 'two transfer codings',
    bytes: post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', '0\r\n\r\n'),
    replies: refused,
  },
  { name: 'a space before the colon', bytes: post('Transfer-Encoding : chunked', '0\r\n\r\n'), replies: refused },
  { name: 'a folded transfer coding', bytes: post('Transfer-Encoding:\r\n chunked', '0\r\n\r\n'), replies: refused },
  { name: 'chunks in HTTP/1.0', bytes: post('Transfer-Encoding: chunked', '0\r\n\r\n', '1.0'), replies: refused },
  ...['0xc', '+c', '-c', 'c ', ' c', 'fffffffffffffffff', 'g', ''].map((size) => ({
    name: `the chunk size "${size}"`,
    bytes: post('Transfer-Encoding: chunked', `${size}\r\n${body}\r\n0\r\n\r\n`),
    replies: refused,
  })),
  {
    name: 'a chunk longer than its size',
    bytes: post('Transfer-Encoding: chunked', `3\r\n${body}\r\n0\r\n\r\n`),
    replies: refused,
  },
  { name: 'chunks that end with LF', bytes: post('Transfer-Encoding: chunked', `c\n${body}\n0\n\n`), replies: refused },
  {
    name: 'a chunk extension that ends with LF',
    bytes: post('Transfer-Encoding: chunked', `c;a\n${body}\r\n0\r\n\r\n`),
    replies: refused,
  },
  {
    name: 'a length in the trailer',
    bytes: post('Transfer-Encoding: chunked', `c\r\n${body}\r\n0\r\nContent-Length: 5\r\n\r\n`),
    replies: refused,
  },
  {
    name: 'a header line that ends with LF',
    bytes: `GET /healthz HTTP/1.1\r\nHost: a\nX: b\r\n\r\n${smuggled}`,
    replies: refused,
  },
  { name: 'a head of LFs', bytes: `GET /healthz HTTP/1.1\nHost: a\n\n${smuggled}`, replies: refused },
  { name: 'a CR in a header', bytes: `GET /healthz HTTP/1.1\r\nHost: a\rX: b\r\n\r\n${smuggled}`, replies: refused },
  { name: 'two CRs', bytes: `GET /healthz HTTP/1.1\r\nHost: a\r\r\n\r\n${smuggled}`, replies: refused },
  {
    name: 'a folded header',
    bytes: `GET /healthz HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n${smuggled}`,
    replies: refused,
  },
  {
    name: 'white space before the first header',
    bytes: `GET /healthz HTTP/1.1\r\n X: b\r\nHost: a\r\n\r\n${smuggled}`,
    replies: refused,
  },
];

const lengthOf = (content: string) => `Content-Length: ${content.length}`;
const inner = JSON.stringify({ name: 'a', description: smuggled });

/** Two real requests: a body belongs to its request, whatever it contains. */
export const framing: readonly HostileCase[] = [
  { name: 'a request in the body of a POST', bytes: post(lengthOf(inner), inner), replies: [201, 200] },
  // An unreadable body ends the connection, because its end is unknown.
  { name: 'nothing but a request in the body of a POST', bytes: post(lengthOf(smuggled), smuggled), replies: refused },
  {
    name: 'a request in the body of a GET',
    bytes: `GET /readyz HTTP/1.1\r\n${host}Content-Length: ${smuggled.length}\r\n\r\n${smuggled}${smuggled}`,
    replies: [200, 200],
  },
  {
    name: 'a request in a chunk of a GET',
    bytes: `GET /readyz HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n${smuggled}`,
    replies: [200, 200],
  },
  { name: 'a body too many', bytes: post('Content-Length: 0', ''), replies: refused },
  {
    name: 'chunks with extensions',
    bytes: post('Transfer-Encoding: chunked', `c;a=b;c="d"\r\n${body}\r\n0;z\r\n\r\n`),
    replies: [201, 200],
  },
  {
    name: 'chunks in capital letters',
    bytes: post('Transfer-Encoding: CHUNKED', `C\r\n${body}\r\n0\r\n\r\n`),
    replies: [201, 200],
  },
  { name: 'empty lines before a request', bytes: `\r\n\r\n${smuggled}`, replies: [200] },
];

/** Pipelined requests: each has its own reply, in order, and an invalid request comes last. */
export const pipelines: readonly HostileCase[] = [
  { name: 'a request and garbage', bytes: `GET /healthz HTTP/1.1\r\n${host}\r\nGARBAGE\r\n\r\n`, replies: [200, 400] },
  {
    name: 'a write and garbage',
    bytes: `POST /api/agents HTTP/1.1\r\n${json}Content-Length: 12\r\n\r\n${body}GARBAGE\r\n\r\n`,
    replies: [201, 400],
  },
  {
    name: 'two writes and garbage',
    bytes: `${`POST /api/agents HTTP/1.1\r\n${json}Content-Length: 12\r\n\r\n${body}`.repeat(2)}\0`,
    replies: [201, 201, 400],
  },
  {
    name: 'a write and a broken chunk',
    bytes: `POST /api/agents HTTP/1.1\r\n${json}Content-Length: 12\r\n\r\n${body}${post('Transfer-Encoding: chunked', 'zz\r\n')}`,
    replies: [201, 400],
  },
  {
    name: 'a write and CONNECT',
    bytes: `POST /api/agents HTTP/1.1\r\n${json}Content-Length: 12\r\n\r\n${body}CONNECT a:1 HTTP/1.1\r\n${host}\r\n`,
    replies: [201, 405],
  },
  {
    name: 'a write and an unknown expectation',
    bytes: `POST /api/agents HTTP/1.1\r\n${json}Content-Length: 12\r\n\r\n${body}${post('Expect: x\r\nContent-Length: 12', body)}`,
    replies: [201, 400],
  },
  {
    name: 'a write with a length that is too short',
    bytes: `POST /api/agents HTTP/1.1\r\n${json}Content-Length: 5\r\n\r\n${body}`,
    replies: refused,
  },
  {
    name: 'fifty requests',
    bytes: `${`GET /healthz HTTP/1.1\r\n${host}\r\nGET /nothing HTTP/1.1\r\n${host}\r\n`.repeat(25)}${smuggled}`,
    replies: [...Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? 200 : 404)), 200],
  },
];
