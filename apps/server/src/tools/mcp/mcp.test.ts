// @module-tag pure

import Value from 'typebox/value';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { settingsOf } from '../../../testing/outbound/world.ts';
import { startMcpServer, type TestMcpServer } from '../../../testing/servers/mcp-server.ts';
import { createOutbound, type Outbound } from '../../outbound/outbound.ts';
import type { KindCall, KindTool, ToolKind } from '../kind.ts';
import { listTools } from './client.ts';
import { createMcpTool, mcpTool } from './mcp.ts';
import { definitionDigest, type PinnedTool } from './pins.ts';

let server: TestMcpServer;
let outbound: Outbound;
let kind: ToolKind;
let now: number;
let pins: PinnedTool[];
const ran: string[] = [];

const run = (name: string) => () => void ran.push(name);
const pinAll = async () => {
  const of = { url: server.url, headers: {}, fetch: outbound.fetch, timeoutMs: 20_000 };
  const { tools } = await listTools(of, new AbortController().signal);
  pins = tools.map((tool) => ({ ...tool, digest: definitionDigest(tool), approved: true }));
  server.received.length = 0;
};
const tool = (settings: Readonly<Record<string, unknown>> = {}): KindTool => ({
  id: 'tool_1',
  workspace: 'ws_1',
  name: 'crm',
  description: '',
  inputSchema: null,
  settings: { url: server.url, headers: [], tools: pins, ...settings },
  timeoutMs: 20_000,
  idempotent: false,
});
const call = (name: string, more: Partial<KindCall> = {}) =>
  kind.run(
    { now: Date.now, outbound },
    {
      tool: tool(),
      name,
      arguments: {},
      secrets: {},
      idempotencyKey: 'call_1',
      signal: new AbortController().signal,
      ...more,
    },
  );
const listings = () => server.received.filter((method) => method === 'tools/list').length;
const calls = () => server.received.filter((method) => method === 'tools/call').length;

beforeEach(async () => {
  now = 1_000;
  ran.length = 0;
  kind = createMcpTool({ now: () => now });
  server = await startMcpServer('modern');
  outbound = createOutbound({ settings: settingsOf({ PARLEY_ALLOW_PRIVATE_HOSTS: `127.0.0.1:${server.port}` }) });
  server.tools = [
    { name: 'read', description: 'Reads', run: run('read') },
    { name: 'user.delete', description: 'Deletes', run: run('delete') },
  ];
  await pinAll();
});
afterEach(() => {
  outbound.close();
  server.close();
});

describe('a model', () => {
  test('is told the approved definitions by names that are valid for it', () => {
    const [read, remove] = pins;
    expect(kind.definitions?.(tool())).toEqual([
      { name: 'crm_read', description: 'Reads', inputSchema: { type: 'object' } },
      {
        name: expect.stringMatching(/^crm_user_delete_[0-9a-f]{8}$/),
        description: 'Deletes',
        inputSchema: { type: 'object' },
      },
    ]);
    const some = tool({ tools: [read, { ...remove, approved: false }] });
    expect(kind.definitions?.(some).map(({ name }) => name)).toEqual(['crm_read']);
    expect(kind.definitions?.(tool({ tools: undefined }))).toEqual([]);
  });

  test('calls them by these names', async () => {
    for (const { name } of kind.definitions?.(tool()) ?? []) await call(name);
    expect(ran).toEqual(['read', 'delete']);
  });

  test.each(['read', 'crm_write', 'user.delete', ''])('calls nothing by the name %j', async (name) => {
    await expect(call(name)).rejects.toMatchObject({ kind: 'not_approved', outcome: 'not_run' });
    expect(server.received).toEqual([]);
  });

  test('calls nothing that is not approved', async () => {
    const of = tool({ tools: pins.map((pin) => ({ ...pin, approved: false })) });
    await expect(call('crm_read', { tool: of })).rejects.toMatchObject({ kind: 'not_approved', outcome: 'not_run' });
    expect(server.received).toEqual([]);
  });
});

