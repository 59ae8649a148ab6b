import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { type Service, service } from '../../../testing/harness.ts';
import { send } from '../../../testing/request.ts';
import { createRequestLog, type RequestLogging } from './request-log.ts';

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly requestId?: string;
  readonly [name: string]: unknown;
}

const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);

interface Handled {
  readonly status: number;
  readonly milliseconds?: number;
  readonly endpoint?: { readonly patient: boolean };
}

/** Returns the lines that a log in this mode writes for the given responses. */
function logged(mode: RequestLogging, replies: readonly Handled[]): Line[] {
  const lines: string[] = [];
  const log = createRequestLog(pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }), mode);
  for (const { status, milliseconds = 1, endpoint } of replies) {
    const startedAt = performance.now() - milliseconds;
    const routeOptions = { url: '/x', config: { endpoint } };
    const request = { id: 'req_1', method: 'GET', headers: {}, routeOptions, principal: null, startedAt };
    log.response(request as unknown as FastifyRequest, { statusCode: status } as FastifyReply);
  }
  return linesOf(lines.join(''));
}

const repeat = (count: number, status: number) => Array.from({ length: count }, () => ({ status }));

test('all: every request', () => {
  expect(logged('all', [...repeat(3, 200), { status: 404 }])).toHaveLength(4);
});

test('sampled: one in a hundred', () => {
  expect(logged('sampled', repeat(1000, 200))).toHaveLength(10);
});

test('errors: neither successful requests nor client errors', () => {
  expect(logged('errors', [...repeat(500, 200), ...repeat(500, 404)])).toEqual([]);
});

test.each(['all', 'sampled', 'errors'] as const)('%s: always logs server errors and slow requests', (mode) => {
  const lines = logged(mode, [{ status: 500 }, { status: 503 }, { status: 200, milliseconds: 1500 }]);
  expect(lines.map(({ level, msg, status }) => ({ level, msg, status }))).toEqual([
    { level: 50, msg: 'request failed', status: 500 },
    { level: 50, msg: 'request failed', status: 503 },
    { level: 40, msg: 'slow request', status: 200 },
  ]);
});

test('requests that wait for a model do not count as slow', () => {
  const patient = { milliseconds: 1500, endpoint: { patient: true } };
  expect(logged('errors', [{ status: 200, ...patient }])).toEqual([]);
  expect(logged('errors', [{ status: 500, ...patient }])).toHaveLength(1);
});

/** The lines about one request; they are written after its answer is sent. */
async function linesAbout(parley: Service, requestId: unknown): Promise<Line[]> {
  await sleep(20);
  return linesOf(parley.log()).filter((line) => line.requestId === requestId);
}

describe.each(anyEngine)('the request log, on %s', (engine) => {
  const parley = service(engine);

  test('logs principal, route, status and duration', async () => {
    const key = await (await parley.person()).key();
    const me = await send(parley.url, { path: '/api/me', key });
    const { key: asked } = me.json()['data'] as { key: { _id: string } };
    const reply = await send(parley.url, { path: '/api/agents/agent_1?', key });
    const [line, ...more] = await linesAbout(parley, reply.headers['x-request-id']);
    expect(more).toEqual([]);
    expect(line).toMatchObject({
      level: 30,
      msg: 'request',
      method: 'GET',
      route: '/api/agents/:id',
      status: 404,
      principal: asked._id,
      milliseconds: expect.any(Number),
    });
  });

  test('writes one line per request for every kind of answer', async () => {
    const key = await (await parley.person()).key();
    const replies = [
      await send(parley.url, { method: 'POST', path: '/api/agents', key, body: { name: 'A' } }),
      await send(parley.url, { path: '/api/nothing' }),
      await send(parley.url, { path: '/api/agents' }),
      await send(parley.url, { path: '/api/agents?x=1', key }),
      await send(parley.url, { path: '/healthz' }),
    ];
    const statuses = await Promise.all(replies.map(({ headers }) => linesAbout(parley, headers['x-request-id'])));
    expect(statuses.map((lines) => lines.map(({ status }) => status))).toEqual([[201], [404], [401], [400], [200]]);
  });

  test('never logs a header, a query or a body', async () => {
    const person = await parley.person();
    const key = await person.key();
    const headers = { 'x-canary': 'canary-header', cookie: 'parley_session=canary-cookie' };
    await send(parley.url, { path: '/api/agents?q=canary-query', key, headers });
    await send(parley.url, { method: 'POST', path: '/api/agents', key, body: { name: 'canary-body' } });
    await send(parley.url, { method: 'POST', path: '/api/agents', key, body: { name: 7, canary: 'canary-field' } });
    await send(parley.url, { path: '/api/canary-path' });
    await sleep(20);
    expect(parley.log()).not.toMatch(/canary/);
    expect(parley.log()).not.toContain(key.slice(7));
  });
});
