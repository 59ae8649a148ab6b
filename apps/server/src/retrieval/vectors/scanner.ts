import { Worker } from 'node:worker_threads';
import type { ScannerReply, ScannerRequest, ScannerSettings } from './protocol.ts';

/**
 * The bundled thread: beside the server's own bundle or, when running from sources, in `dist`, which the tests build.
 */
const workerUrl = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/vectors-worker.js' : './vectors-worker.js',
  import.meta.url,
);

/** A request without its number. */
type Request = ScannerRequest extends infer Each ? (Each extends { id: number } ? Omit<Each, 'id'> : never) : never;

/** The thread has ended; what it kept is lost, and the next request starts another one. */
export class ScannerLost extends Error {
  constructor(options?: ErrorOptions) {
    super('The thread that scans vectors has ended.', options);
  }
}

interface Waiting {
  resolve(reply: ScannerReply): void;
  reject(error: Error): void;
}

/** Creates the main thread's side of the thread that scans vectors, which starts when it is needed. */
export function createScanner(settings: ScannerSettings, hooks: { onLost(error: Error): void }) {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let last = 0;
  let closed = false;

  const lose = (of: Worker, cause?: unknown): void => {
    if (thread !== of) return;
    thread = undefined;
    const error = new ScannerLost({ cause });
    for (const each of waiting.values()) each.reject(error);
    waiting.clear();
    if (!closed) hooks.onLost(error);
  };

  const start = (): Worker => {
    const worker = new Worker(workerUrl, { workerData: settings, execArgv: [], name: 'vectors' });
    worker.on('message', (reply: ScannerReply) => {
      waiting.get(reply.id)?.resolve(reply);
      waiting.delete(reply.id);
      // A process that has nothing else to do may end.
      if (waiting.size === 0) worker.unref();
    });
    worker.on('error', (error) => lose(worker, error));
    worker.on('messageerror', (error) => lose(worker, error));
    worker.on('exit', (code) => lose(worker, `code ${code}`));
    return worker;
  };

  return {
    /** Asks the thread. Rejects with `ScannerLost` if it ends meanwhile. */
    ask: (request: Request): Promise<ScannerReply> => {
      if (closed) return Promise.reject(new ScannerLost());
      thread ??= start();
      const worker = thread;
      last += 1;
      const id = last;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        worker.ref();
        worker.postMessage({ ...request, id });
      });
    },
    /** The running thread, for tests that end it. */
    thread: (): Worker | undefined => thread,
    close: async (): Promise<void> => {
      closed = true;
      await thread?.terminate();
    },
  };
}

/** The main thread's side of the thread that scans vectors. */
export type Scanner = ReturnType<typeof createScanner>;
