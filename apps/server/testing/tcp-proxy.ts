import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy on the loopback that can lose what a real network loses. */
export interface TcpProxy {
  readonly port: number;
  /** From here on nothing passes, and no end is told of it, until `mend()`. */
  silence(): void;
  /** From here on connections are refused and those that are open are cut, until `mend()`. */
  cut(): void;
  mend(): void;
  /** Cuts the connection on which the client next says `word`: the server hears it, the client hears nothing more. */
  cutAfter(word: string): void;
  close(): Promise<void>;
}

/** Starts a proxy for a port, of the loopback unless another host is named; whoever starts it closes it. */
export async function startProxy(target: number, host = '127.0.0.1'): Promise<TcpProxy> {
  let state: 'open' | 'silent' | 'cut' = 'open';
  let lastWord: string | undefined;
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
    client.on('data', (data) => {
      if (state !== 'open') return;
      upstream.write(data);
      if (lastWord === undefined || !data.includes(lastWord)) return;
      lastWord = undefined;
      deaf = true;
      // The server's answer must be under way before the client is gone: it decides, not the cut.
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
    cutAfter: (word) => {
      lastWord = word;
    },
    close: async () => {
      server.close();
      cutAll();
      await once(server, 'close');
    },
  };
}
