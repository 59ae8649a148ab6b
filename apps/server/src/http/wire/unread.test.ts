import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { Type } from 'typebox';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { getText, type LargePage, largePage, leaveUnread, often } from '../../../testing/conversations/unread-pages.ts';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { largeText } from '../../../testing/fixtures/history.ts';
import { type Person, service } from '../../../testing/harness.ts';
import { repliesOn } from '../../../testing/processes/raw-socket.ts';
import { expectFailure, send } from '../../../testing/request.ts';
import { endpoint } from '../endpoint.ts';

const mebibyte = 1024 * 1024;
const token = 'a-metrics-token-that-is-long-enough';
const patient = { timeout: 120_000 };

/** Megabytes of pages take long on a busy machine. */
const slow = { timeout: 300_000 };

/** Reads the bytes that were left unread. */
const readAll = (socket: Socket) => {
  const replies = repliesOn(socket);
  socket.resume();
  return replies;
};

/** Serves `GET /api/waiting`: empty pages, three of them waiting for their turn until they are released. */
function waitingPages() {
  const turns: (() => void)[] = [];
  let count = 0;
  const pages = endpoint({
    id: 'waitForPage',
    client: 'testing.waitForPage',
    method: 'GET',
    path: '/api/waiting',
    access: 'anyone',
    tag: 'Test',
    summary: 'Wait.',
    query: Type.Object({ cursor: Type.Optional(Type.String()) }),
    data: Type.Object({ read: Type.Boolean() }),
    scans: true,
    handle: async ({ awaited }) => {
      count += 1;
      if (count <= 3) await new Promise<void>((resolve) => turns.push(resolve));
      const refusal = awaited?.refusal();
      if (refusal !== undefined) throw refusal;
      return { data: { read: true } };
    },
  });
  const release = () => {
    for (const go of turns) go();
  };
  return { pages, count: () => count, release };
}

