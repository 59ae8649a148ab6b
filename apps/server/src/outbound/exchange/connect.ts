import { type LookupFunction, connect as openTcp, type Socket } from 'node:net';
import { connect as openTls } from 'node:tls';
import ipaddr from 'ipaddr.js';
import { keyOf } from '../addresses/address.ts';
import type { Endpoint } from '../addresses/policy.ts';
import { OutboundError } from '../error.ts';
import { codeOf } from '../network-errors.ts';
import type { Deadline } from './deadline.ts';

/** Options of connections. */
export interface ConnectOptions {
  /** Certificates of authorities that are trusted instead of the default ones. */
  readonly ca?: string | undefined;
  readonly timeout: number;
  readonly deadline: Deadline;
}

/**
 * Opens a connection to one of the judged addresses, and to no other: there is no second lookup. TLS verifies the
 * target's host. Rejects with an `OutboundError`, or with the deadline's reason.
 */
export function connect(target: Endpoint, addresses: readonly string[], options: ConnectOptions): Promise<Socket> {
  const { host, subject, isSecure } = target;
  const { timeout, deadline, ca } = options;
  const tcp = { host, port: target.port, lookup: answering(addresses), autoSelectFamily: true };
  const socket = isSecure ? openTls({ ...tcp, ...identityOf(host, ca), ALPNProtocols: ['http/1.1'] }) : openTcp(tcp);
  socket.setNoDelay(true);
  const timedOut = () =>
    new OutboundError('timeout', `${subject} took longer than ${timeout} ms to connect.`, {
      detail: addresses.join(', '),
    });
  deadline.phase(timeout, timedOut);
  return new Promise((resolve, reject) => {
    let isConnected = false;
    const fail = (error: unknown) => {
      deadline.signal.removeEventListener('abort', stop);
      reject(error);
      socket.destroy();
    };
    const stop = () => fail(deadline.signal.reason);
    if (deadline.signal.aborted) stop();
    deadline.signal.addEventListener('abort', stop, { once: true });
    socket.on('connect', () => {
      isConnected = true;
      const { remoteAddress } = socket;
      // The kernel connects where it is told. This guards against whatever stands between.
      if (remoteAddress === undefined || !includes(addresses, remoteAddress)) {
        fail(unreachable(subject, `connected to ${remoteAddress} instead of ${addresses.join(', ')}`));
      }
      deadline.phase(timeout, timedOut);
    });
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      if (socket.destroyed) return;
      deadline.signal.removeEventListener('abort', stop);
      resolve(socket);
    });
    // Stays: a socket emits an error whenever it is destroyed with one.
    socket.on('error', (error) => {
      const detail = `${codeOf(error) ?? error.message} (${addresses.join(', ')})`;
      fail(isConnected ? untrusted(subject, codeOf(error), detail) : unreachable(subject, detail));
    });
  });
}

/** TLS options that verify a host. */
export interface TlsIdentity {
  readonly host: string;
  readonly servername?: string;
  readonly ca?: string;
  readonly rejectUnauthorized: true;
}

/** Returns how TLS makes sure of a host, whatever address the connection has. */
export const identityOf = (host: string, ca: string | undefined): TlsIdentity => ({
  host,
  // Explicit, because the environment may turn verification off.
  rejectUnauthorized: true,
  // An address has no server name; its certificate is verified for the address.
  ...(!ipaddr.isValid(host) && { servername: host }),
  ...(ca !== undefined && { ca }),
});

const unreachable = (subject: string, detail: string) =>
  new OutboundError('unreachable', `${subject} can't be reached.`, { detail });

const untrusted = (subject: string, code: string | undefined, detail: string) =>
  new OutboundError('tls', `${subject} has no valid TLS connection (${code ?? 'unknown error'}).`, { detail });

/** A lookup that answers with the judged addresses. The socket tries them one after another. */
const answering =
  (addresses: readonly string[]): LookupFunction =>
  (_name, _options, callback) => {
    const judged = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    callback(null, judged);
  };

function includes(addresses: readonly string[], remote: string): boolean {
  const key = keyOf(ipaddr.parse(remote));
  return addresses.some((address) => keyOf(ipaddr.parse(address)) === key);
}
