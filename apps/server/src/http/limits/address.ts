import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/**
 * Returns the client address: the connection's or, behind trusted proxies, the rightmost untrusted hop of
 * `X-Forwarded-For`. If that isn't an IP address, the connection's address counts. IPv4-mapped IPv6 addresses become
 * IPv4. Empty if the connection is closed.
 */
export function addressOf({ ip, raw }: Pick<FastifyRequest, 'ip' | 'raw'>): string {
  const address = isIP(ip ?? '') === 0 ? (raw.socket.remoteAddress ?? '') : ip;
  return plainAddress(address);
}

/** Returns an IP address in its shortest notation: as IPv4 if it is mapped to IPv6, and without a zone. */
export const plainAddress = (address: string): string =>
  address.includes(':') ? ipaddr.process(address.split('%', 1)[0] ?? '').toString() : address;

/** Returns a function that tells whether an address is one of these addresses or in one of these networks (CIDR). */
export function isAmong(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/', 2);
    if (bits === undefined) list.addAddress(plainAddress(address), familyOf(plainAddress(address)));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => list.check(address, familyOf(address));
}

const familyOf = (address: string) => (address.includes(':') ? 'ipv6' : 'ipv4');
