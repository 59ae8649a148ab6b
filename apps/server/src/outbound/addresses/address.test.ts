// @module-tag pure

import { BlockList } from 'node:net';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, test } from 'vitest';
import { announceSeed, runs } from '../../../testing/processes/runs.ts';
import { isGlobal } from './address.ts';

const parameters = { seed: announceSeed('outbound/address'), numRuns: runs(300) };

/** Ranges that aren't for the public, as IANA's registries of special-purpose addresses list them. */
const ranges4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
];
const ranges6 = [
  ...['::/3', '2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20', '4000::/2', '8000::/1'],
  ...['fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8', '::ffff:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64'],
];

/** Node's own lists, as the oracle: they share no code with ipaddr.js. One IPv6 range contains all of IPv4. */
const special = { ipv4: listOf(ranges4, 'ipv4'), ipv6: listOf(ranges6, 'ipv6') };

function listOf(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** An address of a range: the bits of its prefix, then random ones. */
const addressIn = (range: string) => {
  const [network = '', bits] = range.split('/');
  const start = ipaddr.parse(network).toByteArray();
  const host = start.map((_, index) => Math.max(0, Math.min(8, 8 * (index + 1) - Number(bits))));
  return fc.uint8Array({ minLength: start.length, maxLength: start.length }).map((random) => {
    const bytes = start.map((byte, index) => byte | ((random[index] ?? 0) & ((1 << (host[index] ?? 0)) - 1)));
    return ipaddr.fromByteArray(bytes);
  });
};

describe('global addresses', () => {
  test.each([...ranges4, ...ranges6])('no address of %s is one', (range) => {
    fc.assert(
      fc.property(addressIn(range), (address) => !isGlobal(address)),
      parameters,
    );
  });

  test.each([
    ['IPv4', '0.0.0.0/0', 'ipv4'],
    ['IPv6', '::/0', 'ipv6'],
    ['IPv6 that is assigned', '2000::/3', 'ipv6'],
  ] as const)('any other address of %s is one', (_name, range, family) => {
    fc.assert(
      fc.property(addressIn(range), (address) => {
        expect(isGlobal(address)).toBe(!special[family].check(address.toString(), family));
      }),
      { ...parameters, numRuns: runs(2_000) },
    );
  });
});
