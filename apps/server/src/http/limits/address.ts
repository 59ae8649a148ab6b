import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/**
 * The address that a request came from: the connection's, or behind trusted proxies the rightmost hop of
 * `X-Forwarded-For` that is none of them. What is no address there says nothing, and the connection's counts.
 * An IPv4 address is written as one, also where it came over IPv6. Empty where the connection is gone.
 */
export function addressOf({ ip, raw }: Pick<FastifyRequest, 'ip' | 'raw'>): string {
  const address = isIP(ip ?? '') === 0 ? (raw.socket.remoteAddress ?? '') : ip;
  return address.includes(':') ? ipaddr.process(address).toString() : address;
}
