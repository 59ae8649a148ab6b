import ipaddr from 'ipaddr.js';

/** An IP address. */
export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A network: its address and the length of its prefix. */
export type Network = readonly [Address, number];

/** The only IPv6 addresses that are assigned for global unicast (RFC 4291, section 2.4, and IANA's registry). */
const globalUnicast: Network = [ipaddr.IPv6.parse('2000::'), 3];

/**
 * Addresses at which clouds serve credentials to their machines. Most are link-local or private, which the operator
 * may allow as a network; Azure's is in a public range.
 */
const metadata = new Set(
  [
    '169.254.169.254', // AWS, Google, Azure, DigitalOcean, Hetzner, OpenStack and others
    '169.254.170.2', // AWS ECS
    '169.254.170.23', // AWS EKS
    'fd00:ec2::254', // AWS
    'fd00:ec2::23', // AWS EKS
    'fd20:ce::254', // Google
    '168.63.129.16', // Azure's agent
    '100.100.100.200', // Alibaba
    '192.0.0.192', // Oracle
    '169.254.0.23', // Tencent
    '169.254.42.42', // Scaleway
    'fd00:42::42', // Scaleway
  ].map((text) => keyOf(ipaddr.parse(text))),
);

/** True if a cloud serves credentials at this address. */
export const isMetadata = (address: Address): boolean => metadata.has(keyOf(address));

/** Returns a text that is equal for equal addresses, whatever their notation and zone. */
export function keyOf(address: Address): string {
  return address.toByteArray().join('.');
}

/** True if a network contains an address of its own family. */
export const contains = ([network, bits]: Network, address: Address): boolean =>
  network.kind() === address.kind() && address.match(network, bits);

/**
 * True if an address is global unicast. Every special range is not: private, local, shared, reserved, documentation,
 * multicast, and IPv6 ranges that translate to IPv4.
 */
export const isGlobal = (address: Address): boolean =>
  address.range() === 'unicast' && (address.kind() === 'ipv4' || contains(globalUnicast, address));

/** Ranges of IPv6 that carry IPv4 addresses, and where: the first byte, and whether the bits are inverted. */
const carriers: readonly { readonly network: Network; readonly at: readonly number[]; readonly inverted?: number }[] = [
  { network: ipaddr.parseCIDR('::/96'), at: [12] }, // IPv4-compatible (RFC 4291)
  { network: ipaddr.parseCIDR('::ffff:0:0/96'), at: [12] }, // IPv4-mapped (RFC 4291)
  { network: ipaddr.parseCIDR('::ffff:0:0:0/96'), at: [12] }, // IPv4-translated (RFC 2765)
  { network: ipaddr.parseCIDR('64:ff9b::/96'), at: [12] }, // NAT64 (RFC 6052)
  { network: ipaddr.parseCIDR('64:ff9b:1::/48'), at: [12] }, // local NAT64 (RFC 8215), as a /96
  { network: ipaddr.parseCIDR('2002::/16'), at: [2] }, // 6to4 (RFC 3056)
  { network: ipaddr.parseCIDR('2001::/32'), at: [4, 12], inverted: 12 }, // Teredo: server, client (RFC 4380)
];

/** Returns an address and every IPv4 address that it carries. */
export function formsOf(address: Address): Address[] {
  if (address.range() === 'unspecified' || address.range() === 'loopback') return [address];
  const bytes = address.toByteArray();
  const carried = carriers
    .filter(({ network }) => contains(network, address))
    .flatMap(({ at, inverted }) =>
      at.map((start) => {
        const octets = bytes.slice(start, start + 4);
        return new ipaddr.IPv4(start === inverted ? octets.map((octet) => 255 - octet) : octets);
      }),
    );
  return [address, ...carried];
}
