import { parseUrl } from '../../parse-url.ts';

/** Max characters of a host name (RFC 1035, section 2.3.4, without the final dot). */
const maxName = 253;

/** One label of a host name. Underscores occur in names of real hosts. */
const label = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

/**
 * Normalises a host as a URL does: lower case, Punycode, IPv4 in any notation as four decimals, IPv6 without brackets
 * and compressed. Drops the dot that ends an absolute name. Returns undefined if it is neither a name nor an address.
 */
export function readHost(text: string): string | undefined {
  const url = `http://${text}/`;
  const parsed = parseUrl(url);
  if (parsed === undefined) return undefined;
  const { hostname, host, pathname, search, hash, username, password } = parsed;
  const isHostOnly = hostname === host && `${username}${password}${search}${hash}` === '' && pathname === '/';
  return isHostOnly ? hostOf(hostname) : undefined;
}

/** Returns the host of a URL's `hostname` in the form of `readHost`. */
export function hostOf(hostname: string): string | undefined {
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  const name = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
  return name.length <= maxName && name.split('.').every((part) => label.test(part)) ? name : undefined;
}
