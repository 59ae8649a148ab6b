// @module-tag pure

import { createServer } from 'node:net';
import { inputRequired } from '@modelcontextprotocol/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { listen, settingsOf } from '../../../testing/outbound/world.ts';
import { startMcpServer, streaming, type TestEra, type TestMcpServer } from '../../../testing/servers/mcp-server.ts';
import { createOutbound, type Outbound } from '../../outbound/outbound.ts';
import { callTool, listTools, type McpCall } from './client.ts';
import type { McpServer } from './wire.ts';

const eras: readonly TestEra[] = ['modern', 'sessions'];

let outbound: Outbound;
let server: TestMcpServer;
const doorTo = (port: number) =>
  createOutbound({ settings: settingsOf({ PARLEY_ALLOW_PRIVATE_HOSTS: `127.0.0.1:${port}` }) });
const open = async (era: TestEra) => {
  server = await startMcpServer(era);
  outbound = doorTo(server.port);
};

afterEach(() => {
  outbound.close();
  server.close();
});

const at = (more: Partial<McpServer> = {}): McpServer => ({
  url: server.url,
  headers: { authorization: 'Bearer of-the-tool' },
  fetch: outbound.fetch,
  timeoutMs: 20_000,
  ...more,
});
const never = () => new AbortController().signal;
const start = (more: Partial<McpCall> = {}, of: Partial<McpServer> = {}) =>
  callTool(at(of), { name: 'work', arguments: {}, inputSchema: { type: 'object' }, signal: never(), ...more });
const call = async (...of: Parameters<typeof start>) => {
  const { content, isError } = await start(...of);
  return { content, isError };
};
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => ({ kind: 'none', outcome: 'answered' }),
    ({ kind, outcome, status, message }) => ({ kind, outcome, status, message }),
  );

