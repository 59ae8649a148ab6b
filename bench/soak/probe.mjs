/** Loaded into the server under test: answers each message of its parent with its memory after garbage collection. */
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.send !== undefined) {
  process.on('message', () => {
    globalThis.gc?.();
    globalThis.gc?.();
    process.send?.(process.memoryUsage());
  });
  // The server of a run that was killed ends with it.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  // The channel must not keep a server alive that ends.
  process.channel?.unref();
}
