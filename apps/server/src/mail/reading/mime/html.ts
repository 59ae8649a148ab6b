import { decodeHtmlAttribute, decodeHtmlText } from '../../../text/character-references.ts';
import { type HtmlToken, htmlTokens } from '../../../text/html/tokens.ts';
import type { MailLine } from '../mail-line.ts';
import { createLineWriter } from './line-writer.ts';
import { containerOf, endsOwnText, isHidden } from './quote-markup.ts';

/** Elements whose content a reader doesn't see. */
const unread = new Set(['script', 'style', 'title', 'template', 'svg', 'noscript', 'iframe', 'select']);

/** Elements that begin a line, and those that have an empty line around them. */
const blocks = new Set([
  ...['address', 'article', 'blockquote', 'center', 'dd', 'div', 'dl', 'dt', 'fieldset', 'footer', 'form', 'header'],
  ...['hr', 'li', 'main', 'ol', 'pre', 'section', 'table', 'tr', 'ul'],
]);
const paragraphs = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'table', 'blockquote']);

/** Elements that have no end tag, so that nothing can be inside. */
const empty = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);

/** A filling of the preview of a mail, which a reader doesn't see. */
const filling = /(?:\u034f|[\u00ad\u200b-\u200d\u2007\ufeff\u00a0 ]){12,}/g;

/** Max nesting of elements that is followed; deeper ones count as plain text. */
const maxDepth = 200;

type Attributes = ReadonlyMap<string, string>;

/** Leaves out elements with all that is in them. One that has no end reaches to the end. */
function* visible(html: string): Generator<HtmlToken> {
  let skipped = '';
  let depth = 0;
  const nested = { open: 1, close: -1 } as const;
  for (const token of htmlTokens(html)) {
    if (depth > 0) {
      if (token.type !== 'text' && token.name === skipped) depth += nested[token.type];
    } else if (token.type !== 'open' || !(unread.has(token.name) || isHidden(token.attributes))) {
      yield token;
    } else if (!empty.has(token.name)) {
      skipped = token.name;
      depth = 1;
    }
  }
}

/**
 * Turns the HTML of a mail into lines, in linear time and without a tree, whatever it is. Quotes get marks, links their
 * address, and pictures their alternative text.
 */
export function htmlLines(html: string): MailLine[] {
  const writer = createLineWriter();
  const reader = createReader(writer);
  for (const token of visible(html)) {
    if (writer.isFull()) break;
    if (token.type === 'open') reader.open(token.name, token.attributes);
    else if (token.type === 'close') reader.close(token.name);
    else if (!token.isRaw) writer.text(decodeHtmlText(token.text).replace(filling, ' '));
  }
  return writer.end();
}

function createReader(writer: ReturnType<typeof createLineWriter>) {
  /** The open elements that change how what is in them is written, with the numbers of same elements inside. */
  const open: { readonly name: string; inside: number; end(): void }[] = [];
  const links: { readonly href: string; readonly from: number }[] = [];
  const lists: { isNumbered: boolean; count: number }[] = [];

  const contain = (name: string, attributes: Attributes) => {
    const top = open.at(-1);
    if (top?.name === name) top.inside += 1;
    const kind = open.length < maxDepth ? containerOf(name, attributes) : undefined;
    if (kind === undefined) return;
    if (top?.name === name) top.inside -= 1;
    open.push({ name, inside: 1, end: writer.enter(kind) });
  };
  const leave = (name: string) => {
    const top = open.at(-1);
    if (top?.name !== name) return;
    top.inside -= 1;
    if (top.inside > 0) return;
    open.pop();
    top.end();
  };
  const breakAround = (name: string) => {
    if (paragraphs.has(name)) writer.breakLine(lists.length > 1 || writer.isInCell() ? 1 : 2);
    else if (blocks.has(name)) writer.breakLine(1);
  };
  const item = () => {
    const list = lists.at(-1);
    if (list !== undefined) list.count += 1;
    writer.mark(list?.isNumbered === true ? `${list.count}. ` : '- ');
  };
  const picture = (alt: string) => {
    const text = decodeHtmlAttribute(alt).trim();
    if (text !== '') writer.text(/[\p{L}\p{N}]/u.test(text) ? `[${text}]` : text);
  };
  const closeLink = () => {
    const link = links.pop();
    if (link === undefined) return;
    const shown = writer.since(link.from).trim();
    if (shown !== '' && !isSameAddress(shown, link.href)) writer.text(` (${link.href})`);
  };

  const opening: Readonly<Record<string, (attributes: Attributes) => void>> = {
    li: item,
    pre: () => writer.pre(1),
    tr: () => writer.row(),
    ...{ td: () => writer.cell(), th: () => writer.cell() },
    ul: () => lists.push({ isNumbered: false, count: 0 }),
    ol: () => lists.push({ isNumbered: true, count: 0 }),
    a: (attributes) => links.push({ href: linkOf(attributes), from: writer.position() }),
  };
  const closing: Readonly<Record<string, () => void>> = {
    a: closeLink,
    pre: () => writer.pre(-1),
    ...{ tr: () => writer.row(), table: () => writer.row() },
    ...{ ul: () => lists.pop(), ol: () => lists.pop() },
  };

  return {
    open: (name: string, attributes: Attributes) => {
      if (endsOwnText(attributes)) writer.citeRest();
      if (name === 'br') return writer.addBreak();
      if (name === 'img') return picture(attributes.get('alt') ?? '');
      breakAround(name);
      if (!empty.has(name)) contain(name, attributes);
      if (Object.hasOwn(opening, name)) opening[name]?.(attributes);
    },
    close: (name: string) => {
      if (Object.hasOwn(closing, name)) closing[name]?.();
      leave(name);
      breakAround(name);
    },
  };
}

/** The address of a link that a person could follow; empty for none. */
function linkOf(attributes: Attributes): string {
  const href = decodeHtmlAttribute(attributes.get('href') ?? '').trim();
  return /^(?:https?:|mailto:|tel:)/i.test(href) && href.length < 3_000 ? href.replace(/\s/g, '%20') : '';
}

/** True if a link shows its own address, or leads nowhere. */
function isSameAddress(shown: string, href: string): boolean {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/^(?:mailto:|tel:|https?:\/\/)/, '')
      .replace(/^www\./, '')
      .replace(/\/$/, '')
      .replace(/\s/g, '');
  return href === '' || plain(shown) === plain(href);
}
