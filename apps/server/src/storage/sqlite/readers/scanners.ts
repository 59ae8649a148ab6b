import type { Bounded } from '../../bounded.ts';
import type { Row } from '../driver.ts';
import { type Scan, type Scanner, startScanner } from './scanner.ts';

/** Time for which an idle reader process is kept, in ms. */
const maxIdle = 5 * 60_000;

/** The reader processes of a database. */
export interface Scanners {
  /** Runs a query on an idle process, or on a new one. The caller bounds the number of concurrent queries. */
  scan(scan: Scan): Promise<Bounded<Row>>;
  /** See `Scanner.forgetStatements`. */
  forgetStatements(): void;
  /** Ends the processes, which must be idle. */
  close(): Promise<void>;
}

/** Creates the reader processes of a database file: none yet, each starts when it is needed. */
export function createScanners(file: string): Scanners {
  const all = new Set<Scanner>();
  /** The idle processes with the timers that end them; the one used last is used next. */
  const idle = new Map<Scanner, NodeJS.Timeout>();

  const start = (): Scanner => {
    const scanner = startScanner(file, () => {
      all.delete(scanner);
      clearTimeout(idle.get(scanner));
      idle.delete(scanner);
    });
    all.add(scanner);
    return scanner;
  };

  const take = (): Scanner => {
    const last = [...idle.keys()].at(-1);
    if (last === undefined) return start();
    clearTimeout(idle.get(last));
    idle.delete(last);
    return last;
  };

  const end = (scanner: Scanner): Promise<void> => {
    clearTimeout(idle.get(scanner));
    idle.delete(scanner);
    return scanner.close();
  };

  return {
    async scan(scan) {
      const scanner = take();
      try {
        return await scanner.scan(scan);
      } finally {
        if (all.has(scanner)) idle.set(scanner, setTimeout(end, maxIdle, scanner).unref());
      }
    },
    forgetStatements: () => {
      for (const scanner of all) scanner.forgetStatements();
    },
    close: async () => {
      await Promise.all([...all].map(end));
    },
  };
}
