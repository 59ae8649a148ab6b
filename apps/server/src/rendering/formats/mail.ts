import { escapeHtml } from '../../text/html/escape-html.ts';
import { isBlank, type Mark, type Run } from '../blocks.ts';
import { type BlockNode, type Inline, type Item, linesOf, type TableCell } from '../document.ts';
import { type InlineRules, runsOf } from '../inline-runs.ts';
import { type LayoutRules, layOut } from '../layout.ts';
import type { Part } from '../message-part.ts';
import { readMarkdown, withoutControls } from '../read-markdown.ts';
import { piecesOf } from '../run-pieces.ts';
import { plainOf } from './plain.ts';

/** Max length of an address that is linked. Not all programs take longer ones. */
const maxAddress = 2_000;

const htmlRules: InlineRules = {
  canLink: (address) => /^(?:https?|mailto):/.test(address) && address.length <= maxAddress,
  nest: (marks) => marks.filter(({ kind }) => kind !== 'address'),
};

const plainRules: LayoutRules = {
  canLink: () => false,
  bullet: '- ',
  hasHeadings: false,
  hasCodeInQuotes: true,
  tableWidth: 76,
  nest: () => [],
};

/**
 * Compiles Markdown for a mail: a fragment of HTML, and plain text. The HTML has tags for text and links to http, https
 * and mailto only; anything else is escaped. A blank message has no part; any other has one.
 */
export function renderMail(markdown: string): readonly Part[] {
  const read = readMarkdown(markdown);
  const part = partOf(read);
  if (!isBlank(part.plain)) return [part];
  const source = partOf([{ kind: 'paragraph', children: linesOf(withoutControls(markdown)) }]);
  return isBlank(source.plain) ? [] : [source];
}

const partOf = (nodes: readonly BlockNode[]): Part => ({
  text: blocks(nodes),
  plain: plainOf(layOut(nodes, plainRules)),
});

const blocks = (nodes: readonly BlockNode[]): string => nodes.map(block).join('\n');

function block(node: BlockNode): string {
  switch (node.kind) {
    case 'paragraph':
      return `<p>${inline(node.children)}</p>`;
    case 'heading':
      return `<h${node.level}>${inline(node.children)}</h${node.level}>`;
    case 'code':
      return `<pre><code>${escapeHtml(node.text)}</code></pre>`;
    case 'quote':
      return `<blockquote>${blocks(node.blocks)}</blockquote>`;
    case 'list':
      return list(node.items, node.start);
    case 'table':
      return table(node.header, node.rows);
    case 'rule':
      return '<hr>';
  }
}

function list(items: readonly Item[], start: number | undefined): string {
  const inner = items.map((item) => `<li>${box(item)}${itemText(item)}</li>`).join('\n');
  if (start === undefined) return `<ul>\n${inner}\n</ul>`;
  return `<ol${start === 1 ? '' : ` start="${start}"`}>\n${inner}\n</ol>`;
}

const box = ({ isDone }: Item): string => (isDone === undefined ? '' : isDone ? '☑ ' : '☐ ');

/** A paragraph alone needs no space around it. */
function itemText({ blocks: own }: Item): string {
  const [first, ...others] = own;
  if (first?.kind !== 'paragraph' || others.some(({ kind }) => kind === 'paragraph')) return blocks(own);
  return [inline(first.children), ...others.map(block)].join('\n');
}

function table(header: readonly TableCell[], rows: readonly (readonly TableCell[])[]): string {
  const row = (cells: readonly TableCell[], tag: 'th' | 'td') =>
    `<tr>${cells.map((cell) => `<${tag}>${inline(cell)}</${tag}>`).join('')}</tr>`;
  const body = rows.map((cells) => row(cells, 'td')).join('\n');
  return `<table border="1" cellpadding="4" cellspacing="0">\n${row(header, 'th')}\n${body}\n</table>`;
}

const tags = { bold: 'strong', italic: 'em', strike: 's', code: 'code', link: 'a', address: 'span' } as const;

const inline = (nodes: readonly Inline[]): string => html(runsOf(nodes, htmlRules));

function html(runs: readonly Run[]): string {
  const pieces = piecesOf(runs).map((piece) => {
    if (piece.kind === 'text') return escapeHtml(piece.text).replaceAll('\n', '<br>\n');
    return piece.kind === 'open' ? startTag(piece.mark) : `</${tags[piece.mark.kind]}>`;
  });
  return pieces.join('');
}

const startTag = (mark: Mark): string =>
  mark.kind === 'link' ? `<a href="${escapeHtml(mark.address)}">` : `<${tags[mark.kind]}>`;
