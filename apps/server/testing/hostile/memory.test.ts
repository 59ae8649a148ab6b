import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { command } from '../processes/command.ts';
import { type RunningServer, startServer } from '../processes/program.ts';
import { openSocket } from '../processes/raw-socket.ts';
import { openWire, type Wire } from '../processes/wire.ts';
import { tempFolder } from '../temp-folder.ts';

const mebibyte = 1024 * 1024;

/** Max growth of the process for a body of any size, and for many connections. */
const growth = { body: 16 * mebibyte, connections: 32 * mebibyte };

const connections = 1000;

/**
 * Repetitions of each attack. A process may grow once for its own reasons, such as late garbage collection. A process
 * that keeps what an attack sends grows each time.
 */
const attacks = 3;

/** The real program in its own process, because its memory is measured. Linux reports the size. */
describe.skipIf(process.platform !== 'linux')('the memory of the server', () => {
  let server: RunningServer;
  let wire: Wire;
  let key: string;
  beforeAll(async () => {
    const dataDir = join(tempFolder(), 'data');
    const who = ['--email', 'ann@example.com', '--data-dir', dataDir];
    await command(['user', 'create', ...who, '--plan', 'business']);
    const scopes = ['--scopes', 'agents:read,agents:write'];
    key = (await command(['key', 'create', ...who, '--name', 'test', ...scopes])).stdout.trim();
    server = await startServer(dataDir, { env: { PARLEY_PLAN_LIMITS: 'business=1000000' } });
    wire = openWire(server.url);
    // First use the memory that the process needs anyway.
    for (let index = 0; index < 300; index += 1) expect((await read()).status).toBe(200);
    for (let index = 0; index < 20; index += 1) expect((await write('x'.repeat(mebibyte - 50))).status).toBe(400);
    return () => wire.close();
  });

  const headers = () => ({ authorization: `Bearer ${key}` });
  const read = () => wire.send({ method: 'GET', path: '/api/agents', headers: headers() });
  const write = (description: string) =>
    wire.send({ method: 'POST', path: '/api/agents', headers: headers(), body: { name: 'a', description } });
  const head = (more: string) =>
    `POST /api/agents HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n${more}\r\n\r\n`;

  /**
   * The most memory that the process has had: Linux notes it. A process that gets back what it has returned to the system
   * doesn't grow.
   */
  const peak = () => {
    const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? [];
    return Number(kibibytes) * 1024;
  };

  /** Growth of the process by an attack: the smallest of several repetitions. */
  const growthDuring = async (attack: () => Promise<void>): Promise<number> => {
    const growths: number[] = [];
    for (let time = 0; time < attacks; time += 1) {
      const before = peak();
      await attack();
      growths.push(peak() - before);
      // Pending work of the process runs between two attacks.
      for (let index = 0; index < 20; index += 1) expect((await read()).status).toBe(200);
    }
    return Math.min(...growths);
  };

  /** Writes the same bytes repeatedly, as fast as they are accepted, until all are written or the server closes. */
  const pour = async (socket: Socket, part: Buffer, total: number): Promise<number> => {
    let sent = 0;
    let over = false;
    socket.on('close', () => {
      over = true;
    });
    socket.on('error', () => socket.destroy());
    while (sent < total && !over) {
      sent += part.length;
      if (!socket.write(part))
        await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), sleep(500)]);
      // The kernel may take every part immediately: without a turn of the event loop the reply would never be read.
      await setImmediate();
    }
    return sent;
  };

  const textOn = (socket: Socket) => {
    let text = '';
    socket.on('data', (part: Buffer) => {
      text += part.toString('latin1');
    });
    return () => text;
  };

  test.each([
    ['a body of 10 GiB that says so', 'Content-Length: 10737418240', Buffer.alloc(65_536, 'x')],
    ['chunks without end', 'Transfer-Encoding: chunked', Buffer.from(`10000\r\n${'x'.repeat(65_536)}\r\n`)],
  ])('does not grow with %s: it is refused as it arrives', { timeout: 120_000 }, async (_name, framing, part) => {
    const grown = await growthDuring(async () => {
      const socket = await openSocket(server.url);
      const text = textOn(socket);
      socket.write(head(framing));
      const sent = await pour(socket, part, 10 * 1024 * mebibyte);
      // A client that never stops may meet the reset before it reads the answer (RFC 9112, section 9.6): the next test
      // is of one that stops.
      await vi.waitFor(() => expect(socket.destroyed || text() !== '').toBe(true), 10_000);
      expect(text()).toMatch(/^(HTTP\/1\.1 413 .*"code":"payload_too_large"|$)/s);
      // 16 MiB are discarded so that the client gets to read the answer; more is in the buffers of both ends.
      expect(sent).toBeLessThan(48 * mebibyte);
    });
    expect(grown).toBeLessThan(growth.body);
  });

  test('a client that sends too much gets its refusal, however fast it sends', { timeout: 120_000 }, async () => {
    const body = `{"name":"${'x'.repeat(8 * mebibyte)}"}`;
    for (let index = 0; index < 20; index += 1) {
      const sent = { method: 'POST', headers: { ...headers(), 'content-type': 'application/json' }, body };
      const response = await fetch(`${server.url}/api/agents`, sent);
      expect(await response.json()).toMatchObject({ success: false, code: 'payload_too_large' });
    }
  });

  test('does not grow with an unread body', { timeout: 120_000 }, async () => {
    const grown = await growthDuring(async () => {
      const socket = await openSocket(server.url);
      const text = textOn(socket);
      socket.write('POST /api/agents HTTP/1.1\r\nHost: a\r\nContent-Length: 10737418240\r\n\r\n');
      await pour(socket, Buffer.alloc(65_536, 'x'), 256 * mebibyte);
      await vi.waitFor(() => expect(text()).toMatch(/^HTTP\/1\.1 401 /), 10_000);
      socket.destroy();
    });
    expect(grown).toBeLessThan(growth.body);
  });

  test('does not grow with requests whose replies are not read', { timeout: 120_000 }, async () => {
    const part = Buffer.from(`GET /api/agents HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`.repeat(100));
    const grown = await growthDuring(async () => {
      const socket = await openSocket(server.url);
      socket.pause();
      const poured = pour(socket, part, 64 * mebibyte);
      await Promise.race([poured, sleep(3000)]);
      socket.destroy();
      await poured;
    });
    expect(grown).toBeLessThan(growth.connections);
    expect((await read()).status).toBe(200);
  });

  test(`grows little with ${connections} silent connections and ${connections} that stop halfway`, {
    timeout: 120_000,
  }, async () => {
    const grown = await growthDuring(async () => {
      const sockets: Socket[] = [];
      for (let index = 0; index < connections; index += 1) {
        const [idle, slow] = await Promise.all([openSocket(server.url), openSocket(server.url)]);
        slow.write(head('Content-Length: 100').slice(0, -4));
        sockets.push(
          idle.on('error', () => idle.destroy()),
          slow.on('error', () => slow.destroy()),
        );
      }
      // Other clients are still served.
      for (let index = 0; index < 200; index += 1) expect((await read()).status).toBe(200);
      for (const socket of sockets) socket.destroy();
    });
    expect(grown).toBeLessThan(growth.connections);
  });
});
