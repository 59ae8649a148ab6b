import { quickReplyBlock, quickReplyOf } from '@parley/markdown/quick-replies';
import type { MarkedToken, Token, Tokens } from 'marked';
import { decodeEntities } from '../text/character-references.ts';
import { type BlockNode, type Inline, type Item, linesOf } from './document.ts';
import { tokensOf } from './safe-lexer.ts';

const controls = /(?![\t\n\r])\p{Cc}/gu;
const lineBreakTag = /^<br {0,3}\/?>$/i;

/** Reads a message in GitHub Flavored Markdown. Raw HTML is text, apart from `<br>`. Never throws. */
export function readMarkdown(markdown: string): BlockNode[] {
  return blocksOf(tokensOf(withoutControls(markdown)));
}

/** A text that each platform accepts: well-formed Unicode without control characters other than tabs and line breaks. */
export const withoutControls = (text: string): string =>
  text.toWellFormed().replaceAll('\0', '\ufffd').replace(controls, '');

/**
 * Narrows a token of marked to its own kinds; the type of an extension's tokens has a name of any kind, which hides
 * them.
 */
const known = (token: Token) => token as MarkedToken;

function blocksOf(tokens: readonly Token[]): BlockNode[] {
  return tokens.flatMap((token) => blockOf(known(token)));
}

function blockOf(token: MarkedToken): BlockNode[] {
  switch (token.type) {
    case 'heading':
      return [{ kind: 'heading', level: token.depth, children: inlinesOf(token.tokens) }];
    case 'code':
      return [codeOf(token)];
    case 'blockquote':
      return [{ kind: 'quote', blocks: blocksOf(token.tokens) }];
    case 'list':
      return [listOf(token)];
    case 'table':
      return [tableOf(token)];
    case 'hr':
      return [{ kind: 'rule' }];
    case 'html':
      return [{ kind: 'paragraph', children: linesOf(decodeEntities(token.text.trim())) }];
    case 'space':
    case 'def':
    case 'checkbox':
      return [];
    default:
      return [{ kind: 'paragraph', children: inlinesOf('tokens' in token ? token.tokens : [token]) }];
  }
}

/** Quick replies are a list, unless a platform has taken them out to show buttons. */
function codeOf({ lang, text }: Tokens.Code): BlockNode {
  const language = decodeEntities(lang ?? '').trim();
  const replies = language === quickReplyBlock ? text.split('\n').map(quickReplyOf).filter(Boolean) : [];
  if (replies.length === 0) return { kind: 'code', language, text };
  const items = replies.map(
    (reply): Item => ({
      isDone: undefined,
      blocks: [{ kind: 'paragraph', children: [{ kind: 'text', text: reply }] }],
    }),
  );
  return { kind: 'list', start: undefined, isLoose: false, items };
}

function listOf(list: Tokens.List): BlockNode {
  const items = list.items.map((item): Item => {
    return { isDone: item.task ? item.checked === true : undefined, blocks: blocksOf(item.tokens) };
  });
  return { kind: 'list', start: list.ordered ? Number(list.start) : undefined, isLoose: list.loose, items };
}

function tableOf(table: Tokens.Table): BlockNode {
  const cells = (row: readonly Tokens.TableCell[]) => row.map(({ tokens }) => inlinesOf(tokens));
  return { kind: 'table', header: cells(table.header), rows: table.rows.map(cells) };
}

function inlinesOf(tokens: readonly Token[] | undefined): Inline[] {
  return (tokens ?? []).flatMap((token) => inlineOf(known(token)));
}

function inlineOf(token: MarkedToken): Inline[] {
  switch (token.type) {
    case 'strong':
      return [{ kind: 'bold', children: inlinesOf(token.tokens) }];
    case 'em':
      return [{ kind: 'italic', children: inlinesOf(token.tokens) }];
    case 'del':
      return [{ kind: 'strike', children: inlinesOf(token.tokens) }];
    case 'codespan':
      return [{ kind: 'code', text: token.text }];
    case 'br':
      return [{ kind: 'break' }];
    case 'link':
      return [linkOf(token)];
    case 'image':
      return [{ kind: 'link', target: decodeEntities(token.href), isImage: true, children: altOf(token) }];
    case 'html':
      return lineBreakTag.test(token.text) ? [{ kind: 'break' }] : linesOf(decodeEntities(token.text));
    case 'escape':
      return [{ kind: 'text', text: token.text }];
    case 'checkbox':
      return [];
    default:
      return textOf(token);
  }
}

function textOf(token: MarkedToken): Inline[] {
  if ('tokens' in token && Array.isArray(token.tokens)) return inlinesOf(token.tokens);
  return linesOf(decodeEntities('text' in token ? token.text : token.raw));
}

function linkOf(link: Tokens.Link): Inline {
  if (link.autolink === true) {
    return { kind: 'link', target: link.href, isImage: false, children: [{ kind: 'text', text: link.text }] };
  }
  return { kind: 'link', target: decodeEntities(link.href), isImage: false, children: inlinesOf(link.tokens) };
}

/** Links of an image's description are of no use within the link that it becomes. */
function altOf(image: Tokens.Image): Inline[] {
  const children = inlinesOf(image.tokens);
  return children.length === 0 && image.text !== '' ? [{ kind: 'text', text: decodeEntities(image.text) }] : children;
}
