// @module-tag sql

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { between, createRandom } from '../../src/random.ts';
import { engines } from '../databases/engines.ts';
import { sessionClient, startService } from '../harness.ts';
import { type RunningServer, startServer } from '../processes/program.ts';
import { openSocket, repliesOn } from '../processes/raw-socket.ts';
import { announceSeed, runs } from '../processes/runs.ts';
import { type Installation, makeInstallation, owner } from './installation.ts';
import { type Attempt, startLoad } from './load.ts';

const drainsOn = { sqlite: runs(2, 'PARLEY_TEST_DRAINS', 5), postgres: runs(1, 'PARLEY_TEST_DRAINS', 3) };
const clients = 8;

/** Long enough for the server to have read a request, in milliseconds. */
const arrival = 50;

/** Max duration of a shutdown here, in milliseconds; no request takes long. */
const slowestEnd = 10_000;
const patient = { timeout: slowestEnd, interval: 5 };

const random = createRandom(announceSeed('testing/crash/drain'));

describe.each(engines)('a server on %s that is told to end under load', (engine) => {
  const drains = drainsOn[engine];

  test(`fails no request, ${drains} times`, { timeout: 60_000 + drains * 10_000 }, async () => {
    const installation = await makeInstallation(engine);
    const attempts: Attempt[] = [];
    for (let drain = 0; drain < drains; drain += 1) attempts.push(...(await endUnderLoad(installation)));
    await installation.close();
    const turnedAway = attempts.filter(({ status }) => status === undefined).length;
    const line = `${engine}: ${drains} shutdowns, ${attempts.length} requests, ${turnedAway} turned away at the end`;
    process.stdout.write(`${line}\n`);
  });
});

/** Starts a server, stops it under load and expects no harm; returns what the clients sent. */
async function endUnderLoad(installation: Installation): Promise<Attempt[]> {
  const { dataDir, env, key } = installation;
  const server = await startServer(dataDir, { env: { ...env, LOG_LEVEL: 'info' } });
  const load = startLoad({ url: server.url, key }, clients);
  await sleep(between(random, 50, 250));
  const slow = startSlowRequest(server.url, key);
  const signIn = sessionClient(server.url).sessions.create(owner);
  await sleep(arrival);

  const told = performance.now();
  server.signal('SIGTERM');
  await expect.poll(server.log, patient).toContain('shutting down');
  expect(['503 unavailable', 'ECONNREFUSED']).toContain(await readiness(server));
  server.signal('SIGTERM');
  await expect.poll(() => readiness(server), patient).toBe('ECONNREFUSED');
  const lateName = await slow.finish();
  expect(await server.ended).toBe(0);
  expect(performance.now() - told).toBeLessThan(slowestEnd);
  await expect(signIn).resolves.toMatchObject({ user: { email: owner.email } });

  const attempts = await load.attempts;
  const failed = attempts.filter(({ status }) => status === undefined);
  expect(new Set(attempts.map(({ status }) => status))).toEqual(new Set([200, 201, undefined]));
  expect(failed.filter(({ sentAt }) => sentAt <= told)).toEqual([]);
  const stored = new Set((await installation.agents()).map(({ name }) => name));
  expect(stored).toContain(lateName);
  const created = attempts.filter(({ creates }) => creates !== undefined);
  // Answered requests have taken effect, refused ones haven't and can be sent to another server.
  expect(created.filter(({ creates, status }) => stored.has(String(creates)) !== (status === 201))).toEqual([]);
  return attempts;
}

/** The server's readiness: status and code, or why it can't be asked. */
async function readiness({ url }: RunningServer): Promise<string> {
  try {
    const response = await fetch(`${url}/readyz`, { headers: { connection: 'close' } });
    const { code } = (await response.json()) as { code?: string };
    return `${response.status} ${code}`;
  } catch (error) {
    return String((error as { cause?: { code?: string } }).cause?.code);
  }
}

let slowRequests = 0;

/**
 * Sends the first part of a request. `finish` sends the rest, expects success and returns the name of the new agent.
 */
function startSlowRequest(url: string, key: string) {
  slowRequests += 1;
  const name = `slow agent ${slowRequests}`;
  const body = JSON.stringify({ name });
  const head = [
    'POST /api/agents HTTP/1.1',
    'Host: parley',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ].join('\r\n');
  const opened = openSocket(url).then((socket) => {
    socket.write(`${head}\r\n\r\n${body.slice(0, 5)}`);
    return { socket, replies: repliesOn(socket) };
  });
  return {
    finish: async () => {
      const { socket, replies } = await opened;
      socket.write(body.slice(5));
      expect((await replies).map(({ status, headers }) => [status, headers.connection])).toEqual([[201, 'close']]);
      return name;
    },
  };
}

test('a client that never finishes its request delays shutdown at most by the drain timeout', async () => {
  const drain = 300;
  const service = await startService('sqlite', { timeouts: { drain } });
  onTestFinished(() => service.close());
  const key = await (await service.person()).key();
  const hung = startSlowRequest(service.url, key);
  await sleep(arrival);
  const started = performance.now();
  await service.app.close();
  expect(performance.now() - started).toBeGreaterThan(drain);
  expect(performance.now() - started).toBeLessThan(drain + 2_000);
  await expect(hung.finish()).rejects.toThrow();
  expect(service.log()).toContain('"connections":1,"msg":"closed connections that did not end in time"');
});
