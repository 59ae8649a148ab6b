// @module-tag sql
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Parley, ToolCreateParams } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { loggedEvents } from '../../../../testing/logged-events.ts';

const key = 'a-key-that-nobody-sees-42';

const got: { readonly url: string | undefined; readonly headers: IncomingHttpHeaders }[] = [];
const server = createServer((request, response) => {
  got.push({ url: request.url, headers: request.headers });
  if (request.url?.startsWith('/silent') === true) return;
  // It says back what it was sent, as careless servers do.
  response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': `session=${key}` });
  response.end(JSON.stringify({ status: 'shipped', said: request.headers.authorization }));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
const origin = `http://${host}`;
afterAll(
  () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    }),
);

describe.each(engines)('trying a tool, on %s', (engine) => {
  const parley = service(engine, { environment: { PARLEY_ALLOW_PRIVATE_HOSTS: host } });
  let alice: Person;
  let client: Parley;
  let serial = 0;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
  });
  const make = (more: Partial<ToolCreateParams>) => {
    serial += 1;
    return client.tools.create({ type: 'http', name: `tool_${serial}`, description: 'Finds an order.', ...more });
  };
  const orders = (path = '/orders/{number}') =>
    make({
      inputSchema: { type: 'object', properties: { number: { type: 'string' } }, required: ['number'] },
      settings: { url: `${origin}${path}`, headers: [{ name: 'authorization', value: 'Bearer {{secret.KEY}}' }] },
      secrets: { KEY: key },
      timeoutMs: path.startsWith('/silent') ? 1_000 : 20_000,
    });
  const refusal = (path: string) => ({
    ...{ status: 400, code: 'validation_failed' },
    details: [{ path, message: expect.any(String) }],
  });

  test('calls it with its secrets, and shows what was sent and came back without them', async () => {
    const { _id: id } = await orders();
    const tried = await client.tools.tryOut(id, { arguments: { number: '10 42' } });
    expect(got.at(-1)).toMatchObject({ url: '/orders/10%2042', headers: { authorization: `Bearer ${key}` } });
    expect(tried).toMatchObject({
      ...{ ok: true, latencyMs: expect.any(Number), content: expect.stringContaining('shipped') },
      request: { method: 'GET', url: `${origin}/orders/10%2042`, body: null },
      reply: { status: 200, body: expect.stringContaining('shipped') },
    });
    expect(JSON.stringify(tried)).not.toContain(key);
    expect(tried.request?.headers).toMatchObject({ authorization: '[redacted]' });
    const [event] = (await loggedEvents(parley.db, id)).slice(-1);
    expect(event).toMatchObject({ type: 'tool.tried', data: { tool: id } });
    expect(JSON.stringify(event)).not.toContain(key);
  });

  test('tells a failure of the other server, and that it took too long', async () => {
    const { _id: silent } = await orders('/silent/{number}');
    const late = await client.tools.tryOut(silent, { arguments: { number: '1' } });
    expect(late).toMatchObject({ ok: false, reply: null, content: expect.stringContaining('1000 ms') });
    const closed = await make({ settings: { url: 'http://127.0.0.1:1/' } });
    expect(await client.tools.tryOut(closed._id)).toMatchObject({ ok: false, reply: null });
    const hidden = await make({ settings: { url: 'http://169.254.169.254/latest' } });
    expect(await client.tools.tryOut(hidden._id)).toMatchObject({ ok: false, reply: null });
  });

  test('tells the time in a time zone', async () => {
    const { _id: id } = await make({ type: 'builtin', settings: { function: 'current_time' } });
    const stamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;
    expect(await client.tools.tryOut(id)).toMatchObject({
      ...{ ok: true, content: expect.stringMatching(/Z \(\w+day, UTC\)$/), request: null, reply: null },
    });
    const { content } = await client.tools.tryOut(id, { arguments: { timeZone: 'Asia/Kathmandu' } });
    expect(content).toMatch(stamp);
    expect(content).toMatch(/\+05:45 \(\w+day, Asia\/Kathmandu\)$/);
    expect(await client.tools.tryOut(id, { arguments: { timeZone: 'Mars/Olympus' } })).toMatchObject({
      ...{ ok: false, content: 'Mars/Olympus is not a known time zone. Use an IANA name such as Europe/Berlin.' },
    });
  });

  test('400: invalid arguments, another name, and a tool that isn’t run here', async () => {
    const { _id: id } = await orders();
    const before = got.length;
    await expect(client.tools.tryOut(id)).rejects.toMatchObject(refusal('arguments.number'));
    await expect(client.tools.tryOut(id, { arguments: { number: 1 } })).rejects.toMatchObject(
      refusal('arguments.number'),
    );
    await expect(client.tools.tryOut(id, { name: 'other', arguments: { number: '1' } })).rejects.toMatchObject(
      refusal('name'),
    );
    const own = await make({ type: 'client' });
    await expect(client.tools.tryOut(own._id)).rejects.toMatchObject(refusal('id'));
    const builtin = await make({ type: 'builtin', settings: { function: 'end_conversation' } });
    await expect(client.tools.tryOut(builtin._id)).rejects.toMatchObject(refusal('id'));
    expect(got).toHaveLength(before);
  });

  test('403 and 404: without the scope, and out of reach', async () => {
    const { _id: id } = await orders();
    const reader = await alice.client(['agents:read']);
    const stranger = await (await parley.person()).client();
    const body = { arguments: { number: '1' } };
    await expect(reader.tools.tryOut(id, body)).rejects.toMatchObject({ status: 403, code: 'insufficient_scope' });
    await expect(stranger.tools.tryOut(id, body)).rejects.toMatchObject({ status: 404, code: 'tool_not_found' });
  });
});
