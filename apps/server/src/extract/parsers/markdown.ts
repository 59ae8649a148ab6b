import { Lexer, type Token, type Tokens } from 'marked';
import { htmlTokens } from '../../text/html/tokens.ts';
import { decode } from '../decode.ts';
import { type Extraction, SourceFailure, type Warning } from '../document.ts';
import { renderHtml } from './html/render.ts';
import type { Input } from './input.ts';
import { splitFrontMatter } from './markdown/front-matter.ts';
import { type InlineContext, inlineText } from './markdown/inline.ts';
import { addParagraphs } from './plain.ts';
import { createRowTexts } from './sheets/row-texts.ts';
import { createTextBuilder, type TextBuilder } from './text-builder.ts';
import { titleFrom } from './title.ts';

/** Lines that nest deeper than any text for readers: the lexer calls itself for each level. */
const nested = /^(?:[ \t]{0,20}(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){40}|^[ \t]{400}/m;

/**
 * Reads Markdown: headings with their levels, rows of tables as `Header: value; …`, links with their addresses, code as
 * it is. Front matter only gives the title, and struck text is left out with a note.
 */
export function readMarkdown(input: Input): Extraction {
  const { text, warnings } = decode(input.bytes, { charset: input.charset });
  const { body, title } = splitFrontMatter(text);
  const builder = createTextBuilder();
  const markdown = createMarkdownWriter(builder, input.url);
  markdown.add(body);
  if (builder.length() === 0) throw new SourceFailure('no_text', { message: 'The file has no text.' });
  return {
    documents: [builder.build({ title: title || builder.firstHeading() || titleFrom(input) })],
    warnings: [...warnings, ...markdown.notes()],
  };
}

/** Adds the blocks of Markdown texts to one document. */
export interface MarkdownWriter {
  /** Adds a text; one that nests too deep is added as it is. */
  add(text: string): void;
  /** Returns warnings about parts that were left out so far. */
  notes(): Warning[];
}

/** Creates the writer of a document. Relative links are relative to `base`. */
export function createMarkdownWriter(builder: TextBuilder, base?: string): MarkdownWriter {
  let struck = 0;
  let isNested = false;
  const context: InlineContext = {
    base,
    onStruck: () => {
      struck += 1;
    },
  };
  return {
    add(text) {
      if (nested.test(text)) {
        isNested = true;
        addParagraphs(text, builder);
      } else for (const token of new Lexer({ gfm: true }).lex(text)) addBlock(token, builder, context);
    },
    notes: () => [...(isNested ? [readAsPlain] : []), ...(struck > 0 ? [struckLeftOut(struck)] : [])],
  };
}

const readAsPlain: Warning = {
  code: 'read_as_text',
  message: 'The Markdown is nested too deeply and was read as plain text, with its markup.',
};

/** Struck texts of a document aren't valid any more. */
const struckLeftOut = (count: number): Warning => ({
  code: 'struck_text',
  message: `Struck text was left out in ${count.toLocaleString('en')} ${count === 1 ? 'place' : 'places'}.`,
});

function addBlock(token: Token, builder: TextBuilder, context: InlineContext): void {
  if (token.type === 'heading') {
    const text = inlineText(token.tokens ?? [], { ...context, withoutAddresses: true });
    builder.heading((token as Tokens.Heading).depth, text);
  } else if (token.type === 'blockquote') for (const inner of token.tokens ?? []) addBlock(inner, builder, context);
  else if (token.type === 'html') {
    renderHtml(htmlTokens((token as Tokens.HTML).text), builder, { withoutSurroundings: false });
  } else builder.block(blockText(token, context));
}

function blockText(token: Token, context: InlineContext): string {
  if (token.type === 'list') return listText(token as Tokens.List, '', context);
  if (token.type === 'table') return tableText(token as Tokens.Table, context);
  if (token.type === 'code') return (token as Tokens.Code).text;
  if (token.type === 'def') return noteText(token as Tokens.Def);
  return ['space', 'hr'].includes(token.type) ? '' : inlineText([token], context);
}

/** A footnote of one word looks like the address of a link. */
const noteText = ({ tag, href, title }: Tokens.Def): string =>
  tag.startsWith('^') ? [`[${tag}]:`, href, title ?? ''].join(' ') : '';

function listText(list: Tokens.List, indent: string, context: InlineContext): string {
  const lines = list.items.map((item, index) => {
    const marker = list.ordered ? `${Number(list.start || 1) + index}. ` : '- ';
    const parts = item.tokens.map((token) => partOfItem(token, indent, context)).filter((part) => part !== '');
    return `${indent}${marker}${parts.join('\n')}`;
  });
  return lines.join('\n');
}

function partOfItem(token: Token, indent: string, context: InlineContext): string {
  if (token.type === 'list') return listText(token as Tokens.List, `${indent}  `, context);
  if (token.type === 'blockquote') {
    return (token.tokens ?? []).map((inner) => partOfItem(inner, indent, context)).join('\n');
  }
  return token.type === 'checkbox' ? '' : blockText(token, context);
}

function tableText({ header, rows }: Tokens.Table, context: InlineContext): string {
  const lines: string[] = [];
  const texts = createRowTexts((line) => lines.push(line));
  const cellsOf = (row: readonly Tokens.TableCell[]) => row.map(({ tokens }) => inlineText(tokens, context));
  texts.header(cellsOf(header));
  for (const row of rows) texts.add(cellsOf(row));
  texts.end();
  return lines.join('\n');
}