describe.each(anyEngine)('replies that no client reads, on %s', slow, (engine) => {
  const environment = { PARLEY_METRICS_TOKEN: token };
  const waiting = waitingPages();
  const parley = service(engine, { environment, endpoints: () => [waiting.pages] });
  const hasty = service(engine, { environment, timeouts: { unread: 6_000 } });

  /** A metric of replies that aren't read. */
  const metric = async (name: string, { url } = parley) => {
    const { text } = await send(url, { path: '/metrics', headers: { authorization: `Bearer ${token}` } });
    return Number(new RegExp(`^parley_unread_${name} (\\d+)$`, 'm').exec(text)?.[1]);
  };
  const untilNothingWaits = (of = parley) => vi.waitFor(async () => expect(await metric('bytes', of)).toBe(0), patient);

  /**
   * Leaves as much unread as an account may, on many connections. The kernel takes more of a reply for a while, so a
   * single refusal doesn't show that there is no room.
   */
  const fill = async (page: LargePage) => {
    const requests = getText(page).repeat(often);
    const sockets = await Promise.all(Array.from({ length: 6 }, () => leaveUnread(parley, requests)));
    for (let refusals = 0; refusals < 5; refusals += 1) {
      if ((await send(parley.url, page)).status === 429) continue;
      sockets.push(await leaveUnread(parley, requests));
      refusals = -1;
    }
    return sockets;
  };

  test('are few for pages that waited: they are refused instead of read', async () => {
    const page = await largePage(parley, await parley.person());
    const asked = Array.from({ length: 3 }, () => send(parley.url, { path: '/api/waiting', key: page.key }));
    await vi.waitFor(() => expect(waiting.count()).toBe(3), patient);
    const sockets = await fill(page);
    waiting.release();
    for (const refused of await Promise.all(asked)) expectFailure(refused, 'too_many_concurrent');
    for (const socket of sockets) socket.destroy();
    await untilNothingWaits();
    expect((await send(parley.url, { path: '/api/waiting', key: page.key })).status).toBe(200);
  });

  describe('for an account', () => {
    let alice: Person;
    let page: LargePage;
    beforeAll(async () => {
      alice = await parley.person();
      page = await largePage(parley, alice);
    });

    test('have at most 16 MiB, and then its lists are refused; others are answered', async () => {
      const others = await largePage(parley, await parley.person());
      const waiting: number[] = [];
      const refusals = await metric('refusals_total');
      const sockets = await fill(page);
      for (let looks = 0; looks < 5; looks += 1) {
        waiting.push(await metric('bytes'));
        expect((await send(parley.url, others)).status).toBe(200);
      }
      expect(Math.max(...waiting)).toBeLessThanOrEqual(16 * mebibyte);
      expect(Math.min(...waiting)).toBeGreaterThan(4 * mebibyte);
      expect(await metric('refusals_total')).toBeGreaterThan(refusals);
      for (const socket of sockets) socket.destroy();
      await untilNothingWaits();
      expect((await send(parley.url, page)).status).toBe(200);
    });

    test('refuse a change before it happens; what is small is still answered', async () => {
      const client = await alice.client();
      const { _id: agent } = await client.agents.create({ name: 'Spare' });
      const { total: before } = await client.agents.list({ includeTotal: true });
      const { key } = page;
      const sockets = await fill(page);
      const changes = [
        send(parley.url, { method: 'POST', path: '/api/agents', key, body: { name: 'Refused' } }),
        send(parley.url, { method: 'PUT', path: `/api/agents/${agent}`, key, body: { name: 'Refused' } }),
      ];
      for (const refused of await Promise.all(changes)) {
        expectFailure(refused, 'too_many_concurrent');
        expect(refused.headers['retry-after']).toBe('1');
      }
      expect((await send(parley.url, { path: `/api/agents/${agent}`, key })).json()).toMatchObject({
        data: { name: 'Spare' },
      });
      expect((await send(parley.url, { method: 'DELETE', path: `/api/agents/${agent}`, key })).status).toBe(200);
      for (const socket of sockets) socket.destroy();
      await untilNothingWaits();
      const { total: after } = await client.agents.list({ includeTotal: true });
      expect(after).toBe(Number(before) - 1);
    });
  });

  test('have at most 8 MiB on a connection: further pages on it are refused, in order', async () => {
    const page = await largePage(parley, await parley.person());
    const socket = await leaveUnread(parley, getText(page).repeat(11) + getText(page, 'Connection: close\r\n'));
    await vi.waitFor(async () => expect(await metric('bytes')).toBeGreaterThan(4 * mebibyte), patient);
    const waiting = await metric('bytes');
    expect(waiting).toBeLessThanOrEqual(8 * mebibyte);
    const replies = await readAll(socket);
    expect(replies).toHaveLength(12);
    const whole = replies.filter(({ status }) => status === 200);
    for (const { text } of whole) expect(JSON.parse(text).data.items).toHaveLength(3);
    for (const refused of replies) if (refused.status !== 200) expectFailure(refused, 'too_many_concurrent');
    expect(whole.length).toBeGreaterThanOrEqual(2);
    expect(whole.length).toBeLessThan(12);
    await untilNothingWaits();
  });

  test('are few for changes, too, and each change that happens is answered', async () => {
    const person = await parley.person();
    const key = await person.key();
    const client = await person.client();
    const made = await client.agents.create({ name: 'Large', systemPrompt: largeText });
    const body = '{"name":"Changed"}';
    const head = `PUT /api/agents/${made._id} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n`;
    const change = `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
    const last = `${change}Connection: close\r\n\r\n${body}`;
    const requests = [...Array(15).fill(`${change}\r\n${body}`), last].join('');
    const sockets = await Promise.all(Array.from({ length: 10 }, () => leaveUnread(parley, requests)));
    await vi.waitFor(async () => {
      const refused = await send(parley.url, { method: 'POST', path: '/api/agents', key, body: { name: 'Refused' } });
      expectFailure(refused, 'too_many_concurrent');
    }, patient);
    // The replies are larger than the room that is reserved for each.
    expect(await metric('bytes')).toBeLessThan(20 * mebibyte);
    const replies = (await Promise.all(sockets.map(readAll))).flat();
    expect(replies).toHaveLength(160);
    const refused = replies.filter(({ status }) => status !== 200);
    for (const reply of refused) expectFailure(reply, 'too_many_concurrent');
    expect(refused.length).toBeGreaterThan(0);
    const { etag } = await client.agents.retrieve(made._id).withResponse();
    expect(etag).toBe(`"${1 + replies.length - refused.length}"`);
    await untilNothingWaits();
  });

  test('are cut after a time in which nothing is read', async () => {
    const page = await largePage(hasty, await hasty.person());
    const closed = await metric('connections_closed_total', hasty);
    const socket = await leaveUnread(hasty, getText(page).repeat(often));
    const waits = () => metric('bytes', hasty);
    await vi.waitFor(async () => expect(await waits()).toBeGreaterThan(0), patient);
    await untilNothingWaits(hasty);
    expect(await metric('connections_closed_total', hasty)).toBe(closed + 1);
    const end = once(socket, 'close');
    socket.resume();
    await end;
    expect(socket.bytesRead).toBeLessThan(often * 3 * mebibyte);
  });

  test('a client that reads slowly gets every byte', async () => {
    const page = await largePage(hasty, await hasty.person());
    const closed = await metric('connections_closed_total', hasty);
    const socket = await leaveUnread(hasty, getText(page) + getText(page) + getText(page, 'Connection: close\r\n'));
    socket.on('data', () => {
      socket.pause();
      setTimeout(() => socket.resume(), 10);
    });
    const replies = await readAll(socket);
    expect(replies.map(({ status, text }) => [status, JSON.parse(text).data.items.length])).toEqual(
      Array.from({ length: 3 }, () => [200, 3]),
    );
    expect(await metric('connections_closed_total', hasty)).toBe(closed);
  });

  test('an export waits while its account leaves too much unread, and is then complete', async () => {
    const person = await parley.person();
    const page = await largePage(parley, person);
    const sockets = await fill(page);
    const exported = { path: '/api/conversations/export', key: page.key };
    const unread = await Promise.all(
      Array.from({ length: 4 }, () => leaveUnread(parley, getText({ ...page, path: exported.path }))),
    );
    const complete = send(parley.url, exported);
    const waiting: number[] = [];
    for (let looks = 0; looks < 20; looks += 1) {
      waiting.push(await metric('bytes'));
      await turn();
    }
    expect(Math.max(...waiting)).toBeLessThanOrEqual(16 * mebibyte);
    for (const socket of [...sockets, ...unread]) socket.destroy();
    const { status, text } = await complete;
    expect(status).toBe(200);
    expect(JSON.parse(text).messages).toHaveLength(10);
    await untilNothingWaits();
  });
});
