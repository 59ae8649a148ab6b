import type { Extraction } from '../../../document.ts';
import { leftOut } from '../../archive/left-out.ts';
import type { Input } from '../../input.ts';
import { createLines } from '../blocks.ts';
import { type MarkedUp, readMarkup } from '../read-markup.ts';
import { blocksOf } from './blocks.ts';
import { readNames } from './names.ts';
import type { RstState } from './state.ts';

/** Reads reStructuredText: sections, lists, tables, directives, code and links. Other files aren't included. */
export const readRst = (input: Input): Promise<Extraction> => readMarkup(input, rstToHtml);

/** Converts reStructuredText into HTML. */
function rstToHtml(text: string): MarkedUp {
  const lines = text.replaceAll('\t', '        ').split('\n');
  const state: RstState = { ...readNames(lines), adornments: [], level: 0, left: { 'included file': 0, picture: 0 } };
  const html = blocksOf(createLines(lines), state);
  return { html, warnings: leftOut('includes_left_out', 'Left out', state.left) };
}