describe.each(eras)('a server of the era %s', (era) => {
  beforeEach(() => open(era));

  test('lists its tools, of all pages', async () => {
    const names = Array.from({ length: 7 }, (_none, index) => `tool-${index}`);
    server.tools = names.map((name) => ({ name, description: `Does ${name}`, inputSchema: { required: ['a'] } }));
    server.pageSize = 3;
    const { tools, skipped, isTruncated, era: found } = await listTools(at(), never());
    expect(tools.map(({ name }) => name)).toEqual(names);
    expect(tools[0]).toEqual({
      name: 'tool-0',
      description: 'Does tool-0',
      inputSchema: { type: 'object', required: ['a'] },
    });
    expect({ skipped, isTruncated }).toEqual({ skipped: [], isTruncated: false });
    expect(found.kind).toBe(era === 'modern' ? 'modern' : 'legacy');
    expect(server.lastHeaders.authorization).toBe('Bearer of-the-tool');
  });

  test('runs a tool with its arguments, also in the era that a listing found', async () => {
    const given: unknown[] = [];
    server.tools = [{ name: 'work', run: (of) => void given.push(of) }];
    expect(await call({ arguments: { a: [1, { b: 'ü' }] } })).toEqual({ content: 'done', isError: false });
    const { era: found } = await listTools(at(), never());
    server.received.length = 0;
    await call({ arguments: { a: 2 }, era: found });
    expect(given).toEqual([{ a: [1, { b: 'ü' }] }, { a: 2 }]);
    const opening = era === 'modern' ? [] : ['initialize', 'notifications/initialized'];
    expect(server.received.filter((method) => method !== 'DELETE')).toEqual([...opening, 'tools/call']);
  });

  test('says what a tool returns', async () => {
    const data = Buffer.from('12345').toString('base64');
    const content = [
      { type: 'text', text: 'one' },
      { type: 'image', data, mimeType: 'image/png' },
      { type: 'audio', data, mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'file:///a.txt', mimeType: 'text/plain', text: 'äb' } },
      { type: 'resource_link', uri: 'file:///b.pdf', name: 'b', mimeType: 'application/pdf' },
    ];
    server.tools = [{ name: 'work', run: () => ({ content, structuredContent: { n: 1 }, isError: true }) }];
    expect(await call()).toEqual({
      content: [
        ...['one', '[image image/png, 5 bytes]', '[audio audio/wav, 5 bytes]'],
        ...['[resource file:///a.txt, text/plain, 3 bytes]', '[link file:///b.pdf, application/pdf]', '{"n":1}'],
      ].join('\n'),
      isError: true,
    });
  });

  test('has an exchange to look at, with the beginning of a long body', async () => {
    server.tools = [{ name: 'work', run: () => ({ content: [{ type: 'text', text: 'x'.repeat(50_000) }] }) }];
    const { exchange } = await start({ arguments: { a: 'ü' } });
    expect(exchange?.request).toMatchObject({
      method: 'POST',
      url: server.url,
      headers: { authorization: 'Bearer of-the-tool', 'content-type': 'application/json' },
    });
    expect(JSON.parse(exchange?.request.body ?? '')).toMatchObject({ params: { name: 'work', arguments: { a: 'ü' } } });
    expect(exchange?.response).toMatchObject({ status: 200, headers: { 'content-type': expect.any(String) } });
    expect(exchange?.response?.body).toHaveLength(16 * 1024);
    expect(exchange?.response?.body).toContain('xxx');
  });

  test('says structured content once', async () => {
    const content = [{ type: 'text', text: '{ "b": 2, "a": 1 }' }];
    server.tools = [{ name: 'work', run: () => ({ content, structuredContent: { a: 1, b: 2 } }) }];
    expect(await call()).toEqual({ content: '{ "b": 2, "a": 1 }', isError: false });
  });

  test('tells of an error of the protocol', async () => {
    const run = () => {
      throw new Error('no such order');
    };
    server.tools = [{ name: 'work', run }];
    expect(await call()).toMatchObject({ content: expect.stringContaining('no such order'), isError: true });
  });

  test.each([401, 403, 404, 429])('that answers a call with %i has not run it', async (status) => {
    server.before = (_request, response, body) => {
      if (!body.includes('tools/call')) return false;
      response
        .writeHead(status, { 'www-authenticate': 'Bearer resource_metadata="https://x.test/m"' })
        .end('secret text');
      return true;
    };
    const error = await call().catch((thrown) => thrown);
    const kind = status < 404 ? 'unauthorized' : 'status';
    expect(error).toMatchObject({ kind, outcome: 'not_run', status, challenge: expect.stringContaining('x.test/m') });
    expect(error.message).not.toContain('secret text');
  });

  test.each([408, 500, 502, 503])('that answers a call with %i may have run it', async (status) => {
    server.before = (_request, response, body) => {
      if (body.includes('tools/call')) response.writeHead(status).end();
      return body.includes('tools/call');
    };
    expect(await failure(call())).toMatchObject({ kind: 'status', outcome: 'unknown', status });
  });

  test('whose stream breaks loses the call, which is not repeated', async () => {
    server.before = streaming((response) => {
      response.write('id: 1\nretry: 1\ndata:\n\n', () => response.destroy());
    });
    expect(await failure(call())).toMatchObject({ kind: 'lost', outcome: 'unknown' });
    expect(server.received.filter((method) => method === 'tools/call')).toHaveLength(1);
    expect(server.received).not.toContain('GET');
  });

  test('whose stream ends without an answer loses the call', async () => {
    server.before = streaming((response) => void response.end('id: 1\ndata:\n\n'));
    expect(await failure(call())).toMatchObject({ kind: 'lost', outcome: 'unknown' });
  });

  test('that is slow reaches the time limit', async () => {
    server.before = streaming(() => undefined);
    expect(await failure(call({}, { timeoutMs: 2_500 }))).toMatchObject({ kind: 'timeout', outcome: 'unknown' });
  });

  test('is left if the caller gives up', async () => {
    const caller = new AbortController();
    let isGone = false;
    server.before = streaming((response) => {
      response.on('close', () => {
        isGone = true;
      });
      response.write(': here\n\n', () => caller.abort(new Error('The turn ended.')));
    });
    expect(await failure(call({ signal: caller.signal }))).toMatchObject({ kind: 'aborted', outcome: 'unknown' });
    await vi.waitFor(() => expect(isGone).toBe(true), 10_000);
  });

  test('that sends a huge message is cut off', async () => {
    server.before = streaming((response, id) => {
      const text = 'x'.repeat(3 * 1024 * 1024);
      response.end(
        `data: ${JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } })}\n\n`,
      );
    });
    const message = 'The MCP server sent a message of more than 2097152 bytes.';
    expect(await failure(call())).toMatchObject({ kind: 'too_large', outcome: 'unknown', message });
  });

  test('that sends notices for ever is cut off', async () => {
    const params = { level: 'info', data: 'x'.repeat(90_000) };
    const notice = `data: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params })}`;
    const notices = ['\n\n', '\r\n\r\n', '\r\r'].map((end) => notice + end).join('');
    server.before = streaming((response) => {
      const more = () => {
        if (!response.destroyed) response.write(notices, () => setImmediate(more));
      };
      more();
    });
    const message = expect.stringMatching(/^127\.0\.0\.1 sent a body of more than 83\d+ bytes\.$/);
    expect(await failure(call())).toMatchObject({ kind: 'too_large', outcome: 'unknown', message });
  });

  test('that redirects to another origin gets nothing there', async () => {
    const other = await startMcpServer(era);
    server.before = (_request, response) => {
      response.writeHead(307, { location: other.url }).end();
      return true;
    };
    expect(await failure(call())).toMatchObject({ kind: 'status', outcome: 'not_run', status: 307 });
    expect(other.received).toEqual([]);
    other.close();
  });

  test('that gives nonsense has an answer that is not valid', async () => {
    server.before = streaming((response, id) => {
      response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result: { content: 'text' } })}\n\n`);
    });
    expect(await failure(call())).toMatchObject({ kind: 'protocol', outcome: 'unknown' });
  });
});

test('a server of the earlier era without sessions lists and runs its tools', async () => {
  await open('stateless');
  server.tools = [{ name: 'work' }];
  expect(await listTools(at(), never())).toMatchObject({ tools: [{ name: 'work' }], era: { kind: 'legacy' } });
  expect(await call()).toEqual({ content: 'done', isError: false });
  expect(server.received).not.toContain('DELETE');
});

test('a call that was given up before it began is not sent', async () => {
  await open('modern');
  expect(await failure(call({ signal: AbortSignal.abort() }))).toMatchObject({ kind: 'aborted', outcome: 'not_run' });
  expect(server.received).toEqual([]);
});

describe('a server of the later era', () => {
  beforeEach(() => open('modern'));

  test('gets the arguments that its schema wants in headers', async () => {
    const inputSchema = { properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } };
    const headers: unknown[] = [];
    server.tools = [
      { name: 'work', inputSchema, run: () => void headers.push(server.lastHeaders['mcp-param-region']) },
    ];
    await call({ arguments: { region: 'eu' }, inputSchema: { type: 'object', ...inputSchema } });
    expect(headers).toEqual(['eu']);
  });

  test('that wants other headers gets the call once', async () => {
    server.before = (_request, response, body) => {
      const { id, method } = JSON.parse(body);
      if (method !== 'tools/call') return false;
      const error = { code: -32_020, message: 'Header mismatch' };
      response
        .writeHead(400, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, error }));
      return true;
    };
    expect(await call()).toEqual({ content: 'The server refused the call: Header mismatch', isError: true });
    expect(server.received).toEqual(['server/discover', 'tools/call']);
  });
});

describe('a server that asks for something', () => {
  test('in a result of the later era is refused', async () => {
    await open('modern');
    server.tools = [
      {
        name: 'work',
        run: () =>
          inputRequired({
            inputRequests: {
              sure: inputRequired.elicit({
                message: 'Sure?',
                requestedSchema: { type: 'object', properties: { yes: { type: 'boolean' } } },
              }),
            },
          }),
      },
    ];
    const { content, isError } = await call();
    expect(isError).toBe(true);
    expect(content).toMatch(/elicitation/i);
    expect(server.received.filter((method) => method === 'tools/call')).toHaveLength(1);
  });

  test.each(['elicitation/create', 'sampling/createMessage', 'roots/list'])('by %s is refused', async (method) => {
    await open('sessions');
    const answers: string[] = [];
    server.before = (_request, response, body) => {
      const { id, method: asked } = JSON.parse(body || '{}');
      if (asked === 'tools/call') {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id: 'of-server', method, params: {} })}\n\n`);
        const result = { content: [{ type: 'text', text: 'no answer came' }], isError: true };
        void vi
          .waitFor(() => expect(answers).not.toEqual([]), 10_000)
          .then(() => {
            response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
          });
        return true;
      }
      if (!body.includes('of-server')) return false;
      answers.push(body);
      response.writeHead(202).end();
      return true;
    };
    expect(await call()).toEqual({
      content: `The server asked for ${method}, which is not available. The call did not complete.\nno answer came`,
      isError: true,
    });
    expect(JSON.parse(answers[0] ?? '')).toMatchObject({ id: 'of-server', error: { code: -32_601 } });
  });
});

