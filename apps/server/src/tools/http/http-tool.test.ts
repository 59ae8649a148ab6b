// @module-tag pure
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../../../testing/outbound/world.ts';
import type { KindCall, KindTool } from '../kind.ts';
import { httpTool } from './http-tool.ts';

/** A request as the API got it. */
interface Seen {
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Answer = (response: ServerResponse, seen: Seen) => unknown;

let world: World;
let seen: Seen[] = [];
let answer: Answer = () => undefined;

beforeAll(async () => {
  world = await startWorld();
  world.names.set('public.test', ['93.184.215.14']);
  world.names.set('second.test', ['93.184.215.15']);
  world.names.set('private.test', ['10.0.0.5']);
  world.names.set('moving.test', ['93.184.215.16'], ['169.254.169.254']);
  world.serve(async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { method, url, headers } = request;
    const got = { line: `${method} ${headers.host}${url}`, headers, body: Buffer.concat(parts).toString() };
    seen.push(got);
    answer(response, got);
  });
});
afterAll(() => world.close());
beforeEach(() => {
  seen = [];
  answer = (response) => json(response, { ok: true });
});

const json = (response: ServerResponse, value: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

const properties = (...names: readonly string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, {}])),
});
const toolOf = (settings: object, more: Partial<KindTool> = {}): KindTool => ({
  ...{ id: 't1', workspace: 'w1', name: 'orders', description: 'Orders', inputSchema: properties(), timeoutMs: 20_000 },
  ...{ idempotent: false, settings: { url: 'https://public.test/v1', ...settings }, ...more },
});
const run = (tool: KindTool, given: object = {}, more: Partial<KindCall> = {}) =>
  httpTool.run(
    { ...world, now: Date.now },
    {
      ...{ tool, name: tool.name, arguments: { ...given }, secrets: {}, idempotencyKey: 'call_1' },
      ...{ signal: new AbortController().signal, ...more },
    },
  );

describe('a request', () => {
  test('has inputs in its path, query, headers and body, and secrets where they are named', async () => {
    const settings = {
      method: 'POST',
      url: 'https://public.test/v1/{id}/items?expand={expand}&key={{secret.KEY}}',
      headers: [{ name: 'Authorization', value: 'Bearer {{secret.TOKEN}}' }],
      placement: { dry: 'query', 'X-Trace': 'header' },
    };
    const names = ['id', 'expand', 'dry', 'X-Trace', 'note', 'count'];
    const given = { id: 'a/b', expand: 'all', dry: true, 'X-Trace': 'abc', note: 'Hi', count: 2 };
    const output = await run(toolOf(settings, { inputSchema: properties(...names) }), given, {
      secrets: { KEY: 'k&1', TOKEN: 'tok' },
    });
    expect(output).toMatchObject({ content: '{"ok":true}', isError: false });
    expect(seen).toMatchObject([
      {
        line: 'POST public.test/v1/a%2Fb/items?expand=all&key=k%261&dry=true',
        headers: { authorization: 'Bearer tok', 'x-trace': 'abc', 'content-type': 'application/json' },
        body: '{"note":"Hi","count":2}',
      },
    ]);
    expect(seen[0]?.headers).not.toHaveProperty('idempotency-key');
    expect(output.exchange).toMatchObject({
      request: { method: 'POST', headers: { authorization: 'Bearer tok' }, body: '{"note":"Hi","count":2}' },
      response: { status: 200, body: '{"ok":true}' },
    });
  });

  test('GET and DELETE have the rest in the query, lists one by one, and defaults for what is absent', async () => {
    const inputSchema = { type: 'object', properties: { q: {}, tags: {}, limit: { default: 10 }, page: {} } };
    for (const method of ['GET', 'DELETE'])
      await run(toolOf({ method }, { inputSchema }), { q: 'a b', tags: ['x', 'y'] });
    expect(seen.map(({ line, body }) => [line, body])).toEqual([
      ['GET public.test/v1?limit=10&q=a%20b&tags=x&tags=y', ''],
      ['DELETE public.test/v1?limit=10&q=a%20b&tags=x&tags=y', ''],
    ]);
  });

  test.each([
    ['with inputs for its body, an empty object', properties('note'), '{}', 'application/json'],
    ['without any, no body', properties(), '', undefined],
  ])('POST has, %s', async (_, inputSchema, body, type) => {
    await run(toolOf({ method: 'POST' }, { inputSchema }));
    expect([seen[0]?.body, seen[0]?.headers['content-type']]).toEqual([body, type]);
  });

  test('carries the key of the call if it may run twice', async () => {
    const tool = toolOf({ method: 'PUT' }, { idempotent: true });
    await run(tool);
    await run(tool);
    expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['call_1', 'call_1']);
  });

  test('an input can’t split a header, and isn’t sent', async () => {
    const tool = toolOf({ placement: { note: 'header' } }, { inputSchema: properties('note') });
    const output = await run(tool, { note: 'a\r\nHost: evil' });
    expect(output).toMatchObject({ content: 'The header "note" is not valid.', isError: true });
    expect(await run(tool, { note: '漢' })).toMatchObject({ isError: true });
    expect(seen).toEqual([]);
  });

  test('an input that leaves its path, or a secret that is gone, is an error without a request', async () => {
    const inputSchema = properties('id');
    const tool = toolOf({ url: 'https://public.test/v1/{id}' }, { inputSchema });
    expect(await run(tool, { id: '../admin' })).toEqual({
      content: 'The input id must not lead to another path.',
      isError: true,
    });
    const keyed = toolOf({ headers: [{ name: 'X-Key', value: '{{secret.KEY}}' }] });
    expect(await run(keyed)).toEqual({ content: 'The secret KEY of this tool is not set.', isError: true });
    expect(seen).toEqual([]);
  });
});

