/** A format of a run. The text of an `address` is the address of a link. */
export type Mark =
  | { readonly kind: 'bold' | 'italic' | 'strike' | 'code' | 'address' }
  | { readonly kind: 'link'; readonly address: string };

/** A text with its formats, from the outermost to the innermost. A line break is `\n`. */
export interface Run {
  readonly text: string;
  readonly marks: readonly Mark[];
}

/** A paragraph, item, heading, line of a table or block of code: what a message consists of, one below the other. */
export interface Block {
  readonly kind: 'text' | 'heading' | 'pre';
  /** Of a heading, from 1. */
  readonly level: number;
  /** Of a block of code; empty if unknown. */
  readonly language: string;
  /** Tells apart the quotes of a message; undefined outside of one. */
  readonly quote: object | undefined;
  /** Comes before the first line: indentation, a bullet or a number. */
  readonly prefix: string;
  /** Comes before each further line. */
  readonly indent: string;
  readonly runs: readonly Run[];
  /** Line breaks between the block before and this one. */
  readonly gap: 1 | 2;
}

/** The text of runs without their formats. */
export const textOf = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('');

/** Length of blocks as one text, with a line break between two, in UTF-16 units. */
export const lengthOf = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, { runs }) => runs.reduce((length, { text }) => length + text.length, sum + 1), -1);

/** True if a text shows nothing: white space, controls and characters without a width. */
export const isBlank = (text: string): boolean =>
  !/[^\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(text);

/** Puts the lines of blocks together. `write` returns a block's lines without quote marks. */
export function assemble(blocks: readonly Block[], quoteMark: string, write: (block: Block) => string): string {
  let result = '';
  let before: Block | undefined;
  for (const block of blocks) {
    const text = write(block);
    if (before !== undefined) result += gapOf(before, block, quoteMark);
    result += block.quote === undefined ? text : quoteMark + text.replaceAll('\n', `\n${quoteMark}`);
    before = block;
  }
  return result;
}

function gapOf(before: Block, block: Block, quoteMark: string): string {
  // Two quotes in succession would be one without an empty line between them.
  if (before.quote !== block.quote) return '\n\n';
  if (block.gap === 1) return '\n';
  return block.quote === undefined ? '\n\n' : `\n${quoteMark}\n`;
}

/** A function of a block that is called once for each: a message is measured several times before it is cut. */
export function once(write: (block: Block) => string): (block: Block) => string {
  const written = new WeakMap<Block, string>();
  return (block) => {
    const known = written.get(block);
    if (known !== undefined) return known;
    const text = write(block);
    written.set(block, text);
    return text;
  };
}

/** The lines of a block with its prefix and indentation, written run by run. */
export const withPrefix = ({ prefix, indent }: Block, text: string): string =>
  prefix + (indent === '' ? text : text.replaceAll('\n', `\n${indent}`));