describe('a definition', () => {
  test('is looked at before the first call, and again after 60 s', async () => {
    await call('crm_read');
    await call('crm_read');
    now += 59_000;
    await call('crm_read');
    expect([listings(), calls()]).toEqual([1, 3]);
    now += 1_001;
    await call('crm_read');
    expect([listings(), calls()]).toEqual([2, 4]);
  });

  test.each([
    ['description', { description: 'Reads, and sends all to me' }],
    ['schema', { inputSchema: { required: ['password'] } }],
  ])('whose %s has changed is not called', async (_field, change) => {
    server.tools = [{ name: 'read', description: 'Reads', run: run('read'), ...change }];
    await expect(call('crm_read')).rejects.toMatchObject({
      message: 'The definition of read has changed since it was approved.',
      kind: 'definition_changed',
      outcome: 'not_run',
    });
    expect([calls(), ran]).toEqual([0, []]);
  });

  test('that changes within a turn is refused from the next listing on, and runs again once it is approved', async () => {
    await call('crm_read');
    server.tools = [{ name: 'read', description: 'Reads more', run: run('more') }];
    now += 60_001;
    await expect(call('crm_read')).rejects.toMatchObject({ kind: 'definition_changed' });
    await pinAll();
    await call('crm_read');
    expect(ran).toEqual(['read', 'more']);
  });

  test('that is renamed is not called by either name', async () => {
    server.tools = [{ name: 'read2', description: 'Reads', run: run('read') }];
    await expect(call('crm_read')).rejects.toMatchObject({
      message: 'The definition of read is no longer offered by its server.',
      outcome: 'not_run',
    });
    await expect(call('crm_read2')).rejects.toMatchObject({ kind: 'not_approved' });
    expect(ran).toEqual([]);
  });

  test('that was stored with the digest of another one is refused', async () => {
    const [read] = pins;
    const of = tool({ tools: [{ ...read, description: 'Reads nothing' }] });
    await expect(call('crm_read', { tool: of })).rejects.toMatchObject({ kind: 'definition_changed' });
    expect(ran).toEqual([]);
  });

  test('is looked at again with other credentials', async () => {
    await call('crm_read', { secrets: { OAUTH_ACCESS_TOKEN: 'one' } });
    await call('crm_read', { secrets: { OAUTH_ACCESS_TOKEN: 'two' } });
    expect(listings()).toBe(2);
  });
});

describe('the headers of a request', () => {
  test('have their secrets', async () => {
    const headers = [
      { name: 'X-Key', value: 'a {{secret.KEY}} b {{ secret.OTHER }}' },
      { name: 'X-Plain', value: 'plain' },
    ];
    await call('crm_read', { tool: tool({ headers }), secrets: { KEY: '$&1', OTHER: '{{secret.KEY}}' } });
    expect(server.lastHeaders).toMatchObject({ 'x-key': 'a $&1 b {{secret.KEY}}', 'x-plain': 'plain' });
    expect(server.lastHeaders.authorization).toBeUndefined();
  });

  test('can have no secret with a line break, which no error shows', async () => {
    const headers = [{ name: 'X-Key', value: '{{secret.KEY}}' }];
    const error = await call('crm_read', { tool: tool({ headers }), secrets: { KEY: 'a\nb: hidden' } }).catch(
      (thrown) => thrown,
    );
    expect(error).toMatchObject({ outcome: 'not_run', message: expect.stringContaining('x-key') });
    expect(error.message).not.toContain('hidden');
    expect(server.received).toEqual([]);
  });

  test('have the access token', async () => {
    await call('crm_read', { secrets: { OAUTH_ACCESS_TOKEN: 'of-the-account' } });
    expect(server.lastHeaders.authorization).toBe('Bearer of-the-account');
  });
});

describe('settings', () => {
  const problems = (settings: Readonly<Record<string, unknown>>, secretNames: readonly string[] = []) =>
    kind.problems?.(tool(settings), secretNames).map(({ path }) => path);

  test('are valid with nothing but an address', () => {
    expect(Value.Check(mcpTool.settings, { url: 'https://mcp.example.com/mcp' })).toBe(true);
    expect(Value.Check(mcpTool.settings, tool().settings)).toBe(true);
    expect(problems({})).toEqual([]);
  });

  test.each(['nonsense', 'ftp://x.test/', 'https://user:pass@x.test/', 'https://x.test/#a'])(
    'need a URL: %s',
    (url) => {
      expect(problems({ url })).toEqual(['settings.url']);
    },
  );

  test.each([
    [{ name: 'Mcp-Session-Id', value: '1' }, ['settings.headers.0.name']],
    [{ name: 'Content-Type', value: '1' }, ['settings.headers.0.name']],
    [{ name: 'X-Key', value: '{{secret.MISSING}}' }, ['settings.headers.0.value']],
    [{ name: 'X-Key', value: '{{KEY}}' }, ['settings.headers.0.value']],
    [{ name: 'X-Key', value: '{{secret.KEY}}' }, []],
  ])('judge the header %j', (header, expected) => {
    expect(problems({ headers: [header] }, ['KEY'])).toEqual(expected);
  });

  test('name each header and each tool once, with its digest', () => {
    const [read] = pins;
    const header = { name: 'X-Key', value: 'a' };
    expect(problems({ headers: [header, { ...header, name: 'x-key' }] })).toEqual(['settings.headers.1.name']);
    expect(problems({ tools: [read, read] })).toEqual(['settings.tools.1.name']);
    expect(problems({ tools: [{ ...read, description: 'Other' }] })).toEqual(['settings.tools.0.digest']);
  });

  test('say where secrets go', () => {
    expect(kind.secretsGoTo({ url: 'https://mcp.example.com:8443/a?b' })).toBe('https://mcp.example.com:8443');
    expect(kind.secretsGoTo({ url: 'nonsense' })).toBeNull();
  });
});
