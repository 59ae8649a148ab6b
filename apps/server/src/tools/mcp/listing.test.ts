// @module-tag pure

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { settingsOf } from '../../../testing/outbound/world.ts';
import { startMcpServer, type TestMcpServer } from '../../../testing/servers/mcp-server.ts';
import { createOutbound, type Outbound } from '../../outbound/outbound.ts';
import { listTools } from './client.ts';

let outbound: Outbound;
let server: TestMcpServer;

beforeEach(async () => {
  server = await startMcpServer('modern');
  outbound = createOutbound({ settings: settingsOf({ PARLEY_ALLOW_PRIVATE_HOSTS: `127.0.0.1:${server.port}` }) });
});
afterEach(() => {
  outbound.close();
  server.close();
});

const list = () =>
  listTools({ url: server.url, headers: {}, fetch: outbound.fetch, timeoutMs: 20_000 }, new AbortController().signal);

describe('a listing', () => {
  test('has at most 200 tools', async () => {
    server.tools = Array.from({ length: 230 }, (_none, index) => ({ name: `t${index}` }));
    const { tools, isTruncated } = await list();
    expect(tools).toHaveLength(200);
    expect(isTruncated).toBe(true);
  });

  test('leaves out tools beyond its limits, and says why', async () => {
    let deep = {};
    for (let level = 0; level < 40; level += 1) deep = { items: deep };
    server.tools = [
      { name: 'good' },
      { name: 'x'.repeat(200) },
      { name: 'wordy', description: 'x'.repeat(9_000) },
      { name: 'deep', inputSchema: { properties: deep } },
      { name: 'wide', inputSchema: { description: 'x'.repeat(70_000) } },
      { name: 'twice' },
      { name: 'twice', description: 'another' },
    ];
    const { tools, skipped } = await list();
    expect(tools.map(({ name }) => name)).toEqual(['good']);
    expect(skipped.map(({ name, reason }) => [name.slice(0, 5), reason])).toEqual([
      ['xxxxx', 'The name must have 1 to 128 characters.'],
      ['wordy', 'The description has more than 8000 characters.'],
      ['deep', 'The input schema has more than 32 levels.'],
      ['wide', 'The input schema has more than 64000 characters.'],
      ['twice', 'Several tools have this name.'],
      ['twice', 'Several tools have this name.'],
    ]);
  });

  test.each([
    ['repeats a page', () => 'again', 2],
    ['has a next page for ever', (page: number) => `page ${page}`, 50],
  ])('of a server that %s ends', async (_what, cursorOf, pages) => {
    let page = 0;
    server.before = (_request, response, body) => {
      const { id, method } = JSON.parse(body);
      if (method !== 'tools/list') return false;
      page += 1;
      const result = { tools: [], nextCursor: cursorOf(page), resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, result }));
      return true;
    };
    expect(await list()).toMatchObject({ tools: [], isTruncated: true });
    expect(server.received.filter((method) => method === 'tools/list')).toHaveLength(pages);
  });

  test('that is refused says so', async () => {
    server.before = (_request, response, body) => {
      const { id, method } = JSON.parse(body);
      if (method !== 'tools/list') return false;
      const error = { code: -32_603, message: 'text of the server' };
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, error }));
      return true;
    };
    const message = `127.0.0.1:${server.port} answered with the error -32603.`;
    expect(await list().catch((error) => error)).toMatchObject({ kind: 'protocol', outcome: 'not_run', message });
  });
});
