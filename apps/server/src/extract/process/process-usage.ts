import { readFileSync } from 'node:fs';

/** Resources that a process has used so far. */
export interface ProcessUsage {
  readonly cpuMs: number;
  readonly residentMiB: number;
}

/** Length of a clock tick in `/proc`, in ms. */
const tickMs = 10;

/** Looks up what a process has taken; undefined if it is gone, or if the system has no `/proc`. */
export function usageOf(pid: number): ProcessUsage | undefined {
  try {
    // Its name stands in parentheses, and may contain some itself.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0;
    return { cpuMs: (Number(fields[11]) + Number(fields[12])) * tickMs, residentMiB: Number(resident) / 1_024 };
  } catch {
    return undefined;
  }
}
