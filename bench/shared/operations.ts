import { draft, fill, idOf, pick } from '../agents/agents-data.ts';
import { type BuildOptions, type Installed, startParley } from './installation.ts';
import { load, type Measurement, median, wire } from './load.ts';
import type { Server } from './processes.ts';

/** A server with agents, and the agents that the next DELETE removes. */
export interface Filled {
  readonly server: Server;
  readonly key: string;
  readonly ids: string[];
  readonly doomed: string[];
}

/** The operations that are measured, in this order: DELETE removes the agents that POST has created. */
export const operations = ['GET', 'list of 20', 'POST', 'PUT', 'DELETE'] as const;

/** The list for clients that accept compression: beside the plain one, it shows the cost of that. */
export const compressedLists = ['list of 20, gzip', 'list of 20, br'] as const;
export type Operation = (typeof operations)[number] | (typeof compressedLists)[number];

/** One measurement, with the CPU time of a request in microseconds. */
export interface Measured extends Measurement {
  readonly cpu: number;
}

/** Starts the built server of an installation and creates `agents` agents. */
export async function startFilled(
  { dataDir, key, ids }: Installed,
  agents: number,
  options?: BuildOptions,
): Promise<Filled> {
  const server = await startParley(dataDir, options);
  await fill(server, { key, ids }, agents);
  return { server, key, ids, doomed: [] };
}

/** Measures one operation. Throws if a request failed. */
export async function measureOperation(
  { server, key, ids, doomed }: Filled,
  operation: Operation,
  size: { readonly connections: number; readonly duration: number },
): Promise<Measured> {
  const requests: Readonly<Record<Operation, () => string | undefined>> = {
    GET: () => wire('GET', `/api/agents/${pick(ids)}`, { key }),
    'list of 20': () => wire('GET', '/api/agents?limit=20', { key }),
    'list of 20, gzip': () => wire('GET', '/api/agents?limit=20', { key, accepts: 'gzip, deflate' }),
    'list of 20, br': () => wire('GET', '/api/agents?limit=20', { key, accepts: 'gzip, deflate, br' }),
    POST: () => wire('POST', '/api/agents', { key, body: draft() }),
    PUT: () => wire('PUT', `/api/agents/${pick(ids)}`, { key, body: '{"temperature":0.5,"name":"Renamed"}' }),
    // Agents that the earlier POSTs created: a run ends early if there are no more.
    DELETE: () => {
      const id = doomed.pop();
      return id === undefined ? undefined : wire('DELETE', `/api/agents/${id}`, { key });
    },
  };
  const collect = (body: string) => {
    const id = idOf(body);
    if (id !== undefined) doomed.push(id);
  };
  const before = server.cpu();
  const measured = await load({
    ...{ port: server.port, ...size, next: requests[operation] },
    ...(operation === 'POST' && { onBody: collect }),
  });
  if (measured.failures > 0) throw new Error(`${server.name}, ${operation}: ${measured.failures} requests failed.`);
  return { ...measured, cpu: ((server.cpu() - before) * 1000) / measured.requests };
}

/** The medians of several measurements. */
export function middleOf(measured: readonly Measured[]): Omit<Measured, 'requests' | 'failures'> {
  const middle = (of: (each: Measured) => number) => median(measured.map(of));
  return {
    perSecond: middle((each) => each.perSecond),
    p50: middle((each) => each.p50),
    p99: middle((each) => each.p99),
    cpu: middle((each) => each.cpu),
  };
}
