// @module-tag sql

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { APIConnectionError, type Parley, type ToolCallRecord } from '@parley/sdk';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { between, createRandom } from '../../src/random.ts';
import { engines } from '../databases/engines.ts';
import { startServer, takenOver } from '../processes/program.ts';
import { announceSeed, runs } from '../processes/runs.ts';
import { type Play, says, startFakeProvider } from '../servers/fake-provider.ts';
import { calls } from '../servers/fake-tools.ts';
import { makeInstallation } from './installation.ts';

/** Kills on each engine: 20 in all in `npm test`. */
const kills = runs(4, 'PARLEY_TEST_TOOL_KILLS', 20);

/** Conversations whose agent calls the tool at each kill. */
const conversations = 4;

/** Longest time between what a kill waits for and the kill, in ms. */
const longest = 80;

/** Max time until no reply is under way or waits any more, in ms: a dead process has leases. */
const settled = 2 * takenOver + 60_000;

const seed = announceSeed('testing/crash/tool-calls');
const provider = await startFakeProvider({ remembers: false });
afterAll(provider.close);

/** Calls the tool with what the user has said, and then says that it is done. */
const acts: Play = (response, asked) => {
  const said = asked.messages.findLast(({ role }) => role === 'user')?.content ?? '';
  if (asked.messages.some(({ role }) => role === 'tool')) return says('Done.')(response, asked);
  return calls([{ name: 'pay', arguments: JSON.stringify({ order: said, cents: said.length }) }])(response, asked);
};

/** A service that does something each time it is asked, and answers a moment later. */
async function startEffects(delay: () => number) {
  const done: { readonly order: string; readonly body: string }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    done.push({ order: (JSON.parse(body) as { readonly order: string }).order, body });
    setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{"paid":true}'), delay());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    done,
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

describe.concurrent.each(engines)('a server on %s that is killed while tools are called', (engine) => {
  test(`runs no call twice and none with other arguments, after ${kills} kills`, {
    timeout: 180_000 + kills * settled,
  }, async () => {
    const random = createRandom(seed);
    const installation = await makeInstallation(engine);
    const effects = await startEffects(() => between(random, 0, 60));
    const env = { ...installation.env, ...provider.environment, PARLEY_ALLOW_PRIVATE_HOSTS: effects.host };
    const model = `pays-${engine}`;
    provider.play(model, acts);
    let server = await startServer(installation.dataDir, { env });
    const client = () => installation.client(server.url);
    const agent = await makeAgent(client(), { model: `fake/${model}`, host: effects.host });
    /** The calls whose approval was acknowledged. */
    const approved = new Set<string>();
    for (let kill = 1; kill <= kills; kill += 1) {
      const orders = Array.from({ length: conversations }, (_, index) => `order ${kill}-${index}`);
      const sent = orders.map((content) =>
        client()
          .agents.chat(agent, { content })
          .catch(() => undefined),
      );
      const [before, effectsBefore] = [approved.size, effects.done.length];
      const approving = approveUntilDead(client(), approved);
      // A kill comes around a request, an approval, an effect or a result, in turn.
      const reached = [
        () => true,
        () => approved.size > before,
        () => effects.done.length > effectsBefore,
        () => effects.done.length >= effectsBefore + 2,
      ][kill % 4];
      await vi.waitFor(() => expect(reached?.()).toBe(true), { timeout: settled, interval: 1 });
      await new Promise((resolve) => setTimeout(resolve, between(random, 0, longest)));
      await server.kill();
      await Promise.all([...sent, approving]);
      server = await startServer(installation.dataDir, { env });
    }
    const found = await untilSettled(client(), approved);
    expectOnce(found, { effects: effects.done, approved });
    // Otherwise the kills came too early or too late to prove anything.
    expect(found.filter(({ status }) => status === 'completed').length).toBeGreaterThan(0);
    expect(await server.stop()).toBe(0);
    expect(await installation.inspect()).toEqual([]);
    await effects.close();
    await installation.close();
  });
});

/** Makes an agent with a tool that isn't idempotent, whose calls must be approved. */
async function makeAgent(client: Parley, { model, host }: { readonly model: string; readonly host: string }) {
  const tool = await client.tools.create({
    ...{ type: 'http', name: 'pay', description: 'Pays an order.', idempotent: false },
    inputSchema: {
      type: 'object',
      properties: { order: { type: 'string' }, cents: { type: 'integer' } },
      required: ['order', 'cents'],
    },
    settings: { method: 'POST', url: `http://${host}/pay` },
  });
  const tools = [{ id: tool._id, requiresApproval: true }];
  return (await client.agents.create({ name: 'Pays', model, tools }))._id;
}

/** Approves whatever waits. A call may have been approved by a request whose answer was lost. */
async function approveAll(client: Parley, approved: Set<string>): Promise<void> {
  const { items } = await client.toolCalls.list({ status: 'waiting', waitsFor: 'approval', limit: 100 });
  await Promise.all(
    items.map(async ({ _id }) => {
      await client.toolCalls.approve(_id, {}, { maxRetries: 0 });
      approved.add(_id);
    }),
  );
}

/** Approves whatever comes until the server dies. */
async function approveUntilDead(client: Parley, approved: Set<string>): Promise<void> {
  for (;;) {
    const failure = await approveAll(client, approved).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failure instanceof APIConnectionError) return;
  }
}

/** Waits until every call has ended and no reply waits; returns the calls. */
const untilSettled = (client: Parley, approved: Set<string>): Promise<ToolCallRecord[]> =>
  vi.waitFor(
    async () => {
      await approveAll(client, approved).catch(() => undefined);
      const found: ToolCallRecord[] = [];
      for await (const call of client.toolCalls.list({ limit: 100 })) found.push(call);
      const open = found.filter(({ status }) => status === 'waiting' || status === 'running');
      expect(open.map(({ _id, status }) => `${_id} ${status}`)).toEqual([]);
      for await (const conversation of client.conversations.list({ limit: 100 })) {
        expect(conversation.turn).toBeNull();
        const { items } = await client.messages.list(conversation._id, { limit: 1 });
        expect(['complete', 'failed', undefined]).toContain(
          items[0]?.role === 'assistant' ? items[0].status : undefined,
        );
      }
      return found;
    },
    { timeout: settled, interval: 200 },
  );

/** Expects that each call has had its effect as often as it says, and with the arguments that were approved. */
function expectOnce(
  found: readonly ToolCallRecord[],
  {
    effects,
    approved,
  }: { readonly effects: readonly { readonly order: string; readonly body: string }[]; readonly approved: Set<string> },
): void {
  const times = new Map<string, number>();
  for (const { order } of effects) times.set(order, (times.get(order) ?? 0) + 1);
  expect([...times].filter(([, count]) => count > 1)).toEqual([]);
  for (const { _id, status, arguments: given } of found) {
    const order = String(given['order']);
    expect(given).toEqual({ order, cents: order.length });
    const count = times.get(order) ?? 0;
    if (status === 'completed') expect([order, count]).toEqual([order, 1]);
    else expect(['unknown', 'expired']).toContain(status);
    // An approved call runs, or it isn't known whether it did.
    if (approved.has(_id)) expect([order, status]).not.toEqual([order, 'expired']);
  }
  const known = new Set(found.map(({ arguments: given }) => String(given['order'])));
  for (const { order, body } of effects) {
    expect(known).toContain(order);
    expect(JSON.parse(body)).toEqual({ order, cents: order.length });
  }
}
