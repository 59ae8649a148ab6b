import { Lexer, type Token, type Tokens } from 'marked';
import { decodeEntities } from '../../text/character-references.ts';
import { htmlTokens } from '../../text/html-tokens.ts';
import { decode } from '../decode.ts';
import { type Extraction, SourceFailure } from '../document.ts';
import { renderHtml } from './html/render.ts';
import type { Input } from './input.ts';
import { guessedEncoding, readPlain } from './plain.ts';
import { createTextBuilder, type TextBuilder } from './text-builder.ts';
import { titleFrom } from './title.ts';

/** Front matter of at most 20,000 characters, and its title. */
const frontMatter = /^---[ \t]{0,9}\r?\n([\s\S]{0,20000}?)\r?\n---[ \t]{0,9}(?:\r?\n|$)/;
const frontTitle = /^title:[ \t]{0,9}(["']?)(.{1,500}?)\1[ \t]{0,9}$/m;
/** Lines that nest deeper than any text for readers: the lexer calls itself for each level. */
const nested = /^(?:[ \t]{0,20}(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){40}|^[ \t]{400}/m;

/** Reads Markdown: headings with their levels, code and tables as they are, links as their text. */
export function readMarkdown(input: Input): Extraction {
  const { text: decoded, isGuess } = decode(input.bytes, { charset: input.charset });
  const text = decoded.replace(/^\ufeff/, '');
  if (nested.test(text)) return readPlain(input);
  const front = frontMatter.exec(text);
  const builder = createTextBuilder();
  addMarkdown(front ? text.slice(front[0].length) : text, builder);
  if (builder.length() === 0) throw new SourceFailure('no_text', { message: 'The file has no text.' });
  const title = frontTitle.exec(front?.[1] ?? '')?.[2];
  return {
    documents: [builder.build({ title: title ?? builder.firstHeading() ?? titleFrom(input) })],
    warnings: isGuess ? [guessedEncoding] : [],
  };
}

/** Adds the blocks of a Markdown text to a document; one that nests too deep is added as it is. */
export function addMarkdown(text: string, builder: TextBuilder): void {
  if (nested.test(text)) builder.block(text);
  else for (const token of new Lexer({ gfm: true }).lex(text)) addBlock(token, builder);
}

function addBlock(token: Token, builder: TextBuilder): void {
  if (token.type === 'heading') builder.heading((token as Tokens.Heading).depth, inlineText(token.tokens ?? []));
  else if (token.type === 'blockquote') for (const inner of token.tokens ?? []) addBlock(inner, builder);
  else if (token.type === 'html') {
    renderHtml(htmlTokens((token as Tokens.HTML).text), builder, { withoutSurroundings: false });
  } else builder.block(blockText(token));
}

function blockText(token: Token): string {
  if (token.type === 'list') return listText(token as Tokens.List, '');
  if (token.type === 'table') return tableText(token as Tokens.Table);
  if (token.type === 'code') return (token as Tokens.Code).text;
  return ['space', 'hr', 'def'].includes(token.type) ? '' : inlineOf(token);
}

function listText(list: Tokens.List, indent: string): string {
  const lines = list.items.map((item, index) => {
    const marker = list.ordered ? `${Number(list.start || 1) + index}. ` : '- ';
    const parts = item.tokens.map((token) => partOfItem(token, indent)).filter((part) => part !== '');
    return `${indent}${marker}${parts.join('\n')}`;
  });
  return lines.join('\n');
}

function partOfItem(token: Token, indent: string): string {
  if (token.type === 'list') return listText(token as Tokens.List, `${indent}  `);
  if (token.type === 'table') return tableText(token as Tokens.Table);
  if (token.type === 'code') return (token as Tokens.Code).text;
  if (token.type === 'blockquote') return (token.tokens ?? []).map((inner) => partOfItem(inner, indent)).join('\n');
  return token.type === 'space' || token.type === 'checkbox' ? '' : inlineOf(token);
}

const tableText = ({ header, rows }: Tokens.Table): string =>
  [header, ...rows]
    .map((row) => row.map((cell) => inlineText(cell.tokens).replaceAll('\n', ' ')).join(' | '))
    .join('\n');

const inlineText = (tokens: readonly Token[]): string => tokens.map(inlineOf).join('');

/** The text of what is within a line. */
function inlineOf(token: Token): string {
  if (token.type === 'br') return '\n';
  if (token.type === 'html' || token.type === 'checkbox') return '';
  // Code shows its entities.
  if (token.type === 'codespan') return (token as Tokens.Codespan).text;
  if ('tokens' in token && token.tokens !== undefined) return inlineText(token.tokens);
  if ('text' in token && typeof token.text === 'string') return decodeEntities(token.text);
  return token.raw;
}
