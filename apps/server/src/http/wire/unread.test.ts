import { once } from 'node:events';
import type { Socket } from 'node:net';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { engines } from '../../../testing/engines.ts';
import { type Person, service } from '../../../testing/harness.ts';
import { addLargeMessages } from '../../../testing/history.ts';
import { openSocket } from '../../../testing/raw-socket.ts';
import { expectFailure, send } from '../../../testing/request.ts';

const mebibyte = 1024 * 1024;

describe.each(engines)('replies that nobody reads, on %s', (engine) => {
  const parley = service(engine, { environment: { PARLEY_PLAN_LIMITS: 'free=100000' }, timeouts: { unread: 1_000 } });
  let alice: Person;
  let key: string;
  let path: string;

  beforeAll(async () => {
    alice = await parley.person();
    key = await alice.key();
    path = await largePage(alice);
  });

  /** The path of a page of 4 MiB. */
  const largePage = async (person: Person) => {
    const client = await person.client();
    const { _id: agent } = await client.agents.create({ name: 'Echo', model: 'builtin/echo' });
    const { _id: conversation } = await client.conversations.create(agent);
    await addLargeMessages(parley, { workspace: person.workspace, conversation }, 10);
    return `/api/conversations/${conversation}/messages?limit=100`;
  };

  /** Asks for the page and reads nothing of the reply. */
  const askAndLeave = async (): Promise<Socket> => {
    const socket = await openSocket(parley.url);
    socket.on('error', () => socket.destroy());
    onTestFinished(() => void socket.destroy());
    socket.pause();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: parley\r\nAuthorization: Bearer ${key}\r\n\r\n`);
    return socket;
  };

  test('are bounded for an account: then its large reads are refused, and nobody else’s', async () => {
    const sockets = await Promise.all(Array.from({ length: 40 }, askAndLeave));
    await vi.waitFor(
      async () => {
        const refused = await send(parley.url, { path, key });
        expectFailure(refused, 429, 'too_many_concurrent');
        expect(refused.headers['retry-after']).toBe('5');
      },
      { timeout: 30_000 },
    );
    expect(parley.features.unread.total()).toBeLessThanOrEqual(16 * mebibyte);

    const bob = await parley.person();
    const other = await send(parley.url, { path: await largePage(bob), key: await bob.key() });
    expect(other.status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(async () => expect((await send(parley.url, { path, key })).status).toBe(200), { timeout: 30_000 });
    await vi.waitFor(() => expect(parley.features.unread.total()).toBe(0), { timeout: 30_000 });
  });

  test('are cut after a time without progress', async () => {
    const socket = await askAndLeave();
    await vi.waitFor(() => expect(parley.features.unread.total()).toBe(0), { timeout: 30_000 });
    const closed = once(socket, 'close');
    socket.resume();
    await closed;
    expect(socket.bytesRead).toBeLessThan(4 * mebibyte);
  });
});
