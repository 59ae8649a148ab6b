import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { install, startParley } from './shared/installation.ts';
import { median } from './shared/load.ts';
import type { BenchOptions } from './shared/options.ts';
import type { Server } from './shared/processes.ts';
import { fine, table, targetTable, whole } from './shared/report.ts';

/** Calls that are measured after those that warm up, and approvals that wait. */
const [warm, measured, approvals] = [50, 300, 1_000];

/**
 * `npm run bench -- tools [--beside CHECKOUT]`: statements of a turn without tools, what a tool call takes besides its
 * request, and the memory of approvals that wait.
 */
export async function benchTools({ folder, beside }: BenchOptions): Promise<string> {
  const statements = [...(beside === undefined ? [] : [beside]), '.'].map((checkout) => statementsOf(checkout));
  const dataDir = mkdtempSync(join(folder, 'parley-bench-'));
  const service = await serve((request, response) => {
    request.resume().on('end', () => response.writeHead(200, json).end('{"state":"sent"}'));
  });
  const provider = await startModel();
  const { key } = install(dataDir, 'agents:read,agents:write,conversations:read,conversations:write,workspace:admin');
  const server = await startParley(dataDir, {
    env: {
      ...{ PARLEY_PROVIDERS: 'fake', FAKE_BASE_URL: `http://${provider.host}/v1` },
      PARLEY_ALLOW_PRIVATE_HOSTS: service.host,
    },
  });
  try {
    const api = caller(server, key);
    const running = await makeAgent(api, service.host, false);
    const waiting = await makeAgent(api, service.host, true);
    const overhead = await measureCalls(api, { service: service.host, agent: running, gaps: provider.gaps });
    const memory = await measureWaiting(api, { server, running, waiting });
    return report(statements, { ...overhead, ...memory });
  } finally {
    await server.stop();
    service.close();
    provider.close();
    rmSync(dataDir, { recursive: true });
  }
}

const json = { 'content-type': 'application/json' };

/** Counts in a process of its own, as two checkouts have modules of the same names. */
const statementsOf = (checkout: string): readonly string[] => {
  const args = ['tsx', '--conditions=parley-source', 'bench/shared/count-statements.ts', checkout];
  const counts = JSON.parse(execFileSync('npx', args, { encoding: 'utf8' })) as Record<string, number>;
  return [checkout, ...['reads', 'units', 'statements'].map((name) => String(counts[name]))];
};

async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Starts a model that calls its first tool and then says a word. `gaps` are the times from its call to its next request. */
async function startModel() {
  const gaps: number[] = [];
  let called = 0;
  const server = await serve(async (request, response) => {
    const arrived = performance.now();
    // The list of models, which it doesn't have.
    if (request.method === 'GET') return void response.writeHead(404).end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { messages, tools } = JSON.parse(Buffer.concat(chunks).toString()) as {
      readonly messages: readonly { readonly role: string }[];
      readonly tools: readonly { readonly function: { readonly name: string } }[];
    };
    const hasResult = messages.at(-1)?.role === 'tool';
    if (hasResult) gaps.push(arrived - called);
    const name = tools[0]?.function.name;
    const call = { index: 0, id: 'call_1', type: 'function', function: { name, arguments: '{"order":"1"}' } };
    const delta = hasResult ? { content: 'Sent.' } : { tool_calls: [call] };
    const choices = [
      { index: 0, delta, finish_reason: null },
      { index: 0, delta: {}, finish_reason: hasResult ? 'stop' : 'tool_calls' },
    ];
    const events = choices.map((choice) => `data: ${JSON.stringify({ id: 'c', choices: [choice] })}\n\n`);
    called = performance.now();
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`${events.join('')}data: [DONE]\n\n`);
  });
  return { ...server, gaps };
}

type Data = { readonly _id?: string; readonly reply?: { readonly status: string } };
type Call = ReturnType<typeof caller>;

const caller =
  ({ port }: Server, key: string) =>
  async (path: string, body: object): Promise<Data> => {
    const headers = { authorization: `Bearer ${key}`, ...json };
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    const { data, error } = (await reply.json()) as { data?: Data; error?: string };
    if (data === undefined) throw new Error(error);
    return data;
  };

/** Sends a message to an agent, and returns how its reply ended. */
const chat = async (api: Call, agent: string) =>
  (await api(`/api/agents/${agent}/chat`, { content: 'Ship it.' })).reply?.status;

/** Creates an agent with a tool of its own service. */
async function makeAgent(api: Call, host: string, requiresApproval: boolean): Promise<string> {
  const { _id: id } = await api('/api/tools', {
    ...{ type: 'http', name: requiresApproval ? 'ask_ship' : 'ship', description: 'Ships an order.' },
    inputSchema: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
    settings: { method: 'POST', url: `http://${host}/ship` },
  });
  const tools = [{ id, requiresApproval }];
  return (await api('/api/agents', { name: 'Ships', model: 'fake/ships', tools }))._id ?? '';
}

/** Measures calls through turns, one at a time, and the same request by itself in between. */
async function measureCalls(api: Call, { service, agent, gaps }: { service: string; agent: string; gaps: number[] }) {
  const alone: number[] = [];
  for (let count = 0; count < warm + measured; count += 1) {
    if (count === warm) for (const list of [gaps, alone]) list.length = 0;
    await chat(api, agent);
    const started = performance.now();
    await (await fetch(`http://${service}/ship`, { method: 'POST', headers: json, body: '{"order":"1"}' })).text();
    alone.push(performance.now() - started);
  }
  return { through: median(gaps), alone: median(alone), calls: gaps.length };
}

/**
 * Measures the resident memory in MiB: before, after turns whose calls run at once, as a control, and with as many whose
 * calls wait for approval.
 */
async function measureWaiting(
  api: Call,
  { server, running, waiting }: Record<'running' | 'waiting', string> & { server: Server },
) {
  const chats = async (agent: string, expected: string, count = approvals) => {
    for (let made = 0; made < count; made += 1) {
      const status = await chat(api, agent);
      if (status !== expected) throw new Error(`The reply is ${status}.`);
    }
    return server.memory();
  };
  // The first leave compiled code and a grown heap: those belong to the process.
  await chats(waiting, 'requires_action', warm);
  const before = await chats(running, 'complete', warm);
  const control = await chats(running, 'complete');
  return { before, control, after: await chats(waiting, 'requires_action') };
}

interface Results {
  readonly through: number;
  readonly alone: number;
  readonly calls: number;
  readonly before: number;
  readonly control: number;
  readonly after: number;
}

function report(statements: readonly (readonly string[])[], results: Results): string {
  const { through, alone, calls, before, control, after } = results;
  const [first, last] = [statements[0], statements.at(-1)].map((row) => row?.slice(1).join());
  return [
    'A message and its reply by an agent without tools; the least of 30.',
    table(['checkout', 'reads', 'units of work', 'statements in them'], statements),
    `A call from the end of the model’s step to the beginning of its next one, ${calls} times: ${fine(through)} ms p50; ` +
      `its request by itself: ${fine(alone)} ms p50.`,
    `Resident memory: ${whole(before)} MiB before, ${whole(control)} MiB after ${whole(approvals)} calls that ran at ` +
      `once, ${whole(after)} MiB with ${whole(approvals)} more that wait for approval.`,
    targetTable([
      { what: 'checkouts with other statements', value: first === last ? 0 : 1, kind: 'most', bound: 0 },
      { what: 'a tool call, added, p50, ms', value: through - alone, kind: 'most', bound: 10 },
    ]),
  ].join('\n\n');
}
