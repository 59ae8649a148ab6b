/** A parsed tag, and the place at which the parser goes on. */
export interface Tag {
  readonly name: string;
  readonly argument: string;
  readonly end: number;
}

const names = new Set('a b strong i em s strike del u ins tg-spoiler tg-emoji span pre code blockquote'.split(' '));
/** The name of an attribute on a tag whose value counts. */
const counted: Readonly<Record<string, string>> = { a: 'href', code: 'class', span: 'class', 'tg-emoji': 'emoji-id' };
const space = new Set([' ', '\t', '\r', '\n', '\0', '\v']);

/** Refuses a text, in Telegram's words. */
export const refuse = (reason: string): never => {
  throw new Error(`Bad Request: can't parse entities: ${reason}`);
};

/** Offset in bytes of UTF-8, as Telegram tells it. */
const byte = (text: string, at: number) => Buffer.byteLength(text.slice(0, at));

/** True for white space, and for the end of the text, which is a NUL to Telegram. */
const isSpace = (text: string, at: number) => at >= text.length || space.has(text.charAt(at));

function skip(text: string, from: number, goesOn: (sign: string, at: number) => boolean): number {
  let at = from;
  while (at < text.length && goesOn(text.charAt(at), at)) at++;
  return at;
}

const skipSpace = (text: string, from: number) => skip(text, from, (sign) => space.has(sign));

/** Reads a start tag at `begin`, where its `<` is. */
export function startTag(text: string, begin: number): Tag {
  let at = skip(text, begin + 1, (sign, index) => sign !== '>' && !isSpace(text, index));
  if (at >= text.length) refuse(`Unclosed start tag at byte offset ${byte(text, begin)}`);
  const name = text.slice(begin + 1, at).toLowerCase();
  if (!names.has(name)) refuse(`Unsupported start tag "${name}" at byte offset ${byte(text, begin)}`);
  let argument = '';
  while (text.charAt(at) !== '>') {
    at = skipSpace(text, at);
    if (text.charAt(at) === '>') break;
    const read = attribute(text, at, { name, begin });
    if (read.value !== undefined) argument = countedValue(name, read.name, read.value) ?? argument;
    else if (name === 'blockquote' && read.name === 'expandable') argument = '1';
    at = read.end;
  }
  if (name === 'span' && argument !== 'spoiler') {
    refuse(`Tag "span" must have class "tg-spoiler" at byte offset ${byte(text, begin)}`);
  }
  return { name, argument, end: at + 1 };
}

function countedValue(tag: string, name: string, value: string): string | undefined {
  if (tag === 'blockquote' && name === 'expandable') return '1';
  if (counted[tag] !== name) return undefined;
  const start = { code: 'language-', span: 'tg-' }[tag] ?? '';
  return value.startsWith(start) ? value.slice(start.length) : undefined;
}

function attribute(text: string, from: number, tag: { name: string; begin: number }) {
  const unclosed = (): never => refuse(`Unclosed start tag "${tag.name}" at byte offset ${byte(text, tag.begin)}`);
  let at = skip(text, from, (sign, index) => !'=>/"\''.includes(sign) && !isSpace(text, index));
  const name = text.slice(from, at);
  if (name === '') refuse(`Empty attribute name in the tag "${tag.name}" at byte offset ${byte(text, tag.begin)}`);
  at = skipSpace(text, at);
  if (at >= text.length) unclosed();
  if (text.charAt(at) !== '=') return { name, value: undefined, end: at };
  at = skipSpace(text, at + 1);
  if (at >= text.length) unclosed();
  const value = '"\''.includes(text.charAt(at)) ? quoted(text, at) : nameToken(text, at);
  if (value.end >= text.length) refuse(`Unclosed start tag at byte offset ${byte(text, tag.begin)}`);
  return { name, value: value.value, end: value.end };
}

function nameToken(text: string, from: number) {
  const end = skip(text, from, (sign) => /[a-z0-9.-]/i.test(sign));
  if (!isSpace(text, end) && text.charAt(end) !== '>') {
    refuse(`Unexpected end of name token at byte offset ${byte(text, from)}`);
  }
  return { value: text.slice(from, end).toLowerCase(), end };
}

function quoted(text: string, from: number) {
  const sign = text.charAt(from);
  const close = text.indexOf(sign, from + 1);
  const end = close === -1 ? text.length : close;
  return { value: resolved(text.slice(from + 1, end)), end: Math.min(text.length, end + 1) };
}

const references: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };

/** The character that a reference at `at` stands for; undefined if Telegram reads it as text. */
export function reference(text: string, at: number): { readonly character: string; readonly end: number } | undefined {
  const found = /^&(?:#x([0-9a-f]{0,9})|#([0-9]{0,9})|([a-z]{0,40}))/i.exec(text.slice(at, at + 50));
  if (found === null) return undefined;
  const [all, hexadecimal, decimal, name] = found;
  const end = at + all.length + (text.charAt(at + all.length) === ';' ? 1 : 0);
  if (name !== undefined) {
    const character = references[name];
    return character === undefined ? undefined : { character, end };
  }
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
  if (!(code > 0 && code < 0x10ffff) || all.length >= 10) return undefined;
  return { character: String.fromCodePoint(code), end };
}

function resolved(value: string): string {
  let result = '';
  for (let at = 0; at < value.length; ) {
    const found = value.charAt(at) === '&' ? reference(value, at) : undefined;
    result += found?.character ?? value.charAt(at);
    at = found?.end ?? at + 1;
  }
  return result;
}

/** Reads an end tag at `begin`; an empty name closes whatever is open. */
export function endTag(text: string, begin: number, open: string): number {
  const at = skip(text, begin + 2, (sign, index) => sign !== '>' && !isSpace(text, index));
  const name = text.slice(begin + 2, at).toLowerCase();
  const end = skipSpace(text, at);
  if (text.charAt(end) !== '>') refuse(`Unclosed end tag at byte offset ${byte(text, begin)}`);
  if (name !== '' && name !== open) {
    const where = `byte offset ${byte(text, begin)}`;
    refuse(`Unmatched end tag at ${where}, expected "</${open}>", found "</${name}>"`);
  }
  return end + 1;
}

/** Refuses an end tag at `begin` before which nothing is open. */
export const refuseEnd = (text: string, begin: number): never =>
  refuse(`Unexpected end tag at byte offset ${byte(text, begin)}`);
