import { once } from 'node:events';
import { createServer } from 'node:net';

/** One connection that the process tried to open, as `address port`. */
export type Attempt = string;

/** Records every connect of the process, beneath all of its code, and leads each to a local server. */
export interface Sinkhole {
  /** The attempts since the last call, in order. */
  take(): Attempt[];
  /**
   * Chooses the address that sockets report: the address that was asked for (default), or the one that they reached.
   */
  pretend(isPretending: boolean): void;
  /** Restores the process. */
  close(): void;
}

type Destination = readonly [request: object, address: string, port: number];

/** The part of Node's TCP handle that opens connections. Both methods return 0 or an error number. */
interface Handle {
  connect(...to: Destination): number;
  connect6(...to: Destination): number;
  getpeername(out: { address?: string; port?: number; family?: string }): number;
}

/**
 * Replaces the last call before the kernel, which `net`, `tls`, `http` and undici all use. `portFor` names the local
 * port that a connect leads to.
 */
export async function openSinkhole(portFor: (address: string, port: number) => number): Promise<Sinkhole> {
  const prototype = await handlePrototype();
  const { connect, connect6 } = prototype;
  let attempts: Attempt[] = [];
  let isPretending = true;
  const divert = function (this: Handle, ...[request, address, port]: Destination): number {
    attempts.push(`${address} ${port}`);
    if (isPretending) {
      this.getpeername = (out) => {
        Object.assign(out, { address, port, family: address.includes(':') ? 'IPv6' : 'IPv4' });
        return 0;
      };
    }
    return connect.call(this, request, '127.0.0.1', portFor(address, port));
  };
  prototype.connect = divert;
  prototype.connect6 = divert;
  return {
    take: () => {
      const taken = attempts;
      attempts = [];
      return taken;
    },
    pretend: (value) => {
      isPretending = value;
    },
    close: () => Object.assign(prototype, { connect, connect6 }),
  };
}

/** Node doesn't export the class of its handles, so it is taken from one. */
async function handlePrototype(): Promise<Handle> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { _handle: handle } = server as unknown as { _handle: object };
  const prototype = Object.getPrototypeOf(handle) as Handle;
  server.close();
  return prototype;
}
