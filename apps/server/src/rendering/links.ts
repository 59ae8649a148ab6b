import { parseUrl } from '../parse-url.ts';

const linked = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** Characters that end a link in the format of some platform; the address without them is the same. */
const delimiters = /[|()<>"'`*\\^{}\s]/g;

/** Max length of a target that isn't a link, to be shown. */
const maxShown = 300;

/**
 * The address of a link, normalised and safe in each platform's format; undefined for a target that doesn't become a
 * link: a relative one, or one with another scheme than http, https, mailto and tel.
 */
export function addressOf(target: string): string | undefined {
  const url = parseUrl(target.trim());
  if (url === undefined) return undefined;
  const { href, protocol, hostname, pathname } = url;
  if (!linked.has(protocol)) return undefined;
  const isComplete = protocol.startsWith('http') ? hostname !== '' : pathname !== '';
  return isComplete ? href.replace(delimiters, percentEncoded) : undefined;
}

const percentEncoded = (sign: string) =>
  sign === "'" || '()*'.includes(sign) ? `%${sign.charCodeAt(0).toString(16).toUpperCase()}` : encodeURIComponent(sign);

/** A target that doesn't become a link, as text; empty if it tells a reader nothing. */
export function shownTarget(target: string): string {
  const trimmed = target.trim();
  return trimmed.startsWith('#') || /^data:/i.test(trimmed) || trimmed.length > maxShown ? '' : trimmed;
}

/** True if a text says all of an address, so that the address isn't shown beside it. */
export function says(label: string, address: string): boolean {
  const bare = (text: string) => {
    const rest = text.trim().replace(/^(?:https?:\/\/|mailto:|tel:)/i, '');
    return rest.endsWith('/') ? rest.slice(0, -1) : rest;
  };
  return bare(label) === bare(address);
}
