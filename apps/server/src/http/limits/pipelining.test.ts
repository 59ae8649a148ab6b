import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { service } from '../../../testing/harness.ts';
import { isComplete } from '../../../testing/memory/level.ts';
import { openSocket, repliesOn } from '../../../testing/processes/raw-socket.ts';
import { send } from '../../../testing/request.ts';
import { endpoint } from '../endpoint.ts';

const agent = JSON.stringify({ name: 'Ann', model: 'builtin/echo' });

/** An endpoint that counts the requests that it handles, and answers none before it may. */
function createGate() {
  let open: (() => void) | undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const gate = { handled: 0, open: () => open?.() };
  const waiting = endpoint({
    ...{
      id: 'testWait',
      client: 'testing.wait',
      method: 'GET',
      path: '/api/test/wait',
      access: 'public',
      tag: 'Test',
      summary: 'Test.',
    },
    data: Type.Object({ number: Type.Integer() }),
    handle: async () => {
      gate.handled += 1;
      const number = gate.handled;
      await opened;
      return { data: { number } };
    },
  });
  return { gate, endpoints: () => [waiting] };
}

describe.each(anyEngine)('pipelined requests, on %s', (engine) => {
  const { gate, endpoints } = createGate();
  const parley = service(engine, { endpoints });

  test('are all answered in order', { timeout: 120_000 }, async () => {
    const key = await (await parley.person()).key();
    const head = (line: string, more = '') =>
      `${line} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n${more}\r\n`;
    const kinds: readonly (readonly [text: string, status: number])[] = [
      [head('GET /api/agents?limit=1'), 200],
      [head('POST /api/agents', `Content-Type: application/json\r\nContent-Length: ${agent.length}\r\n`) + agent, 201],
      [head('GET /api/agents/missing'), 404],
      [head('GET /api/nothing'), 404],
      [head('PUT /api/agents'), 405],
      [head('GET /api/agents?limit=0'), 400],
    ];
    const rounds = isComplete ? 500 : 100;
    const socket = await openSocket(parley.url);
    const replies = repliesOn(socket);
    socket.write(
      kinds
        .map(([text]) => text)
        .join('')
        .repeat(rounds),
    );
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    const expected = Array.from({ length: rounds }, () => kinds.map(([, status]) => status)).flat();
    expect((await replies).map(({ status }) => status)).toEqual([...expected, 200]);
  });

  test('are handled a few at a time, also if they arrive together', async () => {
    const sent = 100;
    const socket = await openSocket(parley.url);
    const replies = repliesOn(socket);
    socket.write('GET /api/test/wait HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(sent));
    await expect.poll(() => gate.handled).toBe(17);
    // All of them have arrived; an answer on another connection shows that the server has nothing left to do.
    expect((await send(parley.url, { path: '/healthz' })).status).toBe(200);
    expect(gate.handled).toBe(17);
    gate.open();
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    const numbers = (await replies).slice(0, -1).map((reply) => (reply.json()['data'] as { number: number }).number);
    expect(numbers).toEqual(Array.from({ length: sent }, (_, index) => index + 1));
  });

  test('are started a few at a time', { timeout: 60_000 }, async () => {
    const key = await (await parley.person()).key();
    let started = 0;
    let open = 0;
    let mostOpen = 0;
    parley.app.server.on('request', (_request, response) => {
      started += 1;
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      response.on('close', () => {
        open -= 1;
      });
    });
    const socket = await openSocket(parley.url);
    const replies = repliesOn(socket);
    // Several times the bytes of one read.
    const sent = isComplete ? 20_000 : 4_000;
    const request = `GET /api/agents HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`;
    socket.write(request.repeat(sent));
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(await replies).toHaveLength(sent + 1);
    expect(started).toBe(sent + 1);
    // One read from the socket, 64 KiB, can't be pushed back.
    expect(mostOpen).toBeLessThan(65_536 / request.length + 100);
  });
});
