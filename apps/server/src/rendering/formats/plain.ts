import { assemble, type Block, type Mark, once, type Run, withPrefix } from '../blocks.ts';
import { isSameMark } from '../inline-runs.ts';
import { says } from '../links.ts';

/** Writes blocks without a format: link targets in brackets behind their text, quotes with `> `. */
export const plainOf = (blocks: readonly Block[]): string => assemble(blocks, '> ', writeBlock);

const writeBlock = once((block) => withPrefix(block, block.runs.map(plainRun).join('')));

function plainRun({ text, marks }: Run, index: number, runs: readonly Run[]): string {
  const link = linkOf(marks);
  if (link === undefined || isSameMark(link, linkOf(runs[index + 1]?.marks ?? []))) return text;
  let label = '';
  for (let at = index; at >= 0 && isSameMark(link, linkOf(runs[at]?.marks ?? [])); at--) label = runs[at]?.text + label;
  return says(label, link.address) ? text : `${text} (${link.address})`;
}

const linkOf = (marks: readonly Mark[]) => marks.find((mark) => mark.kind === 'link');
