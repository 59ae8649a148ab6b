/** A part of a quote: a text, and the address of a link that it is. */
export interface QuotePart {
  readonly text: string;
  /** An http, https, mailto or tel URL. */
  readonly address?: string;
}

/** Max links of a quote. */
const maxLinks = 200;

/** A link as passages of pages have it. Its text and its address are bounded, so the search is linear. */
const link = /\[([^[\]\n]{1,300})\]\(((?:https?:\/\/|mailto:|tel:)[^\s()<>"]{1,500})\)/g;

/** Divides a verbatim quote into its texts and links. Nothing else in it is Markdown. */
export function quoteParts(quote: string): readonly QuotePart[] {
  const parts: QuotePart[] = [];
  let at = 0;
  for (const found of quote.matchAll(link)) {
    const [whole, text = '', address = ''] = found;
    if (parts.length >= maxLinks * 2) break;
    if (found.index > at) parts.push({ text: quote.slice(at, found.index) });
    parts.push({ text, address });
    at = found.index + whole.length;
  }
  if (at < quote.length) parts.push({ text: quote.slice(at) });
  return parts;
}