describe('redirects', () => {
  const secrets = { KEY: 'key-12345678' };
  const headers = [
    { name: 'Authorization', value: 'Bearer {{secret.KEY}}' },
    { name: 'X-Api-Key', value: '{{secret.KEY}}' },
  ];
  const redirects = (location: string, status = 302) => {
    answer = (response, { line }) =>
      line.includes('/v1') ? response.writeHead(status, { location }).end() : json(response, { at: line });
  };

  test('to the same origin have the secrets', async () => {
    redirects('/v2');
    expect(await run(toolOf({ headers }), {}, { secrets })).toMatchObject({ isError: false });
    expect(seen[1]).toMatchObject({ line: 'GET public.test/v2', headers: { 'x-api-key': secrets.KEY } });
  });

  test('to another origin have none of them, wherever they stood', async () => {
    redirects('https://second.test/v2');
    const url = 'https://public.test/v1?key={{secret.KEY}}';
    const tool = toolOf({ url, headers }, { idempotent: true });
    expect(await run(tool, {}, { secrets })).toMatchObject({ content: '{"at":"GET second.test/v2"}' });
    expect(seen).toHaveLength(2);
    expect(JSON.stringify(seen[0])).toContain(secrets.KEY);
    expect(JSON.stringify(seen[1])).not.toContain(secrets.KEY);
    expect(seen[1]?.headers).not.toHaveProperty('idempotency-key');
  });

  test.each(['http://10.0.0.5/', 'https://private.test/', 'http://169.254.169.254/latest', 'http://localhost/'])(
    'to %s are refused',
    async (location) => {
      redirects(location);
      const url = location.startsWith('http:') ? 'http://public.test/v1' : 'https://public.test/v1';
      const output = await run(toolOf({ url, headers }), {}, { secrets });
      expect(output.isError).toBe(true);
      expect(output.content).toMatch(/^The address is not allowed\./);
      expect(seen).toHaveLength(1);
    },
  );

  test('to http, or with a body to another origin, or without an end, are refused', async () => {
    redirects('http://public.test/v2');
    expect((await run(toolOf({}))).content).toContain('leads from https to http');
    redirects('https://second.test/v2', 307);
    const post = toolOf({ method: 'POST' }, { inputSchema: properties('a') });
    expect((await run(post, { a: 1 })).content).toContain('leads to another origin');
    redirects('/v1');
    expect((await run(toolOf({}))).content).toContain('redirected more than 3 times');
  });
});

