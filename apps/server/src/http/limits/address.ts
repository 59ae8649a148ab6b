import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/**
 * Returns the client address: the connection's or, behind trusted proxies, the rightmost untrusted hop of
 * `X-Forwarded-For`. If that isn't an IP address, the connection's address counts. IPv4-mapped IPv6 addresses become
 * IPv4. Empty if the connection is closed.
 */
export function addressOf({ ip, raw }: Pick<FastifyRequest, 'ip' | 'raw'>): string {
  const address = isIP(ip ?? '') === 0 ? (raw.socket.remoteAddress ?? '') : ip;
  return address.includes(':') ? ipaddr.process(address).toString() : address;
}
