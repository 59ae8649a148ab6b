// @module-tag sql
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { loggedEvents } from '../../../../testing/logged-events.ts';

const number = { name: 'number', in: 'path', required: true, schema: { type: 'string' } };
const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://api.example.com/v1' }],
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/orders/{number}': {
      get: { operationId: 'findOrder', summary: 'Find an order', parameters: [number] },
      delete: { operationId: 'cancelOrder', summary: 'Cancel an order', parameters: [number] },
    },
  },
};
const server = createServer((request, response) => {
  response.writeHead(request.url === '/openapi.json' ? 200 : 404).end(JSON.stringify(document));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())));

describe.each(engines)('importing tools, on %s', (engine) => {
  const parley = service(engine, { environment: { PARLEY_ALLOW_PRIVATE_HOSTS: host } });
  let alice: Person;
  let client: Parley;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
  });

  const names = async () => (await client.tools.list()).items.map(({ name }) => name).sort();
  const refusal = (path: string) => ({
    ...{ status: 400, code: 'validation_failed' },
    details: [{ path, message: expect.any(String) }],
  });

  test('lists the operations of a document, and creates nothing', async () => {
    const { operations, tools } = await client.tools.importOpenApi({ document });
    expect(tools).toEqual([]);
    expect(operations.map(({ operationId, method, problem }) => [operationId, method, problem])).toEqual([
      ['findOrder', 'GET', null],
      ['cancelOrder', 'DELETE', null],
    ]);
    expect(await names()).toEqual([]);
    expect(await client.tools.importOpenApi({ document: JSON.stringify(document) })).toEqual({ operations, tools });
  });

  test('creates the tools of chosen operations, of a document by its address, with their secrets', async () => {
    const url = `http://${host}/openapi.json`;
    const { operations } = await client.tools.importOpenApi({ url });
    const secretNames = operations[0]?.secretNames ?? [];
    expect(secretNames).toHaveLength(1);
    await expect(client.tools.importOpenApi({ url, operations: ['findOrder'] })).rejects.toMatchObject(
      refusal(`secrets.${secretNames[0]}`),
    );
    const secrets = Object.fromEntries(secretNames.map((name) => [name, 'a-secret-of-the-shop']));
    const { tools } = await client.tools.importOpenApi({ url, operations: ['findOrder', 'cancelOrder'], secrets });
    const [find, cancel] = tools;
    expect(find).toMatchObject({ type: 'http', secretNames, idempotent: true, workspace: alice.workspace });
    expect(cancel?.settings).toMatchObject({ method: 'DELETE', url: 'https://api.example.com/v1/orders/{number}' });
    expect(await client.tools.retrieve(find?._id ?? '')).toEqual(find);
    expect((await loggedEvents(parley.db, cancel?._id)).map(({ type }) => type)).toEqual(['tool.created']);
  });

  test('400: an unknown operation, an address without a document, both, and neither', async () => {
    const before = await names();
    await expect(client.tools.importOpenApi({ document, operations: ['nothing'] })).rejects.toMatchObject(
      refusal('operations.0'),
    );
    const elsewhere = { url: `http://${host}/other.json` };
    await expect(client.tools.importOpenApi(elsewhere)).rejects.toMatchObject(refusal('url'));
    await expect(client.tools.importOpenApi({ url: 'http://169.254.169.254/' })).rejects.toMatchObject(refusal('url'));
    await expect(client.tools.importOpenApi({ ...elsewhere, document })).rejects.toMatchObject(refusal('document'));
    await expect(client.tools.importOpenApi({})).rejects.toMatchObject(refusal('document'));
    await expect(client.tools.importOpenApi({ document: { swagger: '2.0' } })).rejects.toMatchObject(
      refusal('document'),
    );
    expect(await names()).toEqual(before);
  });

  test('403: without the scope; 409: none is created if the name of one is taken', async () => {
    const reader = await alice.client(['agents:read']);
    await expect(reader.tools.importOpenApi({ document })).rejects.toMatchObject({ code: 'insufficient_scope' });
    const bob = await parley.person();
    const own = await bob.client();
    const { operations } = await own.tools.importOpenApi({ document });
    const [, last] = operations;
    await own.tools.create({ type: 'client', name: last?.name ?? '', description: 'Was here first.' });
    const secrets = Object.fromEntries((last?.secretNames ?? []).map((name) => [name, 'x']));
    const chosen = operations.map(({ operationId }) => operationId);
    await expect(own.tools.importOpenApi({ document, operations: chosen, secrets })).rejects.toMatchObject({
      ...{ status: 409, code: 'tool_name_taken' },
    });
    expect((await own.tools.list()).items).toHaveLength(1);
  });
});
