import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A loopback proxy that loses connections like a real network. */
export interface TcpProxy {
  readonly port: number;
  /** Drops all traffic without closing connections, until `mend()`. */
  silence(): void;
  /** Refuses new connections and cuts open ones, until `mend()`. */
  cut(): void;
  mend(): void;
  /**
   * Cuts the connection on which the client next sends the words, one after the other: the server receives them, the
   * client receives nothing more.
   */
  cutAfter(...words: readonly string[]): void;
  close(): Promise<void>;
}

/** Starts a proxy for a port (default host: loopback); the caller must close it. */
export async function startProxy(target: number, host = '127.0.0.1'): Promise<TcpProxy> {
  let state: 'open' | 'silent' | 'cut' = 'open';
  let awaited: readonly string[] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((incoming) => {
    const client = keep(incoming);
    if (state === 'cut') return void client.destroy();
    const upstream = keep(connect(target, host));
    let deaf = false;
    let heard = 0;
    client.on('data', (data) => {
      if (state !== 'open') return;
      upstream.write(data);
      while (awaited[heard] !== undefined && data.includes(awaited[heard] ?? '')) heard += 1;
      if (awaited.length === 0 || heard < awaited.length) return;
      awaited = [];
      deaf = true;
      // The server's answer must be under way before the client disconnects; otherwise the cut decides the outcome.
      upstream.once('data', () => client.destroy());
    });
    upstream.on('data', (data) => {
      if (state === 'open' && !deaf) client.write(data);
    });
    client.on('close', () => upstream.end());
    upstream.on('close', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    silence: () => {
      state = 'silent';
    },
    cut: () => {
      state = 'cut';
      cutAll();
    },
    mend: () => {
      state = 'open';
    },
    cutAfter: (...words) => {
      awaited = words;
    },
    close: async () => {
      server.close();
      cutAll();
      await once(server, 'close');
    },
  };
}
