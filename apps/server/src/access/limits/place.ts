import ipaddr from 'ipaddr.js';

/** What is counted as one place: an IPv4 address, or the /64 of an IPv6 one, of which a single household has all. */
export function placeOf(address: string): string {
  return address.includes(':') ? `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64` : address;
}
