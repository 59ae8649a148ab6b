import ipaddr from 'ipaddr.js';

/**
 * The unit by which addresses are counted: an IPv4 address, or the /64 of an IPv6 one. One household has a whole /64.
 */
export function placeOf(address: string): string {
  return address.includes(':') ? `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64` : address;
}
