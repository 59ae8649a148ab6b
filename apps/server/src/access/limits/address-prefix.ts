import ipaddr from 'ipaddr.js';

/**
 * The unit by which addresses are counted: an IPv4 address, or the /64 of an IPv6 one. One household has a whole /64.
 */
export const addressPrefix = (address: string): string => prefixOf(address, 64);

/** The unit that one customer of a provider can have: an IPv4 address, or the /48 of an IPv6 one. */
export const networkPrefix = (address: string): string => prefixOf(address, 48);

const prefixOf = (address: string, bits: number): string =>
  address.includes(':') ? `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}` : address;
