import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Delivered } from '../servers/webhook-server.ts';

/** A receiver of webhooks that can be killed. */
export type MortalReceiver = Awaited<ReturnType<typeof startMortalReceiver>>;

/**
 * Starts a receiver that keeps an event before it acknowledges it. A kill resets its connections: what it got and did
 * not keep is lost, as with a process that ends by SIGKILL.
 */
export async function startMortalReceiver() {
  const kept: Delivered[] = [];
  const held = new Set<ServerResponse>();
  let [port, received, isHolding] = [0, 0, false];
  let server: Server | undefined;

  const listen = async (): Promise<void> => {
    const next = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('error', () => undefined);
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        received += 1;
        if (isHolding) return void held.add(response);
        const text = Buffer.concat(parts).toString();
        const { headers } = request;
        kept.push({ id: String(headers['webhook-id']), headers, text, body: JSON.parse(text) });
        response.writeHead(204).end();
      });
    });
    await new Promise<void>((resolve) => next.listen(port, '127.0.0.1', resolve));
    port = (next.address() as AddressInfo).port;
    server = next;
  };

  const kill = async (): Promise<void> => {
    const ended = new Promise<void>((resolve) => void server?.close(() => resolve()));
    for (const response of held) response.socket?.resetAndDestroy();
    held.clear();
    server?.closeAllConnections();
    await ended;
  };

  await listen();
  return {
    url: `http://127.0.0.1:${port}/events`,
    /** The requests that it has kept, in order, with repeats. */
    kept: (): readonly Delivered[] => kept,
    /** Number of requests that arrived. */
    received: () => received,
    /** Keeps and acknowledges nothing until it is started again. */
    hold: () => {
      isHolding = true;
    },
    /** Number of requests that wait. */
    holding: () => held.size,
    kill,
    start: async () => {
      isHolding = false;
      await listen();
    },
    close: kill,
  };
}
