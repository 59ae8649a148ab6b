import { readdirSync, readFileSync } from 'node:fs';
import type { SoakServer } from '../server.ts';
import { fileSize, type Store } from '../store.ts';

/** Figures of the operating system about a process, in bytes and counts. */
export interface Reading {
  readonly resident: number;
  readonly descriptors: number;
  readonly threads: number;
}

/** The state of a server at a time, while no neighbour runs. */
export interface Sample extends Reading {
  /** Seconds since the start of the run. */
  readonly at: number;
  /** The heap and what buffers hold, after garbage collection, in bytes. */
  readonly heap: number;
  /** The size of the log, in bytes. */
  readonly log: number;
  /** The sizes of the database and of its write-ahead log, in bytes. */
  readonly database: number;
  readonly wal: number;
}

/** Reads the state of a process from /proc; undefined if it has ended. */
export function readProcess(pid: number): Reading | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? Number.NaN);
    const resident = field('VmRSS') * 1024;
    // A process that has ended and was not collected yet has no memory.
    if (Number.isNaN(resident)) return undefined;
    return { resident, threads: field('Threads'), descriptors: readdirSync(`/proc/${pid}/fd`).length };
  } catch {
    // It ended between two reads.
    return undefined;
  }
}

/** Takes a full sample; undefined if the server has ended. Collects garbage, which holds the server for a moment. */
export async function sample(server: SoakServer, store: Store, started: number): Promise<Sample | undefined> {
  const memory = await server.memory();
  const reading = readProcess(server.pid);
  if (memory === undefined || reading === undefined) return undefined;
  return {
    ...reading,
    ...(await store.sizes()),
    at: (performance.now() - started) / 1000,
    heap: memory.heapUsed + memory.external,
    log: fileSize(server.log),
  };
}
