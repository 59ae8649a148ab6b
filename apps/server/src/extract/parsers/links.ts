import { parseUrl } from '../../parse-url.ts';

/** Max characters of an address in a text; a longer link is its text alone. */
const maxAddress = 400;
const kept: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** The place of a link. */
export interface LinkPlace {
  /** URL that relative links are resolved against. Without it only absolute ones keep their address. */
  readonly base?: string | undefined;
  /** The document's own URL, which links don't name. */
  readonly url?: string | undefined;
}

/** The address of a link that a reader may be given; undefined for scripts and for the document itself. */
export function addressOf(href: string, { base, url }: LinkPlace = {}): string | undefined {
  const found = href === '' || href.startsWith('#') ? undefined : parseUrl(href, base);
  if (found === undefined || !kept.has(found.protocol)) return undefined;
  if (found.protocol === 'mailto:' || found.protocol === 'tel:') found.search = '';
  if (`${found.username}${found.password}` !== '') return undefined;
  if (url !== undefined && withoutFragment(found.href) === withoutFragment(url)) return undefined;
  for (const name of [...found.searchParams.keys()]) if (name.startsWith('utm_')) found.searchParams.delete(name);
  // Brackets would end the address too early, and so would spaces, which the parser has encoded.
  const address = found.href.replaceAll('(', '%28').replaceAll(')', '%29');
  return address.length > maxAddress ? undefined : address;
}

/**
 * A link as `[text](address)`, so that an agent can hand out the address. White space around the text stays outside.
 * The text alone if it says the address itself.
 */
export function linkText(text: string, address: string): string {
  const words = text.trim();
  if (words === '' || says(words, address)) return text;
  return text.replace(words, () => `[${words.replace(/\s+/g, ' ')}](${address})`);
}

function says(words: string, address: string): boolean {
  if (address.startsWith('tel:')) {
    const digits = (value: string) => value.replace(/\D/g, '');
    const said = digits(words);
    return said.length >= 3 && digits(address).endsWith(said.replace(/^0{1,2}/, ''));
  }
  return bare(words).includes(bare(address));
}

/** An address as people write it: without its scheme, and without a slash at the end. */
const bare = (value: string): string =>
  value
    .trim()
    .toLowerCase()
    .replace(/^(?:https?:\/\/|mailto:)/, '')
    .replace(/\/$/, '');

const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? '';