describe('faults', () => {
  test.each([
    [401, 'Unauthorized', 'HTTP 401: Unauthorized'],
    [409, '{"error":"exists"}', 'HTTP 409: {"error":"exists"}'],
    [500, '', 'HTTP 500, without a body.'],
    [404, '<html><title>Gone</title><script>x()</script><p>Not &amp; here</p>', 'HTTP 404: Gone\nNot & here'],
  ])('status %i', async (status, body, content) => {
    answer = (response) =>
      response.writeHead(status, { 'content-type': body.startsWith('<') ? 'text/html' : 'text/plain' }).end(body);
    expect(await run(toolOf({}))).toMatchObject({ content, isError: true, exchange: { response: { status } } });
  });

  test('a long body of a failure is cut', async () => {
    answer = (response) => response.writeHead(400, { 'content-type': 'text/plain' }).end('x'.repeat(5_000));
    expect((await run(toolOf({}))).content).toBe(`HTTP 400: ${'x'.repeat(2_000)}…`);
  });

  test('a body beyond the limit, also of a failure and compressed', async () => {
    answer = (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('x'.repeat(2_000));
    const tool = toolOf({ maxResponseBytes: 1_000 });
    const output = await run(tool);
    expect(output).toMatchObject({
      content: 'HTTP 200: public.test sent a body of more than 1000 bytes.',
      isError: true,
    });
    expect(output.exchange?.response).toMatchObject({ status: 200, body: '' });
    answer = (response) => response.writeHead(503).end(Buffer.alloc(5_000));
    expect((await run(tool)).content).toBe('HTTP 503: public.test sent a body of more than 1000 bytes.');
  });

  test('a file has its type and size', async () => {
    answer = (response) => response.writeHead(200, { 'content-type': 'image/png; x=y' }).end(Buffer.alloc(123));
    expect(await run(toolOf({}))).toMatchObject({
      content: "HTTP 200: the response is a file of image/png, 123 bytes, which can't be read as text.",
      isError: true,
    });
  });

  test('no answer in time, and whether it had an effect', async () => {
    answer = () => undefined;
    const at = (method: string) => run(toolOf({ method }, { timeoutMs: 50 }), {}, { signal: AbortSignal.timeout(50) });
    expect((await at('GET')).content).toMatch(/^The request timed out/);
    expect((await at('GET')).content).not.toContain('effect');
    expect((await at('POST')).content).toMatch(
      /timed out.*Its outcome is not known: .* Do not repeat it; tell the user\.$/,
    );
  });

  test('a connection that ends without a reply', async () => {
    answer = (response) => response.socket?.destroy();
    const { content, isError } = await run(toolOf({ method: 'POST' }));
    expect(isError).toBe(true);
    expect(content).toMatch(/^public\.test .*Its outcome is not known: .* Do not repeat it; tell the user\.$/);
  });

  test('a body that is cut', async () => {
    answer = (response) => {
      response.writeHead(200, { 'content-length': 100 }).write('half');
      setImmediate(() => response.socket?.destroy());
    };
    expect(await run(toolOf({}))).toMatchObject({
      content: expect.stringMatching(/^HTTP 200: public\.test/),
      isError: true,
    });
  });

  test.each([
    'http://10.0.0.5/',
    'https://private.test/',
    'https://no-such.test/',
    'http://169.254.169.254/',
    'http://[::1]/',
  ])('%s is not allowed', async (url) => {
    expect((await run(toolOf({ url }))).content).toMatch(/^The address is not allowed\. .* has no public address\.$/);
    expect(seen).toEqual([]);
  });

  test('a name that moves to a private address is refused then', async () => {
    const tool = toolOf({ url: 'http://moving.test/v1' });
    expect(await run(tool)).toMatchObject({ isError: false });
    expect((await run(tool)).content).toMatch(/^The address is not allowed/);
    expect(seen).toHaveLength(1);
  });

  test('the end of the turn ends the request, and is no output', async () => {
    const controller = new AbortController();
    const reason = new Error('The turn was cancelled.');
    answer = () => controller.abort(reason);
    await expect(run(toolOf({}), {}, { signal: controller.signal })).rejects.toBe(reason);
    await expect(run(toolOf({}), {}, { signal: controller.signal })).rejects.toBe(reason);
    expect(seen).toHaveLength(1);
  });
});

describe('a response', () => {
  const order = { order: { id: 7, 'a/b': { status: 'sent' } }, items: [{ name: 'Pen' }] };

  test.each<[string, object[], string]>([
    ['one part by itself', [{ pointer: '/order/a~1b/status' }], 'sent'],
    ['one part that is an object', [{ pointer: '/items/0' }], '{"name":"Pen"}'],
    ['one part with a name', [{ name: 's', pointer: '/order/id' }], '{"s":7}'],
    [
      'several parts',
      [{ pointer: '/order/id' }, { name: 'first', pointer: '/items/0/name' }],
      '{"id":7,"first":"Pen"}',
    ],
    [
      'missing parts',
      [{ pointer: '/order/x/y' }, { pointer: '/items/1' }, { pointer: '/items/-' }],
      '{"1":null,"y":null,"-":null}',
    ],
    ['the whole', [{ pointer: '' }], JSON.stringify(order)],
    ['no part of a prototype', [{ pointer: '/constructor/name' }], 'null'],
  ])('gives %s', async (_, response, content) => {
    answer = (reply) => json(reply, order);
    expect(await run(toolOf({ response }))).toMatchObject({ content, isError: false });
  });

  test.each<[string, string | undefined, string | Buffer, object, string, boolean]>([
    ['204', undefined, '', {}, 'HTTP 200, without a body.', false],
    ['text', 'text/plain; charset=iso-8859-1', Buffer.from('gr\u00fcn', 'latin1'), {}, 'grün', false],
    ['XML', 'application/soap+xml', '<a/>', {}, '<a/>', false],
    ['text of no type', undefined, 'plain', {}, 'plain', false],
    [
      'bytes of no type',
      undefined,
      Buffer.from([0, 1, 2]),
      {},
      "HTTP 200: the response is a file of an unknown type, 3 bytes, which can't be read as text.",
      true,
    ],
    [
      'no JSON where a part is wanted',
      'application/json',
      'oops',
      { response: [{ pointer: '/a' }] },
      'HTTP 200: the response is not JSON.',
      true,
    ],
    ['problem JSON', 'application/problem+json', '{"a":1}', { response: [{ pointer: '/a' }] }, '1', false],
    ['a page', 'text/html', '<h1>A</h1><style>p{}</style><table><tr><td>1<td>2</table>', {}, 'A\n1 2', false],
  ])('of %s', async (_, type, body, settings, content, isError) => {
    answer = (reply) => reply.writeHead(200, type === undefined ? {} : { 'content-type': type }).end(body);
    expect(await run(toolOf(settings))).toMatchObject({ content, isError });
  });

  test('is a success by the statuses of the settings', async () => {
    answer = (reply) => json(reply, { none: true }, 404);
    expect(await run(toolOf({ success: ['200', '404'] }))).toMatchObject({ content: '{"none":true}', isError: false });
    answer = (reply) => json(reply, { made: true }, 201);
    expect(await run(toolOf({ success: ['200', '404'] }))).toMatchObject({
      content: 'HTTP 201: {"made":true}',
      isError: true,
    });
  });
});

test('no failure has a secret in what the model reads', async () => {
  const secrets = { KEY: 'very-secret-value-1' };
  const settings = { headers: [{ name: 'X-Key', value: '{{secret.KEY}}' }] };
  const urls = [
    'https://public.test/a?k={{secret.KEY}}',
    'https://private.test/{{secret.KEY}}',
    'http://public.test:1/{{secret.KEY}}',
  ];
  for (const fault of [
    (reply: ServerResponse) => reply.socket?.destroy(),
    (reply: ServerResponse) => reply.writeHead(500).end(),
  ]) {
    answer = fault;
    for (const url of urls) {
      const { content, isError } = await run(toolOf({ ...settings, url }), {}, { secrets });
      expect(isError).toBe(true);
      expect(content).not.toContain(secrets.KEY);
    }
  }
});
afterEach(() => void world.sinkhole.take());
