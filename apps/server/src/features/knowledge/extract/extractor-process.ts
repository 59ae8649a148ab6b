import { isMainThread } from 'node:worker_threads';

/**
 * The program of an extraction process. Its main thread parses; a second thread watches its memory and its parent,
 * because a parser that never returns would keep the main thread from noticing either.
 */
if (isMainThread) (await import('./process/serve.ts')).serve(new URL(import.meta.url));
else (await import('./process/watchdog.ts')).watch();
