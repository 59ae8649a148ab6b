import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Server, startServer } from './server.ts';

/** Data for a worker about a server that the main process started for it. */
export type Lent = Pick<Server, 'url' | 'folder' | 'setupLink'>;

/** Starts servers for workers. The caller must close it. */
interface Servers {
  /** Answers `GET /<worker>` with the server of that worker, a `Lent` as JSON. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts one `parley serve` for each worker that asks for it. The servers belong to the main process, because a worker
 * has no hook that runs before it ends.
 */
export async function serveServers(): Promise<Servers> {
  const started = new Map<string, Promise<Server>>();
  const lender = createServer(async ({ url = '' }, response) => {
    const server = started.get(url) ?? startServer();
    started.set(url, server);
    try {
      const { url, folder, setupLink } = await server;
      response.end(JSON.stringify({ url, folder, setupLink } satisfies Lent));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  lender.listen(0, '127.0.0.1');
  await new Promise((done) => lender.once('listening', done));
  return {
    url: `http://127.0.0.1:${(lender.address() as AddressInfo).port}`,
    close: async () => {
      lender.close();
      lender.closeAllConnections();
      const ended = await Promise.allSettled(started.values());
      await Promise.all(ended.map((each) => (each.status === 'fulfilled' ? each.value.close() : undefined)));
    },
  };
}
