import { readFileSync } from 'node:fs';
import type { Database } from '../../apps/server/src/storage/database.ts';

/** Length of a tick in which Linux counts the CPU time of other processes, in ms. */
const tick = 10;

/** CPU time so far, in ms. */
export interface Cpu {
  /** Of this process with all its threads. */
  readonly own: number;
  /** Of the connections of a PostgreSQL server on this machine, to 10 ms each; 0 on SQLite. */
  readonly server: number;
}

/** Reads the CPU time so far of this process and of the database's server. */
export async function cpuOf(db?: Database): Promise<Cpu> {
  const { user, system } = process.cpuUsage();
  return { own: (user + system) / 1_000, server: db?.engine === 'postgres' ? await serverCpu(db) : 0 };
}

async function serverCpu(db: Database): Promise<number> {
  const sql = 'select pid from pg_stat_activity where datname = current_database()';
  const rows = await db.read<{ pid: number }>({ sql, parameters: [] });
  return rows.map(({ pid }) => ticksOf(pid) * tick).reduce((sum, one) => sum + one, 0);
}

/** User and system time of a process in ticks: fields 14 and 15 of its `stat`, counted behind its name. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}
