import type { MarkedToken, Token, Tokens } from 'marked';
import { createResolver } from './character-references.ts';
import { type BlockNode, type Inline, type Item, linesOf } from './document.ts';
import { tokensOf } from './safe-lexer.ts';

const controls = /(?![\t\n\r])\p{Cc}/gu;
const lineBreakTag = /^<br {0,3}\/?>$/i;

type Resolve = (text: string) => string;

/** Reads a message in GitHub Flavored Markdown. Raw HTML is text, apart from `<br>`. Never throws. */
export function readMarkdown(markdown: string): BlockNode[] {
  return blocksOf(tokensOf(withoutControls(markdown)), createResolver());
}

/** A text that each platform accepts: well-formed Unicode without control characters other than tabs and line breaks. */
export const withoutControls = (text: string): string =>
  text.toWellFormed().replaceAll('\0', '\ufffd').replace(controls, '');

/**
 * Narrows a token of marked to its own kinds; the type of an extension's tokens has a name of any kind, which hides
 * them.
 */
const known = (token: Token) => token as MarkedToken;

function blocksOf(tokens: readonly Token[], resolve: Resolve): BlockNode[] {
  return tokens.flatMap((token) => blockOf(known(token), resolve));
}

function blockOf(token: MarkedToken, resolve: Resolve): BlockNode[] {
  switch (token.type) {
    case 'heading':
      return [{ kind: 'heading', level: token.depth, children: inlinesOf(token.tokens, resolve) }];
    case 'code':
      return [{ kind: 'code', language: resolve(token.lang ?? '').trim(), text: token.text }];
    case 'blockquote':
      return [{ kind: 'quote', blocks: blocksOf(token.tokens, resolve) }];
    case 'list':
      return [listOf(token, resolve)];
    case 'table':
      return [tableOf(token, resolve)];
    case 'hr':
      return [{ kind: 'rule' }];
    case 'html':
      return [{ kind: 'paragraph', children: linesOf(resolve(token.text.trim())) }];
    case 'space':
    case 'def':
    case 'checkbox':
      return [];
    default:
      return [{ kind: 'paragraph', children: inlinesOf('tokens' in token ? token.tokens : [token], resolve) }];
  }
}

function listOf(list: Tokens.List, resolve: Resolve): BlockNode {
  const items = list.items.map((item): Item => {
    return { isDone: item.task ? item.checked === true : undefined, blocks: blocksOf(item.tokens, resolve) };
  });
  return { kind: 'list', start: list.ordered ? Number(list.start) : undefined, isLoose: list.loose, items };
}

function tableOf(table: Tokens.Table, resolve: Resolve): BlockNode {
  const cells = (row: readonly Tokens.TableCell[]) => row.map(({ tokens }) => inlinesOf(tokens, resolve));
  return { kind: 'table', header: cells(table.header), rows: table.rows.map(cells) };
}

function inlinesOf(tokens: readonly Token[] | undefined, resolve: Resolve): Inline[] {
  return (tokens ?? []).flatMap((token) => inlineOf(known(token), resolve));
}

function inlineOf(token: MarkedToken, resolve: Resolve): Inline[] {
  switch (token.type) {
    case 'strong':
      return [{ kind: 'bold', children: inlinesOf(token.tokens, resolve) }];
    case 'em':
      return [{ kind: 'italic', children: inlinesOf(token.tokens, resolve) }];
    case 'del':
      return [{ kind: 'strike', children: inlinesOf(token.tokens, resolve) }];
    case 'codespan':
      return [{ kind: 'code', text: token.text }];
    case 'br':
      return [{ kind: 'break' }];
    case 'link':
      return [linkOf(token, resolve)];
    case 'image':
      return [{ kind: 'link', target: resolve(token.href), isImage: true, children: altOf(token, resolve) }];
    case 'html':
      return lineBreakTag.test(token.text) ? [{ kind: 'break' }] : linesOf(resolve(token.text));
    case 'escape':
      return [{ kind: 'text', text: token.text }];
    case 'checkbox':
      return [];
    default:
      return textOf(token, resolve);
  }
}

function textOf(token: MarkedToken, resolve: Resolve): Inline[] {
  if ('tokens' in token && Array.isArray(token.tokens)) return inlinesOf(token.tokens, resolve);
  return linesOf(resolve('text' in token ? token.text : token.raw));
}

function linkOf(link: Tokens.Link, resolve: Resolve): Inline {
  if (link.autolink === true) {
    return { kind: 'link', target: link.href, isImage: false, children: [{ kind: 'text', text: link.text }] };
  }
  return { kind: 'link', target: resolve(link.href), isImage: false, children: inlinesOf(link.tokens, resolve) };
}

/** Links of an image's description are of no use within the link that it becomes. */
function altOf(image: Tokens.Image, resolve: Resolve): Inline[] {
  const children = inlinesOf(image.tokens, resolve);
  return children.length === 0 && image.text !== '' ? [{ kind: 'text', text: resolve(image.text) }] : children;
}
