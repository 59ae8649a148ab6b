import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Assignment, Letter, Order, Reply, Report } from './hostile.ts';
import type { Size } from './neighbours/neighbour.ts';

/** The process of the neighbours. */
export interface Neighbourhood {
  /** The URL of the provider that they play. */
  readonly provider: string;
  /** The URL of their server that keeps those waiting who ask it. */
  readonly tarpit: string;
  prepare(given: { size: Size; victim: string; assignments: Readonly<Record<string, Assignment>> }): Promise<Report>;
  start(names: readonly string[]): Promise<Report>;
  /** Resolves when those that attack have done their least, or can't. */
  enough(): Promise<Report>;
  /** Ends the attacks and waits until what they stored is deleted. Returns what they did so far, by name. */
  stop(): Promise<Report>;
  close(): void;
}

/** Starts the process. The caller must close it. */
export async function openNeighbourhood(): Promise<Neighbourhood> {
  const child = fork(fileURLToPath(new URL('./hostile.ts', import.meta.url)), { stdio: ['ignore', 2, 2, 'ipc'] });
  const waiting = new Map<number, { resolve(report: Report): void; reject(error: Error): void }>();
  let orders = 0;
  const urls = await new Promise<{ provider: string; tarpit: string }>((resolve, reject) => {
    child.on('message', (reply: Reply) => {
      if ('provider' in reply) return resolve(reply);
      waiting.get(reply.id)?.resolve(reply.report);
      waiting.delete(reply.id);
    });
    child.once('exit', (code) => {
      const error = new Error(`The process of the neighbours ended with ${code}.`);
      reject(error);
      for (const each of waiting.values()) each.reject(error);
    });
  });
  const obey = (order: Order) =>
    new Promise<Report>((resolve, reject) => {
      orders += 1;
      waiting.set(orders, { resolve, reject });
      child.send({ id: orders, order } satisfies Letter);
    });
  return {
    ...urls,
    prepare: (given) => obey({ do: 'prepare', ...given }),
    start: (names) => obey({ do: 'start', names }),
    enough: () => obey({ do: 'wait' }),
    stop: () => obey({ do: 'stop' }),
    close: () => {
      if (child.connected) child.disconnect();
    },
  };
}
