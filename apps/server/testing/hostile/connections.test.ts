import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { anyEngine } from '../databases/engines.ts';
import { makeInhabitant, makeKey, makeWorkspace } from '../fixtures/people.ts';
import { service } from '../harness.ts';
import { openSocket, repliesOn } from '../processes/raw-socket.ts';
import { wireTo } from '../processes/wire.ts';

/** Connections of each kind. */
const many = 100;

/** Max time until a useless connection is closed, in milliseconds, on a busy machine. */
const deadline = 6_000;

const host = 'Host: parley.test\r\n';

/** Requests that a client may leave unfinished while it keeps its end open. */
const leftovers: Readonly<Record<string, string>> = {
  'say nothing': '',
  'send empty lines': '\r\n'.repeat(20),
  'stop within the first line': 'GET /heal',
  'stop within the headers': `GET /healthz HTTP/1.1\r\n${host}X-Slow: `,
  'stop within the body': `POST /api/session HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
  'stop within a chunk': `POST /api/session HTTP/1.1\r\n${host}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{`,
  'stop within an unread body': `POST /api/agents HTTP/1.1\r\n${host}Content-Length: 9\r\n\r\n{`,
  'send garbage': 'GARBAGE\r\n\r\n',
  'want to be connected elsewhere': `CONNECT a:1 HTTP/1.1\r\n${host}\r\n`,
  'expect the unexpected': `POST /api/session HTTP/1.1\r\n${host}Expect: x\r\nContent-Length: 9\r\n\r\n`,
  'have had their answer': `GET /healthz HTTP/1.1\r\n${host}\r\n`,
  'have had their last answer': `GET /healthz HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
};

/** One engine is enough: these connections never reach the database. */
describe.each(anyEngine.slice(0, 1))('connections of clients that', (engine) => {
  const parley = service(engine, {
    timeouts: { headersTimeout: 400, requestTimeout: 800, keepAliveTimeout: 400, connectionsCheckingInterval: 100 },
  });

  const sockets = new Set<Socket>();
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  });

  /** A connection whose own end stays open when the server closes its end. */
  const stubborn = async (bytes: string) => {
    const { hostname, port } = new URL(parley.url);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    sockets.add(socket.on('error', () => socket.destroy()).resume());
    await once(socket, 'connect');
    socket.write(bytes);
  };

  const open = () => promisify(parley.app.server.getConnections.bind(parley.app.server))();

  test.each(Object.entries(leftovers))('%s, and stay open, are closed', async (_what, bytes) => {
    await Promise.all(Array.from({ length: many }, () => stubborn(bytes)));
    for (const started = Date.now(); (await open()) > 0 && Date.now() - started < deadline; ) await sleep(50);
    expect(await open()).toBe(0);
  });
});

describe.each(anyEngine)('connections on %s', (engine) => {
  const parley = service(engine);
  const wire = wireTo(parley);
  let key: { authorization: string };
  beforeAll(async () => {
    const person = await makeInhabitant(parley, 'Ann');
    await makeWorkspace(parley, person.account, new Map([[person, 'owner']]));
    key = (await makeKey(parley, person)).headers;
  });

  test('that close after their request run it at most once, and get at most one reply', async () => {
    const body = JSON.stringify({ name: 'Half closed' });
    const lines = [
      'POST /api/agents HTTP/1.1',
      `Authorization: ${key.authorization}`,
      'Content-Type: application/json',
    ];
    const request = `${lines.join('\r\n')}\r\n${host}Content-Length: ${body.length}\r\n\r\n${body}`;
    const statuses: number[] = [];
    for (let index = 0; index < many; index += 1) {
      const socket = await openSocket(parley.url);
      socket.end(request);
      statuses.push(...(await repliesOn(socket)).map(({ status }) => status));
    }
    expect(statuses.every((status) => status === 201)).toBe(true);
    const list = await wire.send({ method: 'GET', path: '/api/agents?q=half&includeTotal=true', headers: key });
    const { total } = (JSON.parse(list.text) as { data: { total: number } }).data;
    expect(total).toBeGreaterThanOrEqual(statuses.length);
    expect(total).toBeLessThanOrEqual(many);
  });
});
