// @module-tag pure

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { selfSigned } from '../../testing/outbound/certificate.ts';
import { ok, type Play, responds, startRawSite } from '../../testing/outbound/raw-site.ts';
import { settingsOf } from '../../testing/outbound/world.ts';
import type { OutboundLimits } from './limits.ts';

const MiB = 1024 * 1024;
/** Limits in ms. Only the limit under test is short, so that a slow machine reaches no other. */
const limits = { connect: 30_000, idle: 30_000, total: 40_000, bodyBytes: MiB };

const settle = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);

const site = async (...parameters: Parameters<typeof startRawSite>) => {
  const [play, options] = parameters;
  const started = await startRawSite(play, { limits, ...options });
  onTestFinished(started.close);
  return started;
};

const until = async (condition: () => boolean) => {
  while (!condition()) await nextTurn();
};

/** Writes without end, as fast as the client reads. */
const pours = (chunk: Buffer) => async (socket: Socket) => {
  while (!socket.destroyed) {
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined);
  }
};

/** Writes a text every few milliseconds until the client is gone. */
const drips = (text: string) => (socket: Socket) => {
  const timer = setInterval(() => socket.write(text), 10);
  socket.once('close', () => clearInterval(timer));
};

const bomb = gzipSync(Buffer.alloc(64 * MiB));
const zeros = Buffer.alloc(64 * 1024);

interface Fault {
  readonly play: Play;
  readonly kind: string;
  readonly says: RegExp;
  readonly limit?: Partial<OutboundLimits>;
}

const faults: Readonly<Record<string, Fault>> = {
  'no response': {
    play: () => undefined,
    kind: 'timeout',
    says: /took longer than 200 ms to begin its response/,
    limit: { idle: 200 },
  },
  'garbage, byte by byte': {
    play: drips('x'),
    kind: 'broken',
    says: /not valid HTTP/,
  },
  'headers that never end': {
    play: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      drips('x')(socket);
    },
    kind: 'timeout',
    says: /to begin its response/,
    limit: { idle: 300 },
  },
  'informational responses that never end': {
    play: drips('HTTP/1.1 103 Early Hints\r\n\r\n'),
    kind: 'timeout',
    says: /to begin its response/,
    limit: { idle: 300 },
  },
  'too many headers': {
    play: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      void pours(Buffer.from(`x: ${'y'.repeat(1000)}\r\n`))(socket);
    },
    kind: 'too_large',
    says: /sent too many headers/,
  },
  'silence halfway': {
    play: (socket) => void socket.write(`${ok('content-length: 10').replaceAll('\n', '\r\n')}half`),
    kind: 'timeout',
    says: /sent nothing for 1000 ms/,
    limit: { idle: 1_000 },
  },
  'a slow body that never ends': {
    play: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      drips('x')(socket);
    },
    kind: 'timeout',
    says: /The request took longer than 1000 ms/,
    limit: { total: 1_000 },
  },
  'an endless body': {
    play: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      void pours(zeros)(socket);
    },
    kind: 'too_large',
    says: /more than 1048576 bytes/,
  },
  'a Content-Length above the limit': {
    play: (socket) => void socket.write(ok('content-length: 1048577').replaceAll('\n', '\r\n')),
    kind: 'too_large',
    says: /more than 1048576 bytes/,
  },
  'a gzip bomb': {
    play: responds(ok('content-encoding: gzip', `content-length: ${bomb.length}`), bomb),
    kind: 'too_large',
    says: /more than 1048576 bytes/,
  },
  'a Brotli bomb': {
    play: responds(ok('content-encoding: br'), brotliCompressSync(Buffer.alloc(8 * MiB))),
    kind: 'too_large',
    says: /more than 1048576 bytes/,
  },
  'a bomb in a bomb': {
    play: responds(ok('content-encoding: gzip, gzip'), gzipSync(bomb)),
    kind: 'broken',
    says: /Content-Encoding that was not requested/,
  },
  'a coding that was not requested': {
    play: responds(ok('content-encoding: zstd'), 'x'),
    kind: 'broken',
    says: /Content-Encoding that was not requested/,
  },
  'a coding named like a property': {
    play: responds(ok('content-encoding: constructor'), 'x'),
    kind: 'broken',
    says: /Content-Encoding that was not requested/,
  },
  'plain text that claims to be gzip': {
    play: responds(ok('content-encoding: gzip'), 'plain text'),
    kind: 'broken',
    says: /not in its Content-Encoding/,
  },
  'plain text that claims to be Brotli': {
    play: responds(ok('content-encoding: br'), 'plain text, and more of it'),
    kind: 'broken',
    says: /not in its Content-Encoding/,
  },
  'half of a gzip body': {
    play: responds(ok('content-encoding: gzip'), gzipSync('hello hello hello').subarray(0, 20)),
    kind: 'broken',
    says: /not in its Content-Encoding/,
  },
  'less than the Content-Length': {
    play: responds(ok('content-length: 100'), 'short'),
    kind: 'broken',
    says: /before the end of its response|not as long as its Content-Length/,
  },
  'more than the Content-Length': {
    play: (socket) => void socket.end(`${ok('content-length: 3').replaceAll('\n', '\r\n')}long`),
    kind: 'broken',
    says: /sent more than its response/,
  },
  'more than the last chunk': {
    play: (socket) =>
      void socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\nHTTP/1.1 '),
    kind: 'broken',
    says: /sent more than its response/,
  },
  'a chunked body that is cut off': {
    play: (socket) => void socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab'),
    kind: 'broken',
    says: /before the end of its response|not valid HTTP/,
  },
  'a length and chunks': {
    play: responds(ok('content-length: 5', 'transfer-encoding: chunked'), '5\r\nhello\r\n0\r\n\r\n'),
    kind: 'broken',
    says: /not valid HTTP|not as long as its Content-Length/,
  },
  'two lengths': {
    play: responds(ok('content-length: 5', 'content-length: 6'), 'hello!'),
    kind: 'broken',
    says: /not valid HTTP|not as long as its Content-Length/,
  },
  'another protocol': { play: responds('SSH-2.0-OpenSSH_9.6\n'), kind: 'broken', says: /not valid HTTP/ },
  'an upgrade': {
    play: responds('HTTP/1.1 101 Switching Protocols\nconnection: upgrade\nupgrade: websocket\n\n'),
    kind: 'broken',
    says: /not valid HTTP|before the end/,
  },
  'a connection closed before the response': {
    play: (socket) => void socket.end(),
    kind: 'broken',
    says: /before the end of its response/,
  },
  'a connection reset before the response': {
    play: (socket) => void socket.resetAndDestroy(),
    kind: 'broken',
    says: /before the end of its response/,
  },
  'a connection reset in the body': {
    play: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf', () =>
        setImmediate(() => socket.resetAndDestroy()),
      );
    },
    kind: 'broken',
    says: /before the end of its response|not as long as its Content-Length/,
  },
};

