import { describe, expect, test } from 'vitest';
import { engines } from '../../../testing/engines.ts';
import { service } from '../../../testing/harness.ts';
import { openSocket, repliesOn } from '../../../testing/raw-socket.ts';

const agent = JSON.stringify({ name: 'Ann', model: 'builtin/echo' });

describe.each(engines)('requests behind each other on one connection, on %s', (engine) => {
  const parley = service(engine);

  test('are all answered, in their order, however many', { timeout: 120_000 }, async () => {
    const key = await (await parley.person()).key();
    const head = (line: string, more = '') =>
      `${line} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n${more}\r\n`;
    const kinds: readonly (readonly [text: string, status: number])[] = [
      [head('GET /api/agents?limit=1'), 200],
      [head('POST /api/agents', `Content-Type: application/json\r\nContent-Length: ${agent.length}\r\n`) + agent, 201],
      [head('GET /api/agents/nobody'), 404],
      [head('GET /api/nothing'), 404],
      [head('PUT /api/agents'), 405],
      [head('GET /api/agents?limit=0'), 400],
    ];
    const rounds = 500;
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

  test('are begun few at a time', { timeout: 60_000 }, async () => {
    const key = await (await parley.person()).key();
    let begun = 0;
    let open = 0;
    let mostOpen = 0;
    parley.app.server.on('request', (_request, response) => {
      begun += 1;
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      response.on('close', () => {
        open -= 1;
      });
    });
    const socket = await openSocket(parley.url);
    const replies = repliesOn(socket);
    const sent = 20_000;
    const request = `GET /api/agents HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`;
    socket.write(request.repeat(sent));
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(await replies).toHaveLength(sent + 1);
    expect(begun).toBe(sent + 1);
    // What comes with one read from the socket, 64 KiB, can't be sent back.
    expect(mostOpen).toBeLessThan(65_536 / request.length + 100);
  });
});
