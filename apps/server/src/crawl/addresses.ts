import { parseUrl } from '../parse-url.ts';

/** Hosts that a crawl may read. */
export interface Site {
  /** Scheme, host and port of all its pages. */
  readonly origin: string;
  /** Other hosts whose links mean this one, such as `www.` of it. */
  readonly aliases: readonly string[];
}

/** Max length of a page's URL, in characters. */
export const maxUrl = 2_048;

/** Parameters that say where a visitor came from, not what a page shows. */
const tracking = new Set(
  [
    'gclid',
    'gbraid',
    'wbraid',
    'fbclid',
    'msclkid',
    'dclid',
    'yclid',
    'twclid',
    'igshid',
    'mc_cid',
    'mc_eid',
    '_ga',
    '_gl',
  ]
    // Sessions, which name a visitor.
    .concat('phpsessid', 'jsessionid', 'aspsessionid', 'sessionid', 'session_id', 'cfid', 'cftoken', 'zenid', 'oscsid'),
);

/**
 * Returns the one URL of a page of the site: without fragment, sessions and tracking parameters, its parameters in the
 * order of their names, its encoding in one form. Undefined for what is not a page of the site.
 */
export function readAddress(site: Site, href: string, base: string): string | undefined {
  const text = href.trim();
  const url = text.length > maxUrl * 2 ? undefined : parseUrl(text, base);
  if (url === undefined || !isWithin(site, url)) return undefined;
  const path = evenEncoding(url.pathname)
    .replace(/;(?:jsessionid|phpsessid|sid)=[^/;]{0,200}/gi, '')
    .replace(/\/\([a-z]\([a-z0-9]{20,40}\)\)(?=\/|$)/gi, '');
  return `${site.origin}${path === '' ? '/' : path}${queryOf(url.search)}`;
}

/** True if a URL belongs to the site's host. http and https are one site, each at its usual port. */
function isWithin({ origin, aliases }: Site, url: URL): boolean {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return false;
  if (`${url.username}${url.password}` !== '') return false;
  return url.host === new URL(origin).host || aliases.includes(url.host);
}

/** Names of sessions that are no session without a long value. */
const session = /^(?:.{0,20}sess(?:ion)?_?(?:id|key|token)?|s?sid|s_id)=[A-Za-z0-9%._~-]{16,}$/i;

function queryOf(search: string): string {
  const parts = evenEncoding(search.slice(1))
    .split('&')
    .map((part) => ({ part, name: (part.split('=', 1)[0] ?? '').toLowerCase() }))
    .filter(({ part, name }) => part !== '' && !name.startsWith('utm_') && !tracking.has(name) && !session.test(part));
  const sorted = parts.toSorted((one, other) => (one.name < other.name ? -1 : Number(one.name > other.name)));
  return sorted.length === 0 ? '' : `?${sorted.map(({ part }) => part).join('&')}`;
}

/** Decodes what needs no encoding, and writes the rest in capitals (RFC 3986, section 6.2.2). */
const evenEncoding = (text: string): string =>
  text.replace(/%[0-9a-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : encoded.toUpperCase();
  });

/** True if two hosts differ only by `www.`. */
export const isVariant = (one: string, other: string): boolean => one === `www.${other}` || other === `www.${one}`;
