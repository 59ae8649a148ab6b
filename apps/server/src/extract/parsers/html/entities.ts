import { parseHTML } from 'linkedom';
import { withLatinSigns } from '../../decode.ts';

const entity = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z][a-z0-9]{1,31}));/gi;

/** HTML has 2,125 names with a semicolon. Beyond these, unknown names stay as they are. */
const maxNames = 5_000;
const names = new Map<string, string>();

/** The text with its character references resolved (https://html.spec.whatwg.org/#character-reference-state). */
export function withoutEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(entity, resolved);
}

function resolved(source: string, ...[hexadecimal, decimal, name]: readonly (string | undefined)[]): string {
  if (name !== undefined) return named(source, name);
  return character(hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16));
}

function named(source: string, name: string): string {
  const known = names.get(name);
  if (known !== undefined) return known;
  if (names.size >= maxNames) return source;
  const text = parseHTML(`<p>${source}</p>`).document.querySelector('p')?.textContent ?? source;
  names.set(name, text);
  return text;
}

function character(code: number): string {
  // In HTML, the numbers of the C1 controls stand for bytes of windows-1252.
  if (code >= 0x80 && code < 0xa0) return withLatinSigns(String.fromCharCode(code));
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '\ufffd';
}

/** The text as it stands in HTML. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
