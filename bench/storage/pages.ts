import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { draft, idOf, pick } from '../agents/agents-data.ts';
import { makeAgent } from '../replies.ts';
import { install } from '../shared/installation.ts';
import { load, wire } from '../shared/load.ts';
import { type Filled, startFilled } from '../shared/operations.ts';
import type { BenchOptions } from '../shared/options.ts';
import type { Server } from '../shared/processes.ts';
import { fine, type Target, table, targetTable, whole } from '../shared/report.ts';

const scopes = 'agents:read,agents:write,conversations:read,conversations:write,workspace:admin';

/** The measured writes, with the most pages that each should take. */
const wanted = { POST: 7, PUT: 5, DELETE: 8, 'message and reply': 14 } as const;
type Written = keyof typeof wanted;

/** The writes of an operation: pages of 4 KiB, and calls of the system that write, to files and sockets. */
interface Cost {
  readonly pages: number;
  readonly calls: number;
}

/**
 * `npm run bench -- pages`: pages that each write puts on the disk, log and checkpoints together, one write at a time.
 * A count, which no noise moves. `--beside CHECKOUT` counts those of another build, too.
 */
export async function benchPages(options: BenchOptions): Promise<string> {
  const checkouts = [...(options.beside === undefined ? [] : [options.beside]), '.'];
  const costs: Map<Written, Cost>[] = [];
  for (const checkout of checkouts) costs.push(await costsOf(checkout, options));
  const now = costs.at(-1);
  const rows = (Object.keys(wanted) as Written[]).map((written) => [
    written,
    costs.map((each) => fine(each.get(written)?.pages ?? Number.NaN)).join(' / '),
    costs.map((each) => fine(each.get(written)?.calls ?? Number.NaN)).join(' / '),
  ]);
  const targets = Object.entries(wanted).map(
    ([written, bound]): Target => ({
      ...{ what: `pages of ${written}`, kind: 'most', bound },
      value: now?.get(written as Written)?.pages ?? Number.NaN,
    }),
  );
  return [
    `${whole(options.agents)} agents; ${writes} of each write, one after the other${options.beside === undefined ? '' : '; each pair: the other checkout / this one'}.`,
    table(['write', 'pages of 4 KiB', 'calls that write'], rows),
    targetTable(targets),
  ].join('\n\n');
}

const writes = 1_000;

async function costsOf(checkout: string, { folder: parent, agents }: BenchOptions): Promise<Map<Written, Cost>> {
  const folder = mkdtempSync(join(parent, 'parley-bench-'));
  try {
    const filled = await startFilled(install(folder, scopes, { checkout }), agents, { checkout });
    const talk = await conversation(filled);
    const { key, ids, doomed, server } = filled;
    const next: Record<Written, () => string> = {
      POST: () => wire('POST', '/api/agents', { key, body: draft() }),
      PUT: () => wire('PUT', `/api/agents/${pick(ids)}`, { key, body: '{"temperature":0.5,"name":"Renamed"}' }),
      DELETE: () => wire('DELETE', `/api/agents/${doomed.pop()}`, { key }),
      'message and reply': () =>
        wire('POST', `/api/conversations/${talk}/messages`, { key, body: '{"content":"What do you say?"}' }),
    };
    const costs = new Map<Written, Cost>();
    const keep = (body: string) => doomed.push(idOf(body) ?? '');
    for (const written of Object.keys(wanted) as Written[])
      costs.set(written, await costOf(server, next[written], written === 'POST' ? keep : () => undefined));
    await server.stop();
    return costs;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function costOf(server: Server, next: () => string, onBody: (body: string) => void): Promise<Cost> {
  await settle(server);
  const before = writtenBy(server);
  let left = writes;
  const measured = await load({
    ...{ port: server.port, connections: 1, duration: 600_000, onBody },
    next: () => {
      left -= 1;
      return left < 0 ? undefined : next();
    },
  });
  if (measured.failures > 0) throw new Error(`${measured.failures} requests failed.`);
  await settle(server);
  const after = writtenBy(server);
  return { pages: (after.bytes - before.bytes) / 4096 / writes, calls: (after.calls - before.calls) / writes };
}

/** Waits until the server has written nothing for a second. */
async function settle(server: Server): Promise<void> {
  for (let before = -1; before !== writtenBy(server).bytes; ) {
    before = writtenBy(server).bytes;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

/** Bytes that a process has sent to the disk, and its calls that write (proc_pid_io(5)). */
function writtenBy({ pid }: Server): { bytes: number; calls: number } {
  const text = readFileSync(`/proc/${pid}/io`, 'utf8');
  const number = (name: string) => Number(new RegExp(`^${name}: (\\d+)`, 'm').exec(text)?.[1]);
  return { bytes: number('write_bytes'), calls: number('syscw') };
}

async function conversation({ server, key }: Filled): Promise<string> {
  const agent = await makeAgent(server, key, 'builtin/echo');
  const reply = await fetch(`http://127.0.0.1:${server.port}/api/agents/${agent}/conversations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{}',
  });
  return ((await reply.json()) as { data: { _id: string } }).data._id;
}
