import type { ProcessLimits } from '../limits.ts';
import { type ExtractionProcess, startProcess, type Work } from './child.ts';
import { createTurns } from './turns.ts';

/** The extraction processes of the service. */
export interface Pool {
  /** Does a piece of work in an idle process, or in a new one, when it is its account's turn. */
  work(account: string, work: Work): Promise<void>;
  /** Kills the processes. Work that waits or runs fails. */
  close(): Promise<void>;
}

/** Creates the pool: no process yet, each starts when it is needed and ends when it was idle for a while. */
export function createPool(program: string, limits: ProcessLimits): Pool {
  const all = new Set<ExtractionProcess>();
  /** The idle processes with the timers that end them; the one used last is used next. */
  const idle = new Map<ExtractionProcess, NodeJS.Timeout>();
  const turns = createTurns(limits);
  let isClosed = false;

  const forget = (process: ExtractionProcess) => {
    clearTimeout(idle.get(process));
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

  const take = (): ExtractionProcess => {
    const last = [...idle.keys()].at(-1);
    if (last === undefined) return start();
    forget(last);
    return last;
  };

  const putBack = async (process: ExtractionProcess): Promise<void> => {
    if (!all.has(process)) return;
    if (isClosed || process.isWorn()) await end(process);
    else idle.set(process, setTimeout(end, limits.idleMs, process).unref());
  };

  return {
    async work(account, work) {
      await turns.enter(account, work.signal);
      try {
        // It may have been closed since the place was free.
        if (isClosed) throw closed();
        const process = take();
        try {
          await process.work(work);
        } finally {
          await putBack(process);
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