describe('a server that is not there', () => {
  test('has certainly run nothing', async () => {
    await open('modern');
    server.close();
    expect(await failure(call())).toMatchObject({ kind: 'outbound', outcome: 'not_run' });
    expect(await failure(call({ era: { kind: 'legacy' } }))).toMatchObject({ kind: 'outbound', outcome: 'not_run' });
  });

  test('may have run a call if the connection ends after it was sent', async () => {
    await open('modern');
    const { era } = await listTools(at(), never());
    const sockets = createServer((socket) => void socket.once('data', () => socket.destroy()));
    const port = await listen(sockets);
    const door = doorTo(port);
    const of = { url: `http://127.0.0.1:${port}/mcp`, fetch: door.fetch };
    expect(await failure(call({ era }, of))).toMatchObject({ kind: 'lost', outcome: 'unknown' });
    door.close();
    sockets.close();
  });

  test('is not asked if its address is private', async () => {
    await open('modern');
    const closed = createOutbound({ settings: settingsOf({}) });
    expect(await failure(call({}, { fetch: closed.fetch }))).toMatchObject({ kind: 'outbound', outcome: 'not_run' });
    expect(server.received).toEqual([]);
    closed.close();
  });
});

test('a session of the earlier era is ended', async () => {
  await open('sessions');
  server.tools = [{ name: 'work' }];
  await call();
  await vi.waitFor(() => expect(server.received).toContain('DELETE'), 10_000);
  expect(server.received.slice(0, 4)).toEqual([
    'server/discover',
    'initialize',
    'notifications/initialized',
    'tools/call',
  ]);
});
