// @module-tag sql
import type { Parley, ToolDefinitions } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { loggedEvents } from '../../../../testing/logged-events.ts';
import { says, startFakeProvider } from '../../../../testing/servers/fake-provider.ts';
import { calls } from '../../../../testing/servers/fake-tools.ts';
import { startMcpServer, streaming, type TestTool } from '../../../../testing/servers/mcp-server.ts';

const provider = await startFakeProvider();
const servers = await Promise.all([startMcpServer('modern'), startMcpServer('sessions')]);
afterAll(async () => {
  await provider.close();
  for (const server of servers) server.close();
});

const hosts = servers.map(({ port }) => `127.0.0.1:${port}`).join(',');
const work: TestTool = { name: 'work', description: 'Works.' };

describe.each(engines)('the definitions of MCP servers, on %s', (engine) => {
  const parley = service(engine, { environment: { ...provider.environment, PARLEY_ALLOW_PRIVATE_HOSTS: hosts } });
  let alice: Person;
  let client: Parley;
  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
  });

  let made = 0;
  const make = (settings: Record<string, unknown>) => {
    made += 1;
    return client.tools.create({
      ...{ type: 'mcp', name: `crm_${made}`, description: 'The CRM.', settings, timeoutMs: 20_000 },
    });
  };
  const seen = ({ items }: ToolDefinitions) => items.map(({ name, digest }) => ({ name, digest }));
  const approveAll = async (id: string) =>
    client.tools.definitions.approve(id, { approve: seen(await client.tools.definitions.list(id)) });

  describe.each([
    ['2026-07-28', servers[0]],
    ['2025-11-25', servers[1]],
  ])('that speak %s', (_era, server) => {
    beforeAll(() => {
      server.before = () => false;
    });

    test('nothing is approved at first; what was seen is approved, and called', async () => {
      server.tools = [work, { name: 'odd', inputSchema: { properties: { a: { $ref: '#/nowhere' } } } }];
      const { _id: id, name, settings } = await make({ url: server.url });
      expect(settings).toEqual({ url: server.url });
      const { items, ...rest } = await client.tools.definitions.list(id);
      expect(rest).toEqual({ skipped: [], isTruncated: false });
      expect(items).toMatchObject([
        { name: 'work', state: 'new', definition: { description: 'Works.' }, changes: [], problem: null },
        { name: 'odd', state: 'new', problem: expect.stringContaining('input schema') },
      ]);
      const [one, odd] = seen({ items, ...rest });
      if (one === undefined || odd === undefined) throw new Error('It lists too few.');
      await expect(client.tools.definitions.approve(id, { approve: [odd] })).rejects.toMatchObject({
        ...{ status: 400, code: 'validation_failed', details: [{ path: 'approve.0' }] },
      });
      const tool = await client.tools.definitions.approve(id, { approve: [one] });
      expect(tool.settings).toMatchObject({ tools: [{ name: 'work', digest: one.digest, approved: true }] });
      const updates = (await loggedEvents(parley.db, id)).filter(({ type }) => type === 'tool.updated');
      expect(updates.map(({ changes }) => changes)).toEqual([[expect.objectContaining({ field: 'settings.tools' })]]);
      expect((await client.tools.definitions.list(id)).items[0]).toMatchObject({ state: 'approved' });
      expect(await client.tools.tryOut(id, { name: `${name}_work` })).toMatchObject({ ok: true, content: 'done' });
      const gone = await client.tools.definitions.approve(id, { remove: ['work'] });
      expect(gone.settings).toMatchObject({ tools: [] });
    });

    test('one whose name is altered for models is called by the name at its server', async () => {
      const long = { ...work, name: `long.${'x'.repeat(100)}` };
      server.tools = [work, long];
      const { _id: id, name } = await make({ url: server.url });
      await approveAll(id);
      for (const called of ['work', `${name}_work`, long.name])
        expect(await client.tools.tryOut(id, { name: called })).toMatchObject({ ok: true });
      await expect(client.tools.tryOut(id, { name: 'long' })).rejects.toMatchObject({
        ...{ status: 400, details: [{ path: 'name' }] },
      });
    });

    test('a change is shown, and approved only as it was seen', async () => {
      server.tools = [work];
      const { _id: id } = await make({ url: server.url });
      await approveAll(id);
      server.tools = [{ ...work, description: 'Deletes.' }];
      const changed = await client.tools.definitions.list(id);
      expect(changed.items).toMatchObject([
        { state: 'changed', changes: [{ field: 'description', before: 'Works.', after: 'Deletes.' }] },
      ]);
      server.tools = [{ ...work, description: 'Deletes all.' }];
      const stale = { status: 409, code: 'definition_changed' };
      await expect(client.tools.definitions.approve(id, { approve: seen(changed) })).rejects.toMatchObject(stale);
      server.tools = [];
      expect((await client.tools.definitions.list(id)).items).toMatchObject([{ name: 'work', state: 'missing' }]);
      await expect(client.tools.definitions.approve(id, { approve: seen(changed) })).rejects.toMatchObject(stale);
    });

    test('a definition that changes in mid-turn is not called, and can be approved anew', async () => {
      let ran = 0;
      const run = () => {
        ran += 1;
      };
      server.tools = [{ ...work, run }];
      const { _id: id, name } = await make({ url: server.url });
      await approveAll(id);
      const model = `mcp-${engine}-${made}`;
      const once = [calls([{ name: `${name}_work`, arguments: '{}' }]), says('Done.')] as const;
      const change = () => {
        server.tools = [{ ...work, description: 'Deletes.', run }];
      };
      provider.play(
        model,
        (...answer) => {
          change();
          return once[0](...answer);
        },
        ...[once[1], ...once],
      );
      const agent = await client.agents.create({
        ...{ name: 'Clerk', model: `fake/${model}`, tools: [{ id, requiresApproval: false }] },
      });
      const ask = async () => {
        const { reply } = await client.agents.chat(agent._id, { content: 'Go' });
        return reply?.parts.find(({ type }) => type === 'tool-result');
      };
      expect(await ask()).toMatchObject({
        ...{ status: 'failed', isError: true, content: expect.stringContaining('has changed since it was approved') },
      });
      expect(ran).toBe(0);
      await approveAll(id);
      expect(await ask()).toMatchObject({ status: 'completed', content: 'done' });
      expect(ran).toBe(1);
    });

    test('a call whose answer is lost is unknown, and the model reads so', async () => {
      server.tools = [work];
      const { _id: id, name } = await make({ url: server.url });
      await approveAll(id);
      server.before = streaming((response) => void response.end());
      const model = `mcp-lost-${engine}-${made}`;
      provider.play(model, calls([{ name: `${name}_work`, arguments: '{}' }]), says('I do not know.'));
      const agent = await client.agents.create({
        ...{ name: 'Clerk', model: `fake/${model}`, tools: [{ id, requiresApproval: false }] },
      });
      const { reply } = await client.agents.chat(agent._id, { content: 'Go' });
      server.before = () => false;
      const result = reply?.parts.find(({ type }) => type === 'tool-result');
      expect(result).toMatchObject({ status: 'unknown', content: expect.stringContaining('Do not repeat it') });
      const [row] = (await client.toolCalls.list({ agentId: agent._id })).items;
      expect(row).toMatchObject({ status: 'unknown' });
    });
  });

  test('a server that can’t be asked, and a tool of another type', async () => {
    const { _id: id } = await make({ url: `${servers[0].url}/nowhere` });
    servers[0].before = (_request, response) => void response.writeHead(503).end() === undefined;
    await expect(client.tools.definitions.list(id)).rejects.toMatchObject({ status: 502, code: 'tool_unreachable' });
    servers[0].before = () => false;
    const other = await client.tools.create({ type: 'client', name: 'own', description: 'Own.' });
    await expect(client.tools.definitions.list(other._id)).rejects.toMatchObject({ status: 400 });
  });
});
