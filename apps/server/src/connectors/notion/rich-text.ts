import { parseUrl } from '../../parse-url.ts';
import { fieldsOf, listOf, textOf } from './fields.ts';

/** A piece of a text with the same look. */
interface Piece {
  readonly text: string;
  readonly isCode: boolean;
  readonly isStruck: boolean;
  /** Absolute URL; empty for none. */
  readonly href: string;
}

/** Origin of the pages of Notion. */
const site = 'https://www.notion.so';

/** Returns the address of a page by its ID. */
export const pageUrl = (id: string): string => `${site}/${id.replaceAll('-', '')}`;

/** Returns a rich text without its format. */
export const plainText = (richText: unknown): string =>
  listOf(richText)
    .map((piece) => textOf(fieldsOf(piece)['plain_text']))
    .join('');

/** Returns a rich text as Markdown: links, code and struck text. `lineBreak` stands for a line break in it. */
export function toMarkdown(richText: unknown, lineBreak = '\\\n'): string {
  const pieces = joined(listOf(richText).map(pieceOf), (one, other) => look(one) === look(other));
  const byLink = new Map<number, Piece[]>();
  let group = 0;
  for (const [index, piece] of pieces.entries()) {
    if (index > 0 && pieces[index - 1]?.href !== piece.href) group += 1;
    byLink.set(group, [...(byLink.get(group) ?? []), piece]);
  }
  const text = [...byLink.values()].map((linked) => linkOf(linked)).join('');
  return linesOf(text).map(escapedStart).join(lineBreak);
}

/** Returns the lines of a text that have anything, trimmed. */
const linesOf = (text: string): string[] =>
  text
    .split(/[\n\r\v\f\u2028\u2029]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

const look = ({ isCode, isStruck, href }: Piece): string => JSON.stringify([isCode, isStruck, href]);

function pieceOf(value: unknown): Piece {
  const { plain_text: text, href, annotations } = fieldsOf(value);
  const { code, strikethrough } = fieldsOf(annotations);
  return { text: textOf(text), isCode: code === true, isStruck: strikethrough === true, href: absolute(textOf(href)) };
}

/** Links to pages of the same workspace have a path only. */
const absolute = (href: string): string =>
  href.startsWith('/') && parseUrl(href, site) !== undefined ? site + href : href;

/** Joins neighbours that look alike. */
function joined(pieces: readonly Piece[], alike: (one: Piece, other: Piece) => boolean): Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (piece.text === '') continue;
    if (last !== undefined && alike(last, piece)) result[result.length - 1] = { ...last, text: last.text + piece.text };
    else result.push(piece);
  }
  return result;
}

function linkOf(pieces: readonly Piece[]): string {
  const text = pieces.map(formatted).join('');
  return around(text, (inner) => link(inner, pieces[0]?.href ?? ''));
}

/** Writes a link with a text of Markdown; only the text if others can't follow it. */
export const link = (text: string, url: string): string =>
  /^(?:https?|mailto|tel):/i.test(url) && text !== ''
    ? `[${linesOf(text).join(' ')}](<${url.replace(/[\s<>\\]/g, encodeURIComponent)}>)`
    : text;

function formatted({ text, isCode, isStruck }: Piece): string {
  const written = isCode ? around(text, codeSpan) : escaped(text);
  // Tildes would need a space or a letter inside them.
  return isStruck ? around(written, (inner) => `<del>${inner}</del>`) : written;
}

/** Changes a text but for the spaces around it, between which marks of Markdown don't count. */
function around(text: string, change: (inner: string) => string): string {
  const inner = text.trim();
  if (inner === '') return text;
  const start = text.indexOf(inner);
  return text.slice(0, start) + change(inner) + text.slice(start + inner.length);
}

/** Writes code with more backticks around it than it has in a row. */
function codeSpan(code: string): string {
  const fence = fenceOf(code, 1);
  const isEdged = code.startsWith('`') || code.endsWith('`');
  return isEdged ? `${fence} ${code} ${fence}` : fence + code + fence;
}

/** Returns backticks that a text doesn't have in a row, at least `least`. */
export function fenceOf(text: string, least: number): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  return '`'.repeat(Math.max(least, longest + 1));
}

/** Escapes what Markdown would read as a mark, an entity or an address. */
export const escaped = (text: string): string =>
  text.replace(/[!#$&*+\-/:<=>@[\\\]^_`{|}~]/g, '\\$&').replace(/www\./gi, (match) => `${match.slice(0, -1)}\\.`);

/** Escapes a number that would begin a list. */
const escapedStart = (line: string): string => line.replace(/^(\d{1,9})([.)])/, '$1\\$2');
