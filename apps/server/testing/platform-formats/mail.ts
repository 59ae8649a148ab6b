import { parseHTML } from 'linkedom';
import type { Seen } from './visible.ts';

const attributes: Readonly<Record<string, RegExp>> = {
  ...{ p: /^$/, h1: /^$/, h2: /^$/, h3: /^$/, h4: /^$/, h5: /^$/, h6: /^$/, pre: /^$/, code: /^$/, blockquote: /^$/ },
  ...{ ul: /^$/, ol: /^(?: start="\d{1,9}")?$/, li: /^$/, hr: /^$/, br: /^$/, strong: /^$/, em: /^$/, s: /^$/ },
  ...{ tr: /^$/, th: /^$/, td: /^$/, table: /^ border="1" cellpadding="4" cellspacing="0"$/ },
  a: /^ href="(?:https?:\/\/|mailto:)[^"<>\s]{1,10000}"$/,
};
const single = new Set(['hr', 'br']);

/**
 * Parses the HTML of a mail. Throws for a tag, attribute or scheme that isn't allowed, for tags that aren't nested, and
 * for a sign that isn't escaped.
 */
export function parseMail(html: string): Seen {
  const open: string[] = [];
  const formats: Seen['formats'][number][] = [];
  for (const [tag, slash, name = '', rest = ''] of html.matchAll(/<(\/?)([a-z0-9]*)([^<>]*)>?/g)) {
    if (slash === '/') closeTag(open, tag);
    else openTag(open, { tag, name, rest });
    if (name === 'a' && slash === '') formats.push({ kind: 'link', text: rest.slice(7, -1) });
  }
  if (open.length > 0) throw new Error(`Not closed: ${open.join()}`);
  if (/&(?!amp;|lt;|gt;|quot;)/.test(html)) throw new Error('A sign is not escaped.');
  return { text: parseHTML(`<html><body>${html}</body></html>`).document.body.textContent ?? '', formats };
}

function openTag(open: string[], { tag, name, rest }: { tag: string; name: string; rest: string }): void {
  if (!tag.endsWith('>') || attributes[name]?.test(rest) !== true) throw new Error(`Not allowed: ${tag}`);
  if (!single.has(name)) open.push(name);
}

function closeTag(open: string[], tag: string): void {
  if (`</${open.pop()}>` !== tag) throw new Error(`Not nested: ${tag}`);
}
