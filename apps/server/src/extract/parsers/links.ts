import { limits } from '../limits.ts';

const kept: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/**
 * A link as `[text](address)`, so that an agent can hand out the address. The text alone if the address is of another
 * kind, or relative without a page that it is relative to; the address alone if the text says the same.
 */
export function linkText(text: string, href: string, base?: string): string {
  const words = text.trim();
  if (words === '' || href.startsWith('#')) return text;
  const address = URL.canParse(href, base) ? new URL(href, base) : undefined;
  if (address === undefined || !kept.has(address.protocol) || address.href.length > limits.url) return text;
  // Brackets would end the address too early, and so would spaces, which the parser has encoded.
  const shown = address.href.replaceAll('(', '%28').replaceAll(')', '%29');
  if (isSame(words, address.href)) return text;
  return text.replace(words, () => `[${words}](${shown})`);
}

const isSame = (words: string, href: string): boolean => plain(words) === plain(href);

/** An address as people write it: without its scheme, spaces in phone numbers and a slash at the end. */
const plain = (address: string): string =>
  address
    .toLowerCase()
    .replace(/^(?:https?:\/\/|mailto:|tel:)/, '')
    .replace(/[\s\u00a0]|\/$/g, '');
