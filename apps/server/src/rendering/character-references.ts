import { parseHTML } from 'linkedom';

const reference = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z][a-z0-9]{1,31}));/gi;

/** Max distinct names that are looked up for one message; further ones stay as they are. */
const maxNames = 300;
const maxCached = 5_000;
const cache = new Map<string, string>();

/**
 * Returns a function that resolves the character references of a message
 * (https://html.spec.whatwg.org/#character-reference-state). Unknown names stay as they are.
 */
export function createResolver(): (text: string) => string {
  const seen = new Set<string>();
  const named = (source: string, name: string) => {
    seen.add(name);
    return seen.size <= maxNames ? lookUp(source, name) : source;
  };
  return (text) => {
    if (!text.includes('&')) return text;
    return text.replace(reference, (source, ...groups: (string | undefined)[]) => {
      const [hexadecimal, decimal, name] = groups;
      if (name !== undefined) return named(source, name);
      return character(hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16));
    });
  };
}

function lookUp(source: string, name: string): string {
  const known = cache.get(name);
  if (known !== undefined) return known;
  if (cache.size >= maxCached) cache.clear();
  const text = parseHTML(`<p>${source}</p>`).document.querySelector('p')?.textContent ?? source;
  cache.set(name, text);
  return text;
}

function character(code: number): string {
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '\ufffd';
}
