import { type Block, type Run, textOf } from './blocks.ts';
import type { BlockNode, Inline, Item, TableCell } from './document.ts';
import { type InlineRules, runsOf } from './inline-runs.ts';
import { alignedRows } from './table-layout.ts';

/** Substitutes of a platform for elements that its format has no syntax for. */
export interface LayoutRules extends InlineRules {
  /** Comes before an item without a number. */
  readonly bullet: string;
  /** True if its format has headings; if not, they are bold. */
  readonly hasHeadings: boolean;
  /** True if a quote can contain a block of code. */
  readonly hasCodeInQuotes: boolean;
  /** Max width of a table of fixed-width characters; a wider one is lines of cells. 0 for lines always. */
  readonly tableWidth: number;
}

/** Position of a block in the layout. */
interface Place {
  readonly quote: object | undefined;
  readonly indent: string;
  /** Comes before the first block instead of the indentation. */
  readonly prefix: string | undefined;
  readonly firstGap: 1 | 2;
  readonly gap: 1 | 2;
}

const ruleLine = '──────────';
const top: Place = { quote: undefined, indent: '', prefix: undefined, firstGap: 2, gap: 2 };

type Node<Kind extends BlockNode['kind']> = BlockNode & { readonly kind: Kind };

/** Lays out a message for a platform: blocks of text with formats, one below the other. */
export const layOut = (nodes: readonly BlockNode[], rules: LayoutRules): Block[] => blocksOf(nodes, top, rules);

function blocksOf(nodes: readonly BlockNode[], place: Place, rules: LayoutRules): Block[] {
  return nodes.flatMap((node, index) => {
    const gap = nodes[index - 1]?.kind === 'heading' ? 1 : place.gap;
    return blocksOfNode(node, index === 0 ? place : { ...place, prefix: undefined, firstGap: gap }, rules);
  });
}

function blocksOfNode(node: BlockNode, place: Place, rules: LayoutRules): Block[] {
  switch (node.kind) {
    case 'paragraph':
      return [textBlock(runsOf(node.children, rules), place)];
    case 'heading':
      return [headingBlock(node, place, rules)];
    case 'code':
      return codeBlocks({ ...node, text: withoutLastBreaks(node.text) }, place, rules);
    case 'quote':
      return quoteBlocks(node, place, rules);
    case 'list':
      return listBlocks(node, place, rules);
    case 'table':
      return tableBlocks(node, place, rules);
    case 'rule':
      return [textBlock([{ text: ruleLine, marks: [] }], place)];
  }
}

function textBlock(runs: readonly Run[], { quote, indent, prefix = indent, firstGap: gap }: Place): Block {
  return { kind: 'text', level: 0, language: '', quote, prefix, indent, gap, runs };
}

function headingBlock({ level, children }: Node<'heading'>, place: Place, rules: LayoutRules): Block {
  const isNative = rules.hasHeadings && place.indent === '' && place.prefix === undefined;
  const runs = isNative ? onOneLine(runsOf(children, rules)) : boldRuns(children, rules);
  return { ...textBlock(runs, place), kind: 'heading', level: isNative ? level : 0 };
}

function codeBlocks({ text, language }: Omit<Node<'code'>, 'kind'>, place: Place, rules: LayoutRules): Block[] {
  const marker = place.prefix === undefined || place.prefix.trim() === '' ? [] : [textBlock([], place)];
  if (text === '') return marker;
  const gap = marker.length === 0 ? place.firstGap : 1;
  const quote = rules.hasCodeInQuotes ? place.quote : undefined;
  const block = textBlock([{ text, marks: [] }], { ...place, quote, indent: '', prefix: '', firstGap: gap });
  return [...marker, { ...block, kind: 'pre', language }];
}

function quoteBlocks(node: Node<'quote'>, place: Place, rules: LayoutRules): Block[] {
  if (place.quote === undefined) return blocksOf(node.blocks, { ...place, quote: node, gap: 2 }, rules);
  const prefix = `${place.prefix ?? place.indent}› `;
  return blocksOf(node.blocks, { ...place, indent: `${place.indent}› `, prefix, gap: 2 }, rules);
}

function listBlocks({ start, isLoose, items }: Node<'list'>, place: Place, rules: LayoutRules): Block[] {
  const gap = isLoose ? 2 : 1;
  return items.flatMap((item, index) => {
    const marker = markerOf(item, start === undefined ? undefined : start + index, rules);
    const prefix = (index === 0 ? (place.prefix ?? place.indent) : place.indent) + marker;
    const indent = place.indent + ' '.repeat(marker.length);
    const own: Place = { ...place, indent, prefix, firstGap: index === 0 ? place.firstGap : gap, gap };
    return item.blocks.length === 0 ? [textBlock([], own)] : blocksOf(item.blocks, own, rules);
  });
}

function tableBlocks({ header, rows }: Node<'table'>, place: Place, rules: LayoutRules): Block[] {
  const cells = [header, ...rows].map((row) => row.map((cell) => onOneLine(runsOf(cell, rules))));
  const hasLinks = cells.some((row) => row.some(hasLink));
  const aligned = hasLinks
    ? undefined
    : alignedRows(
        cells.map((row) => row.map(textOf)),
        rules.tableWidth,
      );
  if (aligned !== undefined) return codeBlocks({ text: aligned.join('\n'), language: '' }, place, rules);
  const lines = [headerRuns(header, rules), ...cells.slice(1).map(inLine)];
  return lines.map((runs, index) => {
    return textBlock(runs, index === 0 ? place : { ...place, prefix: undefined, firstGap: 1 });
  });
}

function markerOf({ isDone }: Item, number: number | undefined, { bullet }: LayoutRules): string {
  const box = isDone === undefined ? '' : isDone ? '☑ ' : '☐ ';
  if (number !== undefined) return `${number}. ${box}`;
  return box !== '' && bullet === '• ' ? box : bullet + box;
}

const boldRuns = (children: readonly Inline[], rules: InlineRules): Run[] =>
  runsOf(children, rules, [{ kind: 'bold' }]);

const headerRuns = (header: readonly TableCell[], rules: InlineRules): Run[] =>
  inLine(header.map((cell) => onOneLine(boldRuns(cell, rules))));

/** The cells of a row as a line. */
const inLine = (cells: readonly (readonly Run[])[]): Run[] =>
  cells.flatMap((runs, index) => (index === 0 ? runs : [{ text: ' | ', marks: [] }, ...runs]));

const onOneLine = (runs: readonly Run[]): Run[] =>
  runs.map((run) => ({ ...run, text: run.text.replaceAll('\n', ' ') }));

const hasLink = (runs: readonly Run[]) =>
  runs.some(({ marks }) => marks.some(({ kind }) => kind === 'link' || kind === 'address'));

function withoutLastBreaks(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === '\n') end--;
  return text.slice(0, end);
}
