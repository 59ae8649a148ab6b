import type { Token, Tokens } from 'marked';
import { decodeEntities, decodeHtmlAttribute } from '../../../text/character-references.ts';
import { type HtmlToken, htmlTokens } from '../../../text/html/tokens.ts';
import { addressOf, linkText } from '../links.ts';
import { subscript, superscript } from '../scripts.ts';

/** Settings for the text within a line. */
export interface InlineContext {
  /** The address that relative links are relative to. */
  readonly base: string | undefined;
  /** Counts a struck text, which is left out. */
  readonly onStruck: () => void;
  /** Leaves out the addresses of links, as in headings. */
  readonly withoutAddresses?: boolean;
}

/** Elements of HTML within a line whose text is not as it is. */
const struck: ReadonlySet<string> = new Set(['s', 'strike', 'del']);
const changing: ReadonlySet<string> = new Set([...struck, 'sup', 'sub', 'a']);

/** An element of HTML that is open, and what is in it. */
interface OpenElement {
  readonly name: string;
  readonly href: string | undefined;
  readonly parts: string[];
}

/** Renders what is within a line: links with their addresses, scripts by their signs, without what is struck. */
export function inlineText(tokens: readonly Token[], context: InlineContext): string {
  const elements = createElements(context);
  let before = '';
  for (const token of tokens) {
    if (token.type === 'html') {
      for (const tag of htmlTokens((token as Tokens.Tag).text)) elements.tag(tag);
      continue;
    }
    const text = inlineOf(token, before, context);
    elements.add(text);
    before = text === '' ? before : text;
  }
  return elements
    .end()
    .replace(raised, (_, before: string, text: string) => before + superscript(text, before))
    .replace(spaces, ' ');
}

/** Collects texts, and those of HTML's elements. */
function createElements(context: InlineContext) {
  const parts: string[] = [];
  const open: OpenElement[] = [];
  const add = (text: string): void => {
    (open.at(-1)?.parts ?? parts).push(text);
  };
  const start = (name: string, attributes: ReadonlyMap<string, string>) => {
    if (name === 'br') add('\n');
    else if (name === 'img') add(decodeEntities(attributes.get('alt') ?? ''));
    else if (changing.has(name)) open.push({ name, href: attributes.get('href'), parts: [] });
  };
  const close = (name: string) => {
    if (!open.some((element) => element.name === name)) return;
    for (let element = open.pop(); element !== undefined; element = open.pop()) {
      add(elementText(element, (open.at(-1)?.parts ?? parts).at(-1) ?? '', context));
      if (element.name === name) return;
    }
  };
  return {
    add,
    tag(tag: HtmlToken) {
      if (tag.type === 'open') start(tag.name, tag.attributes);
      else if (tag.type === 'close') close(tag.name);
    },
    end() {
      // An element that was never closed changes nothing.
      for (let element = open.pop(); element !== undefined; element = open.pop()) add(element.parts.join(''));
      return parts.join('');
    },
  };
}

/** Spaces that stay on both sides of a text that was left out. */
const spaces = /(?<=\S) {2,}(?=\S)/g;

/** `10^3^`, as Pandoc writes superscripts. */
const raised = /([\p{L}\p{N})])\^([^\s^]{1,12})\^/gu;

function elementText({ name, href, parts }: OpenElement, before: string, context: InlineContext): string {
  const text = parts.join('');
  if (name === 'sup') return superscript(text, before);
  if (name === 'sub') return subscript(text, before);
  if (name === 'a') return addressed(text, decodeHtmlAttribute(href ?? ''), context);
  context.onStruck();
  return '';
}

function addressed(text: string, href: string, { base, withoutAddresses = false }: InlineContext): string {
  const address = withoutAddresses ? undefined : addressOf(href, { base, url: base });
  return address === undefined ? text : linkText(text, address);
}

/** The text of a token; `before` is the text before it. */
function inlineOf(token: Token, before: string, context: InlineContext): string {
  if (token.type === 'br') return '\n';
  if (token.type === 'checkbox') return '';
  // Code shows its entities.
  if (token.type === 'codespan') return (token as Tokens.Codespan).text;
  if (token.type === 'del') return struckText(token as Tokens.Del, before, context);
  if (token.type === 'link') {
    const { href, tokens } = token as Tokens.Link;
    return addressed(inlineText(tokens, context), href, context);
  }
  if ('tokens' in token && token.tokens !== undefined) return inlineText(token.tokens, context);
  if ('text' in token && typeof token.text === 'string') return decodeEntities(token.text);
  return token.raw;
}

/** `~~40~~` is struck, and so is `~40~`; `H~2~O` has a subscript. */
function struckText({ raw, text }: Tokens.Del, before: string, context: InlineContext): string {
  if (!raw.startsWith('~~') && /[\p{L}\p{N})]$/u.test(before) && /^\S{1,12}$/.test(text))
    return subscript(text, before);
  context.onStruck();
  return '';
}
