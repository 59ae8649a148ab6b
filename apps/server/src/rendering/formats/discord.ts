import { assemble, type Block, type Mark, once, type Run, textOf, withPrefix } from '../blocks.ts';
import { compile, languageOf } from '../compile.ts';
import type { LayoutRules } from '../layout.ts';
import type { Part } from '../message-part.ts';
import { linesOfRuns, type Piece, piecesOf, withSpaceOutside } from '../run-pieces.ts';
import { withoutFences } from './delimited.ts';

/** Max characters of a message (https://docs.discord.com/developers/resources/message#create-message). */
const limit = 2_000;
const maxAddress = 500;

const delimiters: Readonly<Record<Mark['kind'], string>> = {
  ...{ bold: '**', italic: '_', strike: '~~' },
  ...{ code: '', link: '', address: '' },
};

const zeroWidthSpace = '\u200b';

/**
 * Characters that the text of a link may not contain: nothing is escaped there, and a text with an address is no link.
 */
const notInLabel = /[\\*_~`|[\]<>@#:\n]/;

const rules: LayoutRules = {
  canLink: (address, label) => /^https?:/.test(address) && address.length <= maxAddress && !notInLabel.test(label),
  bullet: '- ',
  hasHeadings: true,
  hasCodeInQuotes: false,
  tableWidth: 60,
  // A link is the innermost, so that it is one. Code and addresses are in no other format.
  nest: (marks) => {
    const single = marks.find(({ kind }) => kind === 'address' || kind === 'code');
    const link = marks.findIndex(({ kind }) => kind === 'link');
    if (link !== -1) return marks.slice(0, link + 1);
    return single === undefined ? marks : [single];
  },
};

/** Compiles Markdown for Discord (https://support.discord.com/hc/en-us/articles/210298617). */
export const renderDiscord = (markdown: string): readonly Part[] => compile(markdown, rules, { limit, write });

const writeBlock = once((block) => {
  if (block.kind === 'pre') {
    return `\`\`\`${languageOf(block.language)}\n${withoutFences(textOf(block.runs))}\n\`\`\``;
  }
  const lines = linesOfRuns(block.runs).map((line) => writeLine(withSpaceOutside(line)));
  const isHeading = block.kind === 'heading' && block.level > 0 && lines.join('') !== '';
  const text = lines.join('\n');
  return isHeading ? `${'#'.repeat(Math.min(block.level, 3))} ${text}` : withPrefix(block, text);
});

const write = (blocks: readonly Block[]): string => assemble(blocks, '> ', writeBlock);

function writeLine(runs: readonly Run[]): string {
  let line = '';
  let before: Piece | undefined;
  for (const piece of piecesOf(runs)) {
    const text = piece.kind === 'text' ? writeText(piece, line === '') : delimiters[piece.mark.kind];
    if (needsSpace(before, text)) line += zeroWidthSpace;
    line += text;
    if (text !== '') before = piece;
  }
  return line;
}

/** An underscore ends italics only before what isn't part of a word, and two tildes a strike only before no underscore. */
function needsSpace(before: Piece | undefined, next: string): boolean {
  if (before?.kind !== 'close') return false;
  if (before.mark.kind === 'italic') return /^[\w\p{L}\p{N}]/u.test(next);
  return next.startsWith('_') || next.startsWith('*');
}

function writeText({ text, marks }: Piece & { readonly kind: 'text' }, isFirst: boolean): string {
  const last = marks.at(-1);
  if (last?.kind === 'link') {
    // An underscore in it would end italics around it.
    const address = marks.length > 1 ? last.address.replaceAll('_', '%5F').replaceAll('~', '%7E') : last.address;
    return `[${text}](${address})`;
  }
  if (last?.kind === 'address' && /^https?:\/\/[^\s<>]{1,2000}$/i.test(text)) return `<${text}>`;
  if (last?.kind === 'code') return writeCode(text);
  const inline = escaped(text);
  return isFirst ? escapedStart(inline) : inline;
}

function writeCode(text: string): string {
  if (!text.includes('`')) return `\`${text}\``;
  return `\`\` ${text.replace(/`(?=`)/g, `\`${zeroWidthSpace}`)} \`\``;
}

/** Escapes the signs of a text. A mention of all, of a person or of a role notifies no one. */
const escaped = (text: string): string =>
  text
    .replace(/@(?=everyone|here)|(?<=<)@/g, `@${zeroWidthSpace}`)
    .replace(/[\\*_~`|[\]<]|:(?=\/\/)/g, (sign) => `\\${sign}`);

/** Escapes the start of a line that begins like a heading, quote or item. */
function escapedStart(line: string): string {
  const start = line.trimStart();
  const space = line.slice(0, line.length - start.length);
  if (/^[#>+-]/.test(start)) return `${space}\\${start}`;
  const number = /^\d{1,20}(?=[.)])/.exec(start)?.[0];
  return number === undefined ? line : `${space}${number}\\${start.slice(number.length)}`;
}
