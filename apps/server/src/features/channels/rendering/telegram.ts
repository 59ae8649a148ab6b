import type { Part } from '../kinds/messenger.ts';
import { type Block, type Mark, withPrefix } from './blocks.ts';
import { compile, languageOf } from './compile.ts';
import type { LayoutRules } from './layout.ts';
import { piecesOf } from './marked-runs.ts';

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
    return { text: entities > maxEntities ? html.text(plain) : text, plain };
  });

/** How tags and texts are written. */
interface Writer {
  readonly tag: (tag: string) => string;
  readonly text: (text: string) => string;
}

const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const html: Writer = { tag: (tag) => tag, text: (text) => text.replace(/[&<>"]/g, (sign) => references[sign] ?? sign) };

/** Telegram counts neither tags nor the length of character references. */
const sizeOf = (blocks: readonly Block[]): number => compose(blocks, { tag: () => '', text: (text) => text }).length;

function compose(blocks: readonly Block[], writer: Writer): string {
  let result = '';
  let before: Block | undefined;
  for (const block of blocks) {
    const isSameQuote = before?.quote === block.quote;
    if (!isSameQuote && before?.quote !== undefined) result += writer.tag('</blockquote>');
    if (before !== undefined) result += '\n'.repeat(isSameQuote ? block.gap : 1);
    if (!isSameQuote && block.quote !== undefined) result += writer.tag('<blockquote>');
    result += block.kind === 'pre' ? writePre(block, writer) : writeText(block, writer);
    before = block;
  }
  return before?.quote === undefined ? result : result + writer.tag('</blockquote>');
}

function writePre({ language, runs }: Block, { tag, text }: Writer): string {
  const name = languageOf(language);
  const code = runs.map((run) => text(run.text)).join('');
  if (name === '') return `${tag('<pre>')}${code}${tag('</pre>')}`;
  return `${tag(`<pre><code class="language-${name}">`)}${code}${tag('</code></pre>')}`;
}

function writeText(block: Block, { tag, text }: Writer): string {
  const pieces = piecesOf(block.runs).map((piece) => {
    if (piece.kind === 'text') return text(piece.text);
    return tag(piece.kind === 'open' ? startTag(piece.mark) : `</${nameOf(piece.mark)}>`);
  });
  return withPrefix(block, pieces.join(''));
}

const nameOf = ({ kind }: Mark): string => ({ ...tags, link: 'a', address: '' })[kind];

const startTag = (mark: Mark): string =>
  mark.kind === 'link' ? `<a href="${html.text(mark.address)}">` : `<${nameOf(mark)}>`;

function hasDottedHost(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol.startsWith('http') && (hostname.includes('.') || hostname.startsWith('['));
}
