import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { service } from '../../../testing/harness.ts';
import { exchange, openSocket, repliesOn } from '../../../testing/processes/raw-socket.ts';
import { expectFailure, type Reply, send } from '../../../testing/request.ts';
import type { ErrorCode } from '../../errors.ts';

/** Bytes that Node refuses before they become a request. */
const malformed = {
  'no request line': 'NONSENSE\r\n\r\n',
  'an invalid version': 'GET /healthz HTTP/9.9\r\nHost: a\r\n\r\n',
  'a header without a colon': 'GET /healthz HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n',
  'a header name with a space': 'GET /healthz HTTP/1.1\r\nHost: a\r\nBad Name: x\r\n\r\n',
  'a folded header': 'GET /healthz HTTP/1.1\r\nHost: a\r\nX: 1\r\n 2\r\nBad Name : x\r\n\r\n',
  'a NUL in a header': 'GET /healthz HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n',
  'a length that is not a number': 'POST /api/session HTTP/1.1\r\nHost: a\r\nContent-Length: five\r\n\r\n',
  'two lengths': 'POST /api/session HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
  'a length and chunks':
    'POST /api/session HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'a chunk size that is not a number':
    'POST /api/session HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  'a TLS handshake': Buffer.from('16030100a5010000a10303', 'hex'),
};

function only(replies: readonly Reply[]): Reply {
  expect(replies).toHaveLength(1);
  return replies[0] as Reply;
}

function expectClosed(reply: Reply, code: ErrorCode) {
  expect(reply.headers.connection).toBe('close');
  return expectFailure(reply, code);
}

describe.each(anyEngine)('invalid HTTP, on %s', (engine) => {
  const parley = service(engine, {
    timeouts: { headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 50 },
  });

  test.each(Object.entries(malformed))('%s is 400', async (_what, bytes) => {
    expectClosed(only(await exchange(parley.url, bytes)), 'bad_request');
  });

  test('400 for a missing Host and for two', async () => {
    const start = 'GET /healthz HTTP/1.1\r\nConnection: close\r\n';
    for (const hosts of ['', 'Host: a\r\nHost: b\r\n']) {
      const failure = expectFailure(only(await exchange(parley.url, `${start}${hosts}\r\n`)), 'bad_request');
      expect(failure.error).toBe('Send exactly one Host header.');
    }
    expect(only(await exchange(parley.url, 'GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  test('an unknown Expect is 400; 100-continue is granted', async () => {
    const expectation = (value: string) =>
      send(parley.url, { method: 'POST', path: '/api/session', headers: { expect: value }, body: {} });
    expectClosed(await expectation('a miracle'), 'bad_request');
    expectFailure(await expectation('100-continue'), 'validation_failed');
  });

  test('CONNECT is 405: the server is not a proxy', async () => {
    const reply = only(await exchange(parley.url, 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n'));
    expectClosed(reply, 'method_not_allowed');
    expect(reply.headers.allow).toBe('GET, POST');
  });

  test('an Upgrade is ignored, and the request is answered normally', async () => {
    const headers = 'Host: a\r\nUpgrade: websocket\r\nConnection: Upgrade, close\r\n';
    const reply = only(await exchange(parley.url, `GET /healthz HTTP/1.1\r\n${headers}\r\n`));
    expect(reply).toMatchObject({ status: 200, text: '{"success":true,"data":{"status":"ok"}}' });
  });

  test('headers that do not arrive in time are 408', async () => {
    const socket = await openSocket(parley.url);
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: ');
    expectClosed(only(await repliesOn(socket)), 'request_timeout');
  });

  test('a body that does not arrive in time is 408', async () => {
    const socket = await openSocket(parley.url);
    socket.write(
      'POST /api/session HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{',
    );
    expectClosed(only(await repliesOn(socket)), 'request_timeout');
  });

  test('a slowly dripping body does not extend the timeout', async () => {
    const socket = await openSocket(parley.url);
    socket.write(
      'POST /api/session HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    );
    const dripping = setInterval(() => socket.writable && socket.write(' '), 50);
    const reply = only(await repliesOn(socket));
    clearInterval(dripping);
    expectClosed(reply, 'request_timeout');
  });

  test('headers over 16 KiB are 431', async () => {
    const wide = { 'x-wide': 'x'.repeat(17 * 1024) };
    expectClosed(await send(parley.url, { path: '/healthz', headers: wide }), 'headers_too_large');
    const many = Object.fromEntries(Array.from({ length: 1500 }, (_, index) => [`x-many-${index}`, 'y']));
    expectClosed(await send(parley.url, { path: '/healthz', headers: many }), 'headers_too_large');
  });

  test('headers just under 16 KiB are accepted', async () => {
    const headers = { 'x-wide': 'x'.repeat(15 * 1024) };
    expect((await send(parley.url, { path: '/healthz', headers })).status).toBe(200);
  });

  test('very long chunk extensions are refused', async () => {
    const start =
      'POST /api/session HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
    expectClosed(only(await exchange(parley.url, start, `1;${'x'.repeat(20_000)}\r\n{`)), 'payload_too_large');
  });

  test('a client that disconnects causes no error', async () => {
    const sockets = await Promise.all(Array.from({ length: 50 }, () => openSocket(parley.url)));
    for (const socket of sockets) {
      socket.write(
        'POST /api/session HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
      );
      socket.resetAndDestroy();
    }
    await sleep(50);
    expect((await send(parley.url, { path: '/healthz' })).status).toBe(200);
    expect(parley.log()).not.toContain('"level":50');
  });

  test('every response has a unique request ID', async () => {
    const replies = await Promise.all(Array.from({ length: 50 }, () => exchange(parley.url, 'NONSENSE\r\n\r\n')));
    expect(new Set(replies.map((each) => only(each).headers['x-request-id'])).size).toBe(50);
  });
});
