import { escapeHtml } from '../../text/html/escape-html.ts';
import { type Block, type Mark, once, textOf, withPrefix } from '../blocks.ts';
import { compile, languageOf } from '../compile.ts';
import type { LayoutRules } from '../layout.ts';
import type { Part } from '../message-part.ts';
import { piecesOf } from '../run-pieces.ts';

/** Max UTF-16 units of a message without its tags (https://core.telegram.org/bots/api#sendmessage). */
const limit = 4_096;

/** Telegram drops the formats of a message beyond this number, and with them the targets of links. */
const maxEntities = 100;

/** A longer address is shown: one that takes a large part of a message can't be repeated when the message is cut. */
const maxAddress = 1_000;

const tags = { bold: 'b', italic: 'i', strike: 's', code: 'code' } as const;

const rules: LayoutRules = {
  // Of other schemes it makes addresses on the web. Without a dot in the host, it drops the link without a word.
  canLink: (address) => hasDottedHost(address) && address.length <= maxAddress,
  bullet: '• ',
  hasHeadings: false,
  hasCodeInQuotes: true,
  tableWidth: 60,
  // Code is in no other format, and a link contains no code.
  nest: (marks) => {
    const kinds = new Set(marks.map(({ kind }) => kind));
    if (kinds.has('code') && !kinds.has('link')) return marks.filter(({ kind }) => kind === 'code');
    return marks.filter(({ kind }) => kind !== 'address' && kind !== 'code');
  },
};

/** Compiles Markdown for Telegram, as HTML for `parse_mode: 'HTML'` (https://core.telegram.org/bots/api#html-style). */
export const renderTelegram = (markdown: string): readonly Part[] =>
  compile(markdown, rules, { limit, write: (blocks) => compose(blocks, html), sizeOf }).map(({ text, plain }) => {
    const entities = text.split('</').length - 1;
    return { text: entities > maxEntities ? escapeHtml(plain) : text, plain };
  });

/** Markup of quotes and blocks. */
interface Writer {
  readonly openQuote: string;
  readonly closeQuote: string;
  readonly block: (block: Block) => string;
}

const html: Writer = {
  openQuote: '<blockquote>',
  closeQuote: '</blockquote>',
  block: once((block) => (block.kind === 'pre' ? writePre(block) : writeText(block))),
};

/** The text that Telegram counts: without tags and character references. */
const counted: Writer = {
  openQuote: '',
  closeQuote: '',
  block: once((block) => withPrefix(block, textOf(block.runs))),
};

const sizeOf = (blocks: readonly Block[]): number => compose(blocks, counted).length;

function compose(blocks: readonly Block[], writer: Writer): string {
  let result = '';
  let before: Block | undefined;
  for (const block of blocks) {
    const isSameQuote = before?.quote === block.quote;
    if (!isSameQuote && before?.quote !== undefined) result += writer.closeQuote;
    if (before !== undefined) result += isSameQuote && block.gap === 2 ? '\n\n' : '\n';
    if (!isSameQuote && block.quote !== undefined) result += writer.openQuote;
    result += writer.block(block);
    before = block;
  }
  return before?.quote === undefined ? result : result + writer.closeQuote;
}

function writePre({ language, runs }: Block): string {
  const name = languageOf(language);
  const code = escapeHtml(textOf(runs));
  return name === '' ? `<pre>${code}</pre>` : `<pre><code class="language-${name}">${code}</code></pre>`;
}

function writeText(block: Block): string {
  const pieces = piecesOf(block.runs).map((piece) => {
    if (piece.kind === 'text') return escapeHtml(piece.text);
    return piece.kind === 'open' ? startTag(piece.mark) : `</${nameOf(piece.mark)}>`;
  });
  return withPrefix(block, pieces.join(''));
}

const nameOf = ({ kind }: Mark): string => ({ ...tags, link: 'a', address: '' })[kind];

const startTag = (mark: Mark): string =>
  mark.kind === 'link' ? `<a href="${escapeHtml(mark.address)}">` : `<${nameOf(mark)}>`;

function hasDottedHost(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol.startsWith('http') && (hostname.includes('.') || hostname.startsWith('['));
}
