import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { type Service, startService } from '../../../testing/harness.ts';
import { openSocket, repliesOn } from '../../../testing/processes/raw-socket.ts';
import { expectFailure, type Reply, send } from '../../../testing/request.ts';

/** Waits until the server in this process has read what was sent to it: in turns of the event loop, not in time. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 20; turns += 1) await sleep(2);
}

describe.each(anyEngine)('health and shutdown, on %s', (engine) => {
  let parley: Service;
  let key: string;
  beforeEach(async () => {
    const started = await startService(engine);
    parley = started;
    key = await (await parley.person()).key();
    onTestFinished(() => started.close());
  });

  /** The head of a request, without its body. */
  const createHead = (length: number) =>
    `POST /api/agents HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

  test('a running service is alive and ready', async () => {
    const [alive, ready] = await Promise.all(['/healthz', '/readyz'].map((path) => send(parley.url, { path })));
    expect(alive).toMatchObject({ status: 200, text: '{"success":true,"data":{"status":"ok"}}' });
    expect(ready).toMatchObject({ status: 200, text: '{"success":true,"data":{"status":"ready"}}' });
  });

  test('health checks need no credentials and ignore invalid ones', async () => {
    for (const authorization of ['Bearer nonsense', 'Basic x']) {
      expect((await send(parley.url, { path: '/healthz', headers: { authorization } })).status).toBe(200);
    }
    expectFailure(await send(parley.url, { path: '/healthz?x=1' }), 'unknown_parameter');
  });

  test('a request whose body is still arriving is answered, then its connection is closed', async () => {
    const body = '{"name":"Late"}';
    const socket = await openSocket(parley.url);
    const replies = repliesOn(socket);
    socket.write(createHead(body.length) + body.slice(0, 5));
    await settle();
    const closed = parley.app.close();
    await settle();
    socket.write(body.slice(5));
    await closed;
    expect((await replies).map(({ status, headers }) => [status, headers.connection])).toEqual([[201, 'close']]);
    expect(await parley.db.read(parley.db.query.selectFrom('agents').select('name'))).toEqual([{ name: 'Late' }]);
  });

  test('no running request fails during a shutdown', async () => {
    const requests = Array.from({ length: 100 }, (_, index) =>
      send(parley.url, { method: 'POST', path: '/api/agents', key, body: { name: `Agent ${index}` } }),
    );
    // The first answer shows that the others have arrived.
    await Promise.race(requests);
    const arrived = parley.log().split('\n').length;
    await parley.app.close();
    const outcomes = await Promise.allSettled(requests);
    const answered = outcomes.filter((outcome) => outcome.status === 'fulfilled').map(({ value }) => value.status);
    expect(arrived).toBeGreaterThan(0);
    expect(new Set(answered)).toEqual(new Set([201]));
    const refused = outcomes
      .filter((outcome) => outcome.status === 'rejected')
      .map(({ reason }) => reason.code as string);
    expect(refused.filter((code) => code !== 'ECONNREFUSED' && code !== 'ECONNRESET')).toEqual([]);
    const stored = await parley.db.read(parley.db.query.selectFrom('agents').select('id'));
    expect(stored).toHaveLength(answered.length);
  });

  test('during a shutdown it is not ready and connections are not kept alive', async () => {
    const waiting = await openSocket(parley.url);
    const late = repliesOn(waiting);
    waiting.write('GET /readyz HTTP/1.1\r\nHost: a\r\n');
    const busy = await openSocket(parley.url);
    const answered = repliesOn(busy);
    busy.write(createHead(20));
    await settle();
    const closed = parley.app.close();
    await settle();
    waiting.write('\r\n');
    const [reply] = await late;
    expectFailure(reply as Reply, 'unavailable');
    expect(reply?.headers).toMatchObject({ connection: 'close', 'retry-after': '1' });
    busy.write('{"name":"Finished"} ');
    expect((await answered)[0]?.status).toBe(201);
    await closed;
  });

  test('idle connections do not delay the shutdown', async () => {
    const idle = await Promise.all(Array.from({ length: 20 }, () => openSocket(parley.url)));
    const closing = Promise.all(idle.map(repliesOn));
    const kept = await openSocket(parley.url);
    kept.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
    const served = repliesOn(kept);
    await settle();
    const started = performance.now();
    await parley.app.close();
    expect(performance.now() - started).toBeLessThan(8000);
    expect((await closing).flat()).toEqual([]);
    expect((await served).map(({ status }) => status)).toEqual([200]);
  });

  test('connections are refused afterwards', async () => {
    await parley.app.close();
    await expect(send(parley.url, { path: '/healthz' })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('the delayed writes of last_used_at are flushed', async () => {
    await send(parley.url, { path: '/api/me', key });
    const lastUse = parley.db.query
      .selectFrom('api_keys')
      .select('last_used_at')
      .where('last_four', '=', key.slice(-4));
    expect(await parley.db.read(lastUse)).toEqual([{ last_used_at: null }]);
    await parley.app.close();
    await parley.features.close();
    expect(await parley.db.read(lastUse)).toEqual([{ last_used_at: expect.any(Number) }]);
  });
});
