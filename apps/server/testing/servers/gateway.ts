import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** An address that is known before the server behind it runs, as a domain is. */
export interface Gateway {
  readonly url: string;
  /** Passes connections on to a server. */
  leadTo(url: string): void;
  close(): Promise<void>;
}

/** Starts a gateway; it ends connections until it leads somewhere. The caller must close it. */
export async function startGateway(): Promise<Gateway> {
  let port: number | undefined;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    return socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const server = createServer((incoming) => {
    const client = keep(incoming);
    if (port === undefined) return void client.destroy();
    const behind = keep(connect(port, '127.0.0.1'));
    client.pipe(behind).pipe(client);
    client.on('close', () => behind.destroy());
    behind.on('close', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (url) => {
      port = Number(new URL(url).port);
    },
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
