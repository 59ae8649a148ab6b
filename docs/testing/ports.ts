import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * The next port to try. It is below the ports that the system gives to connections, so that no connection gets it
 * between its choice and its use; each worker of the tests has a range of its own.
 */
let next = 20_000 + 2_000 * Number(process.env['VITEST_POOL_ID'] ?? 0) + (process.pid % 1_000);

/** A free port on the loopback, for a server that starts later. */
export async function reservePort(): Promise<number> {
  for (;;) {
    next += 1;
    if (await isFree(next)) return next;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return true;
  } catch {
    return false;
  }
}
