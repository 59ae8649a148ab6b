import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import { createOutbound, type Outbound, type OutboundParts } from '../../src/outbound/outbound.ts';
import type { Certificate } from './certificate.ts';
import { listen, settingsOf } from './world.ts';

/** A server on loopback that answers byte by byte as a test says, and a door that may reach it. */
export interface RawSite {
  readonly url: string;
  readonly outbound: Outbound;
  /** The requests so far, as sent. */
  readonly requests: readonly string[];
  /** Resolves when the last connection has ended, on both sides. */
  closed(): Promise<void>;
  close(): Promise<void>;
}

/** Answers a request on its socket. */
export type Play = (socket: Socket) => void;

interface RawSiteOptions extends Partial<OutboundParts> {
  readonly certificate?: Certificate;
}

/** Starts a site at `raw.test`; with a certificate it speaks TLS. */
export async function startRawSite(play: Play, { certificate, ...parts }: RawSiteOptions = {}): Promise<RawSite> {
  const requests: string[] = [];
  const open = new Map<Socket, Promise<void>>();
  const onConnection = (socket: Socket) => {
    open.set(socket, new Promise((resolve) => socket.once('close', () => resolve())));
    socket.on('error', () => undefined);
    let request = '';
    socket.on('data', (data) => {
      request += data.toString('latin1');
      if (!request.includes('\r\n\r\n')) return;
      requests.push(request);
      request = '';
      play(socket);
    });
  };
  const server: Server =
    certificate === undefined ? createServer(onConnection) : createSecureServer(certificate, onConnection);
  const port = await listen(server);
  const outbound = createOutbound({
    settings: settingsOf({ PARLEY_ALLOW_PRIVATE_HOSTS: `127.0.0.1:${port},raw.test:${port}` }),
    resolve: async () => ['127.0.0.1'],
    ...parts,
  });
  return {
    url: `${certificate === undefined ? 'http' : 'https'}://raw.test:${port}/path?token=hidden`,
    outbound,
    requests,
    closed: async () => {
      await Promise.all(open.values());
    },
    close: async () => {
      outbound.close();
      server.close();
      for (const socket of open.keys()) socket.destroy();
    },
  };
}

/** Sends a whole response and closes the connection. */
export const responds =
  (head: string, body: string | Buffer = ''): Play =>
  (socket) => {
    socket.write(head.replaceAll('\n', '\r\n'));
    socket.end(body);
  };

/** The head of a response of 200, with further headers. */
export const ok = (...headers: readonly string[]): string => ['HTTP/1.1 200 OK', ...headers, '', ''].join('\n');
