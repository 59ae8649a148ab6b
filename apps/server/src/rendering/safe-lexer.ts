import { asText, BoundedLexer } from '@parley/markdown';
import { type Token, Tokenizer, type Tokens } from 'marked';

/** A text with more delimiters than this, and longer than this, isn't searched for formats: that takes quadratic time. */
const maxDelimiters = 400;
const heavyLength = 4_000;

/** Max cells of a table. GFM fills up each row, so a short text can have millions. */
const maxCells = 5_000;

/** marked's tokenizer, with tables of a bounded size. */
class BoundedTokenizer extends Tokenizer {
  override table(source: string): Tokens.Table | undefined {
    const header = source.indexOf('\n');
    const delimiters = header === -1 ? '' : source.slice(header + 1, source.indexOf('\n', header + 1) >>> 0);
    if (!delimiters.includes('-')) return undefined;
    const columns = delimiters.split('|').length;
    const maxRows = Math.floor(maxCells / columns);
    return hasLines(source, maxRows) ? undefined : super.table(source);
  }
}

/** True if a text has more than `count` lines before an empty one. */
function hasLines(text: string, count: number): boolean {
  let at = -1;
  for (let lines = 0; lines < count; lines++) {
    const end = text.indexOf('\n', at + 1);
    if (end === -1 || end === at + 1) return false;
    at = end;
  }
  return true;
}

/** A lexer for GitHub Flavored Markdown, whose depth and work are bounded whatever the text. */
class SafeLexer extends BoundedLexer {
  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    if (!isHeavy(source)) return super.inlineTokens(source, tokens);
    tokens.push(asText(source));
    return tokens;
  }
}

function isHeavy(text: string): boolean {
  if (text.length <= heavyLength) return false;
  let delimiters = 0;
  for (const _ of text.matchAll(/[*_~`[]/g)) if (++delimiters > maxDelimiters) return true;
  return false;
}

/** Max characters that are read as one document; a longer text is read in sections. */
const maxSection = 20_000;
const fence = /^ {0,3}(`{3,100}|~{3,100})/;

/**
 * The tokens of a message in GitHub Flavored Markdown. Never throws: what can't be read is text. In a text of more than
 * 20,000 characters, references to links are known in their own section only.
 */
export function tokensOf(markdown: string): Token[] {
  return sectionsOf(markdown).flatMap((section) => {
    try {
      return new SafeLexer({ gfm: true, tokenizer: new BoundedTokenizer() }).lex(section);
    } catch {
      return [{ type: 'paragraph', raw: section, text: section, tokens: [asText(section)] }];
    }
  });
}

/** Cuts a text that is too long at a blank line, else at the end of a line; a block of code is closed and reopened. */
function sectionsOf(markdown: string): string[] {
  if (markdown.length <= maxSection) return [markdown];
  const sections: string[] = [];
  let section = '';
  let opened: string | undefined;
  const end = () => {
    sections.push(opened === undefined ? section : `${section}${markOf(opened)}`);
    section = opened === undefined ? '' : `${opened}\n`;
  };
  for (const line of shortLines(markdown)) {
    const isGap = line.trim() === '' && opened === undefined && section.length > maxSection / 2;
    if (isGap || section.length + line.length > maxSection) end();
    section += `${line}\n`;
    opened = openedBy(line, opened);
  }
  end();
  return sections;
}

const markOf = (line: string) => fence.exec(line)?.[1] ?? '';

/** The line that opens the block of code in which the next line is; undefined if that isn't in one. */
function openedBy(line: string, opened: string | undefined): string | undefined {
  const mark = markOf(line.slice(0, 200));
  if (mark === '') return opened;
  if (opened === undefined) return line.length > 200 ? undefined : line;
  const before = markOf(opened);
  return mark.startsWith(before) && line.trim() === mark ? undefined : opened;
}

function* shortLines(markdown: string): Generator<string> {
  for (const line of markdown.split('\n')) {
    let rest = line;
    while (rest.length > maxSection / 2) {
      const head = startOf(rest, maxSection / 2);
      yield head;
      rest = rest.slice(head.length);
    }
    yield rest;
  }
}

/** The first `length` UTF-16 units at most: whole words if there is a space, and whole characters. */
function startOf(line: string, length: number): string {
  const space = line.lastIndexOf(' ', length - 1);
  const start = line.slice(0, space > length / 2 ? space + 1 : length);
  return start.isWellFormed() ? start : start.slice(0, -1);
}
