import { type Mark, type Run, textOf } from './blocks.ts';
import type { Inline } from './document.ts';
import { addressOf, says, shownTarget } from './links.ts';

type LinkNode = Inline & { readonly kind: 'link' };

/** Capabilities of a platform for formats within a line. */
export interface InlineRules {
  /** True if it can put an address behind a text; if not, the address is shown. */
  readonly canLink: (address: string, label: string) => boolean;
  /** The formats in the order and selection that it can nest. */
  readonly nest: (marks: readonly Mark[]) => readonly Mark[];
}

/** The runs of inline nodes, in order; neighbours with the same formats are one. `marks` are around all of them. */
export const runsOf = (nodes: readonly Inline[], rules: InlineRules, marks: readonly Mark[] = []): Run[] =>
  merged(runsIn(nodes, rules, marks).map((run) => ({ ...run, marks: rules.nest(run.marks) })));

const runsIn = (nodes: readonly Inline[], rules: InlineRules, marks: readonly Mark[]): Run[] =>
  nodes.flatMap((node) => runsOfNode(node, rules, marks));

function runsOfNode(node: Inline, rules: InlineRules, marks: readonly Mark[]): Run[] {
  if (node.kind === 'text') return run(node.text, marks);
  if (node.kind === 'break') return run('\n', marks);
  if (node.kind === 'code') return run(node.text, within(marks, { kind: 'code' }));
  if (node.kind === 'link') return linkRuns(node, rules, marks);
  return runsIn(node.children, rules, within(marks, { kind: node.kind }));
}

const run = (text: string, marks: readonly Mark[]): Run[] => (text === '' ? [] : [{ text, marks }]);

/** A format within the same one changes nothing. */
const within = (marks: readonly Mark[], mark: Mark): readonly Mark[] =>
  marks.some(({ kind }) => kind === mark.kind) ? marks : [...marks, mark];

function linkRuns({ target, isImage, children }: LinkNode, rules: InlineRules, marks: readonly Mark[]): Run[] {
  if (marks.some(({ kind }) => kind === 'link')) return runsIn(children, rules, marks);
  const address = addressOf(target);
  const label = labelOf(children);
  if (address !== undefined && rules.canLink(address, label)) {
    const own: readonly Mark[] = [...marks, { kind: 'link', address }];
    return label.trim() === '' ? run(address, own) : runsIn(children, rules, own);
  }
  const shown = address ?? (isImage ? '' : shownTarget(target));
  const own = address === undefined ? marks : within(marks, { kind: 'address' });
  if (label.trim() === '') return run(shown, own);
  if (says(label, shown)) return run(label, own);
  const text = runsIn(children, rules, marks);
  return shown === '' ? text : [...text, ...run(' (', marks), ...run(shown, own), ...run(')', marks)];
}

function labelOf(nodes: readonly Inline[]): string {
  return nodes
    .map((node) => {
      if (node.kind === 'break') return '\n';
      return 'children' in node ? labelOf(node.children) : node.text;
    })
    .join('');
}

/** True if two formats are the same, so that adjacent texts need no end between them. */
export const isSameMark = (a: Mark | undefined, b: Mark | undefined): boolean =>
  a?.kind === b?.kind && (a?.kind !== 'link' || b?.kind !== 'link' || a.address === b.address);

function merged(runs: readonly Run[]): Run[] {
  const result: Run[] = [];
  let pieces: Run[] = [];
  const end = () => {
    const [first] = pieces;
    if (first !== undefined) result.push({ text: textOf(pieces), marks: first.marks });
    pieces = [];
  };
  for (const run of runs) {
    const marks = pieces[0]?.marks;
    const isSame =
      marks?.length === run.marks.length && run.marks.every((mark, index) => isSameMark(mark, marks[index]));
    if (!isSame) end();
    pieces.push(run);
  }
  end();
  return result;
}
