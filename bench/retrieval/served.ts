import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeAgent } from '../replies.ts';
import { install, startParley } from '../shared/installation.ts';
import { load, type Measurement, wire } from '../shared/load.ts';
import type { Server } from '../shared/processes.ts';
import { fine, type Target, table, whole } from '../shared/report.ts';
import { naturalTexts } from './natural-texts.ts';

/** Max bytes of the file that is synced, and about as many as a chunk has. */
const [mostBytes, bytesOfChunk] = [18 * 1024 * 1024, 900];

/** Reads of an agent a second beside the sync, and over how many connections. */
const reads = { rate: 200, connections: 8 } as const;

/** Duration of the control, in ms. */
const controlMs = 5_000;

/** Max duration of a sync, in ms. */
const patience = 300_000;

/** Interval between two requests for the source's status, in ms. */
const askEvery = 100;

const scopes = 'agents:read,agents:write,workspace:admin';

/** A text of paragraphs of some 900 characters, up to a number of bytes. */
async function manyParagraphs(most: number): Promise<string> {
  const texts = await naturalTexts();
  const parts: string[] = [];
  for (let bytes = 0; bytes < most; ) {
    const text = texts.next();
    parts.push(text);
    bytes += Buffer.byteLength(text) + 2;
  }
  parts.pop();
  return parts.join('\n\n');
}

interface Source {
  readonly _id: string;
  readonly status: string;
  readonly chunkCount: number;
  readonly error: { readonly message: string } | null;
}

interface Served {
  readonly server: Server;
  readonly key: string;
  readonly agent: string;
}

async function askFor({ server, key }: Served, path: string, init: RequestInit = {}): Promise<Source> {
  const reply = await fetch(`http://127.0.0.1:${server.port}/api/knowledge-sources${path}`, {
    ...init,
    headers: { authorization: `Bearer ${key}`, ...init.headers },
  });
  const { data, error } = (await reply.json()) as { data?: Source; error?: string };
  if (data === undefined) throw new Error(error);
  return data;
}

/** Reads an agent at a fixed rate; each time counts from when the read was due. */
const readAgent = ({ server, key, agent }: Served, until: { isDone: boolean; ms: number }) =>
  load({
    ...{ port: server.port, connections: reads.connections, duration: until.ms, rate: reads.rate },
    next: () => (until.isDone ? undefined : wire('GET', `/api/agents/${agent}`, { key })),
  });

/**
 * Time for which the main thread of the server was ready to run and waited for a core, in ms: the cost of the machine's
 * other programs (Linux, /proc/PID/schedstat).
 */
const waited = ({ server }: Served): number =>
  Number(readFileSync(`/proc/${server.pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;

/** Syncs a file while an agent is read; returns the chunks, the time in ms, and the times of the reads. */
async function syncBeside(served: Served, text: string) {
  const until = { isDone: false, ms: patience };
  const form = new FormData();
  form.set('name', 'Bench');
  form.set('file', new Blob([text], { type: 'text/plain' }), 'bench.txt');
  const { _id: id } = await askFor(served, '', { method: 'POST', body: form });
  const began = performance.now();
  const waitedBefore = waited(served);
  const reading = readAgent(served, until);
  let source = await askFor(served, `/${id}`);
  while (source.status !== 'ready' && source.status !== 'failed') {
    await new Promise((resolve) => setTimeout(resolve, askEvery));
    source = await askFor(served, `/${id}`);
  }
  const elapsed = performance.now() - began;
  const waiting = (waited(served) - waitedBefore) / elapsed;
  until.isDone = true;
  if (source.status === 'failed') throw new Error(source.error?.message);
  return { chunks: source.chunkCount, elapsed, waiting, reading: await reading };
}

/**
 * A built server syncs a file of so many chunks, some 18 MiB at most, and an agent is read beside it over HTTP. The control is the same reads of
 * the same server alone, before and after.
 */
export async function served(folder: string, most: number): Promise<{ text: string; targets: Target[] }> {
  const fileBytes = Math.min(most * bytesOfChunk, mostBytes);
  const dataDir = mkdtempSync(join(folder, 'parley-bench-'));
  const { key } = install(dataDir, scopes);
  const server = await startParley(dataDir, { cores: '0-1' });
  try {
    const of: Served = { server, key, agent: await makeAgent(server, key, 'builtin/echo') };
    await syncBeside(of, await manyParagraphs(fileBytes / 20));
    const before = await readAgent(of, { isDone: false, ms: controlMs });
    const memory = server.memory();
    const { chunks, elapsed, waiting, reading } = await syncBeside(of, await manyParagraphs(fileBytes));
    const grown = server.memory();
    const after = await readAgent(of, { isDone: false, ms: controlMs });
    const perSecond = (chunks / elapsed) * 1_000;
    const row = (name: string, times: Measurement) => [name, whole(times.requests), fine(times.p50), fine(times.p99)];
    const rows = [row('alone, before', before), row('beside a sync', reading), row('alone, after', after)];
    return {
      text: [
        `A file of ${whole(chunks)} chunks is synced in ${fine(elapsed / 1_000)} s: ${whole(perSecond)} chunks a second, ` +
          `from the answer to its upload until it is ready. The server has ${whole(memory)} MiB before, ` +
          `${whole(grown)} after. Its ` +
          `main thread waited for a core for ${fine(waiting * 100)} % of that time.`,
        table(['GET of an agent', 'requests', 'p50, ms', 'p99, ms'], rows),
      ].join('\n\n'),
      targets: [
        { what: 'chunks synced a second', kind: 'least', bound: 2_000, value: perSecond },
        { what: 'GET of an agent beside a sync, p99, ms', kind: 'most', bound: 10, value: reading.p99 },
      ],
    };
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true });
  }
}
