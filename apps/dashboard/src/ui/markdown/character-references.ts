const reference = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|[a-z][a-z\d]{1,31});/gi;

/** Max remembered names. There are some 2,000, and a text can have any number of invalid names. */
const maxKnown = 2_000;
const known = new Map<string, string>();

/**
 * Returns a text with its character references decoded, once, as CommonMark says. Unknown references stay as they are.
 */
export function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(reference, (source, decimal?: string, hexadecimal?: string) => {
    if (decimal !== undefined) return character(Number(decimal));
    return hexadecimal === undefined ? named(source) : character(Number.parseInt(hexadecimal, 16));
  });
}

function character(code: number): string {
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '\ufffd';
}

let parser: HTMLTextAreaElement | undefined;

/** Asks the browser, which has the names. `source` is `&`, letters, digits and `;`, so there is no HTML to parse. */
function named(source: string): string {
  const before = known.get(source);
  if (before !== undefined) return before;
  parser ??= document.createElement('textarea');
  parser.innerHTML = source;
  const found = parser.textContent;
  // HTML reads `&copyright;` as `©right;`, CommonMark doesn't.
  const text = found.endsWith(';') && source !== '&semi;' ? source : found;
  if (known.size >= maxKnown) known.clear();
  known.set(source, text);
  return text;
}
