import { body, get, type HostileCase, host, keyMark, post, refused, smuggled } from './cases.ts';

/** Request lines of every kind. */
export const requestLines: readonly HostileCase[] = [
  ...['get', 'FOO', 'GETT', '', 'G\0T', 'PRI', '{}', 'x'.repeat(20_000)].map((method) => ({
    name: `the method ${JSON.stringify(method.slice(0, 10))}`,
    bytes: get(`${method} /healthz HTTP/1.1`),
    replies: refused,
  })),
  ...['TRACE', 'PROPFIND', 'PURGE', 'SEARCH', 'M-SEARCH', 'BIND', 'OPTIONS', 'PATCH', 'DELETE'].map((method) => ({
    name: `the method ${method}`,
    bytes: get(`${method} /healthz HTTP/1.1`),
    replies: [405],
  })),
  ...['1.2', '0.8', '9.9', '1.', '1.10', 'a.b', '0.9', '2.0'].map((version) => ({
    name: `the version ${version}`,
    bytes: get(`GET /healthz HTTP/${version}`),
    replies: refused,
  })),
  { name: 'no version', bytes: 'GET /healthz\r\n\r\n', replies: refused },
  { name: 'a version in small letters', bytes: get('GET /healthz http/1.1'), replies: refused },
  { name: 'tabs for spaces', bytes: get('GET\t/healthz\tHTTP/1.1'), replies: refused },
  { name: 'the preface of HTTP/2', bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', replies: refused },
  { name: 'a hello of TLS', bytes: Buffer.from('16030100a5010000a10303', 'hex'), replies: refused },
  // RFC 9112, section 3.2: a server accepts the absolute form, and the authority form only for CONNECT.
  { name: 'the absolute form', bytes: get('GET http://other.test/healthz HTTP/1.1'), replies: [200] },
  {
    name: 'the absolute form of a path that asks for a key',
    bytes: get('GET http://other.test/api/me HTTP/1.1'),
    replies: [401],
  },
  { name: 'the authority form', bytes: get('GET parley.test:80 HTTP/1.1'), replies: refused },
  { name: 'CONNECT', bytes: `CONNECT parley.test:80 HTTP/1.1\r\n${host}\r\n${smuggled}`, replies: [405] },
  { name: 'the asterisk form', bytes: get('OPTIONS * HTTP/1.1'), replies: [404] },
  ...['healthz', '\\healthz', '/\xff', '/a\0b', '/a\x7fb'].map((path) => ({
    name: `the path ${JSON.stringify(path)}`,
    bytes: Buffer.from(get(`GET ${path} HTTP/1.1`), 'latin1'),
    replies: refused,
  })),
  ...[
    '//healthz',
    '/healthz/',
    '/./healthz',
    '/%2e/healthz',
    '/x/../healthz',
    '/healthz;x',
    '/HEALTHZ',
    '/%2Fhealthz',
  ].map((path) => ({
    name: `the path ${path}`,
    bytes: get(`GET ${path} HTTP/1.1`),
    replies: [404],
  })),
  ...['/%', '/%zz', '/%ff', '/healthz?%', '/healthz?a=%c3'].map((path) => ({
    name: `the path ${path}`,
    bytes: get(`GET ${path} HTTP/1.1`),
    replies: refused,
  })),
  { name: 'a URL of 8,193 characters', bytes: get(`GET /healthz?${'x'.repeat(8184)} HTTP/1.1`), replies: [414] },
  {
    name: 'a URL of 8,193 characters without a route',
    bytes: get(`GET /${'x'.repeat(8192)} HTTP/1.1`),
    replies: [414],
  },
  {
    name: 'a URL that is larger than all headers may be',
    bytes: get(`GET /${'x'.repeat(20_000)} HTTP/1.1`),
    replies: [431],
  },
];

/** Headers of every kind. */
export const headers: readonly HostileCase[] = [
  { name: 'no Host', bytes: get('GET /healthz HTTP/1.1', ''), replies: refused },
  { name: 'two Hosts', bytes: get('GET /healthz HTTP/1.1', 'Host: a\r\nHost: a\r\n'), replies: refused },
  { name: 'no Host in HTTP/1.0', bytes: get('GET /healthz HTTP/1.0', ''), replies: [200] },
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then'].map((name) => ({
    name: `a header named ${name}`,
    bytes: get('GET /api/me HTTP/1.1', `${host}Authorization: Bearer ${keyMark}\r\n${name}: x\r\n${name}: y\r\n`),
    replies: [200],
  })),
  ...['a b', 'a\0b', 'ä', '(a)', '', 'a\tb', 'a@b'].map((name) => ({
    name: `a header named ${JSON.stringify(name)}`,
    bytes: get('GET /healthz HTTP/1.1', `${host}${name}: x\r\n`),
    replies: refused,
  })),
  { name: 'a NUL in a header', bytes: get('GET /healthz HTTP/1.1', `${host}X: a\0b\r\n`), replies: refused },
  {
    name: 'bytes above ASCII in a header',
    bytes: Buffer.from(get('GET /healthz HTTP/1.1', `${host}X: \xff\xfe\r\n`), 'latin1'),
    replies: [200],
  },
  { name: 'a header without a colon', bytes: get('GET /healthz HTTP/1.1', `${host}nothing\r\n`), replies: refused },
  { name: '2,000 headers', bytes: get('GET /healthz HTTP/1.1', `${host}${'a:b\r\n'.repeat(2000)}`), replies: [200] },
  {
    name: 'headers over 16 KiB',
    bytes: get('GET /healthz HTTP/1.1', `${host}X: ${'x'.repeat(17_000)}\r\n`),
    replies: [431],
  },
  {
    name: 'a cookie of 1,000 parts',
    bytes: get('GET /api/me HTTP/1.1', `${host}Cookie: ${'a=b; '.repeat(1000)}\r\n`),
    replies: [401],
  },
  {
    name: 'two keys',
    bytes: get('GET /api/me HTTP/1.1', `${host}${`Authorization: Bearer ${keyMark}\r\n`.repeat(2)}`),
    replies: refused,
  },
  {
    name: 'a protocol to upgrade to',
    bytes: get('GET /healthz HTTP/1.1', `${host}Upgrade: h2c\r\nHTTP2-Settings: x\r\nConnection: Upgrade\r\n`),
    replies: [200],
  },
  {
    name: 'an unknown expectation',
    bytes: post(`Expect: 200-ok\r\nContent-Length: ${body.length}`, body),
    replies: refused,
  },
];
