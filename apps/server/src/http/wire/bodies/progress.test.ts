import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { anyEngine } from '../../../../testing/databases/engines.ts';
import { bodyEndpoints, Uploads } from '../../../../testing/fixtures/body-endpoints.ts';
import { service } from '../../../../testing/harness.ts';
import { openSocket, repliesOn } from '../../../../testing/processes/raw-socket.ts';
import { expectFailure, type Reply } from '../../../../testing/request.ts';

/** In ms. In this time 8 KiB a second must arrive: 6.4 KiB. */
const window = 800;

const [engine = 'sqlite'] = anyEngine;

describe('a body that arrives slowly', () => {
  const uploads = new Uploads();
  const parley = service(engine, {
    endpoints: bodyEndpoints(uploads),
    timeouts: { headersTimeout: 400, requestTimeout: window, connectionsCheckingInterval: 50 },
  });
  let key: string;
  beforeAll(async () => {
    key = await (await parley.person()).key();
  });

  const start = async (length: number) => {
    const socket = await openSocket(parley.url);
    const replies = repliesOn(socket);
    socket.write(
      `POST /api/test/any HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`,
    );
    return { socket, replies };
  };
  /** Sends a part every 20 ms, until all are sent or the connection ends; returns the number. */
  const drip = async ({ socket }: Awaited<ReturnType<typeof start>>, part: number, count: number) => {
    let sent = 0;
    for (; sent < count && socket.writable; sent += 1) {
      socket.write(Buffer.alloc(part, 'x'));
      await sleep(20);
    }
    return sent;
  };

  test('may take many windows if it makes progress', async () => {
    const upload = await start(150 * 10_000);
    const started = performance.now();
    await drip(upload, 10_000, 150);
    expect(performance.now() - started).toBeGreaterThan(3 * window);
    const [reply] = await upload.replies;
    expect(reply?.status).toBe(200);
  });

  test('408: byte by byte', async () => {
    const upload = await start(100_000);
    expect(await drip(upload, 1, 100_000)).toBeLessThan(100_000);
    expectFailure((await upload.replies)[0] as Reply, 'request_timeout');
  });

  test('408: fast at first, then silent', async () => {
    const upload = await start(2_000_000);
    upload.socket.write(Buffer.alloc(1_000_000, 'x'));
    expectFailure((await upload.replies)[0] as Reply, 'request_timeout');
  });

  test('is cut if its request has had its answer', async () => {
    const socket = await openSocket(parley.url);
    const replies = repliesOn(socket);
    socket.write('POST /api/agents HTTP/1.1\r\nHost: a\r\nContent-Length: 100000000\r\n\r\n');
    await drip({ socket, replies }, 10_000, 10_000);
    expect((await replies).map(({ status }) => status)).toEqual([401]);
  });
});
