import type { ProcessLimits } from '../limits.ts';
import { type ExtractionProcess, startProcess, type Work } from './child.ts';
import { createFairPool } from './fair-pool.ts';

/** The extraction processes of the service. Each serves one account in its life, so that nothing of others is in it. */
export interface Pool {
  /** Does a piece of work in an idle process of the account, or in a new one, when it is the account's turn. */
  work(account: string, work: Work): Promise<void>;
  /** Kills the processes. Work that waits or runs fails. */
  close(): Promise<void>;
}

/** Creates the pool: no process yet, each starts when it is needed and ends when it was idle for a while. */
export function createPool(program: string, limits: ProcessLimits): Pool {
  const all = new Set<ExtractionProcess>();
  /** The idle processes, the one used last at the end. */
  const idle = new Map<ExtractionProcess, { readonly account: string; readonly timer: NodeJS.Timeout }>();
  const turns = createFairPool(limits);
  let isClosed = false;

  const forget = (process: ExtractionProcess) => {
    clearTimeout(idle.get(process)?.timer);
    idle.delete(process);
  };

  const end = (process: ExtractionProcess): Promise<void> => {
    forget(process);
    return process.close();
  };

  const start = (): ExtractionProcess => {
    const process = startProcess(program, limits, () => {
      all.delete(process);
      forget(process);
    });
    all.add(process);
    return process;
  };

  const take = (account: string): ExtractionProcess => {
    const own = [...idle].findLast(([, { account: served }]) => served === account);
    if (own === undefined) return start();
    forget(own[0]);
    return own[0];
  };

  const putBack = async (process: ExtractionProcess, account: string): Promise<void> => {
    if (!all.has(process)) return;
    if (isClosed || process.isWorn()) return end(process);
    idle.set(process, { account, timer: setTimeout(end, limits.idleMs, process).unref() });
    const [oldest] = idle.keys();
    if (idle.size > limits.idle && oldest !== undefined) await end(oldest);
  };

  return {
    async work(account, work) {
      await turns.enter(account, work.signal);
      try {
        // It may have been closed since the place was free.
        if (isClosed) throw closed();
        const process = take(account);
        try {
          await process.work(work);
        } finally {
          await putBack(process, account);
        }
      } finally {
        turns.leave(account);
      }
    },
    close: async () => {
      isClosed = true;
      turns.close(closed());
      await Promise.all([...all].map(end));
    },
  };
}

const closed = () => new Error('The extractor is closed.');