describe('a site that fails', () => {
  test.each(Object.entries(faults))('%s', async (_name, { play, kind, says, limit }) => {
    const raw = await site(play, { limits: { ...limits, ...limit } });
    const failure = await settle(raw.outbound.fetch({ url: raw.url }).then((response) => response.text()));
    expect(failure).toMatchObject({ name: 'OutboundError', kind, message: expect.stringMatching(says) });
    const { message } = failure as Error;
    expect(message).toMatch(/^(raw\.test |The request )/);
    expect(message).not.toMatch(/hidden|127\.0/);
    await until(() => raw.requests.length > 0);
    await raw.closed();
    expect(raw.requests).toHaveLength(1);
  });

  test('a port that nothing listens on', async () => {
    // The local port of a connection: no other test can begin to listen there meanwhile.
    const other = await startRawSite(() => undefined);
    const url = new URL(other.url);
    const client = connect(Number(url.port), '127.0.0.1');
    await once(client, 'connect');
    onTestFinished(async () => {
      client.destroy();
      await other.close();
    });
    url.port = String(client.localPort);
    const settings = settingsOf({ PARLEY_ALLOW_PRIVATE_HOSTS: url.host });
    const raw = await site(() => undefined, { settings, limits });
    const failure = await settle(raw.outbound.fetch({ url: url.href }));
    expect(failure).toMatchObject({
      kind: 'unreachable',
      message: "raw.test can't be reached.",
      detail: 'ECONNREFUSED (127.0.0.1)',
    });
  });
});

describe('TLS', () => {
  const certificate = selfSigned('raw.test');
  const hello = responds(ok('content-length: 5'), 'hello');

  test('with a trusted certificate', async () => {
    const raw = await site(hello, { certificate, ca: certificate.cert });
    expect(await (await raw.outbound.fetch({ url: raw.url })).text()).toBe('hello');
  });

  test.each([
    ['that is self-signed', certificate, undefined, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['of another name', selfSigned('other.test'), 'own', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ])('with a certificate %s', async (_name, shown, trusted, code) => {
    const raw = await site(hello, { certificate: shown, ...(trusted && { ca: shown.cert }) });
    const message = `raw.test has no valid TLS connection (${code}).`;
    expect(await settle(raw.outbound.fetch({ url: raw.url }))).toMatchObject({ kind: 'tls', message });
    expect(raw.requests).toEqual([]);
  });

  test('is verified whatever the environment says', async () => {
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    onTestFinished(() => {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
    });
    const raw = await site(hello, { certificate });
    expect(await settle(raw.outbound.fetch({ url: raw.url }))).toMatchObject({ kind: 'tls' });
  });

  test('with a server that speaks plain HTTP', async () => {
    const raw = await site((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    // The ClientHello holds no empty line, so the server waits; the handshake's limit ends it.
    const url = raw.url.replace('http:', 'https:');
    const failure = await settle(raw.outbound.fetch({ url, limits: { connect: 200 } }));
    expect(failure).toMatchObject({ kind: 'timeout', message: 'raw.test took longer than 200 ms to connect.' });
    await raw.closed();
  });
});

describe('content codings', () => {
  test.each([
    ['gzip', gzipSync('hello')],
    ['x-gzip', gzipSync('hello')],
    ['GZIP', gzipSync('hello')],
    ['br', brotliCompressSync('hello')],
    ['deflate', deflateSync('hello')],
    ['deflate', deflateRawSync('hello')],
    ['identity', Buffer.from('hello')],
  ])('%s is decoded', async (coding, body) => {
    const raw = await site(responds(ok(`content-encoding: ${coding}`), body));
    expect(await (await raw.outbound.fetch({ url: raw.url })).text()).toBe('hello');
    expect(raw.requests[0]).toMatch(/^accept-encoding: gzip, br, deflate\r$/im);
  });

  test('the response to HEAD has none, whatever its headers say', async () => {
    const raw = await site(responds(ok('content-encoding: gzip', `content-length: ${100 * MiB}`)));
    expect(await (await raw.outbound.fetch({ url: raw.url, method: 'HEAD' })).text()).toBe('');
  });
});
