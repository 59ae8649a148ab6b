import type { MailLine } from '../mail-line.ts';
import type { Container } from './quote-markup.ts';

/** Max characters that are written. */
const maxOutput = 200_000;
/** Max quote marks of a line. */
const maxMarks = 10;

/** Collects lines: white space is one space, except in `pre`, and lines end where a browser shows it. */
export function createLineWriter() {
  const lines: MailLine[] = [];
  let current: string[] = [];
  let length = 0;
  /** Line breaks before the next text, at most two. */
  let breaks = 0;
  /** A cell of the row has text before the next text. */
  let isNextCell = false;
  let cells = 0;
  /** The line has only the mark of a list's item. */
  let isMarked = false;
  let pre = 0;
  let quotes = 0;
  let cited = 0;
  let signatures = 0;
  /** Elements with an introduction and a quote, in which the quote hasn't begun. */
  const introductions = new Set<object>();
  let isRestCited = false;

  const kind = (): MailLine['kind'] => {
    if (quotes > 0) return 'quote';
    if (cited > 0 || introductions.size > 0 || isRestCited) return 'cited';
    return signatures > 0 ? 'signature' : 'own';
  };
  const flush = () => {
    const line = current.join('').replaceAll('\u00a0', ' ');
    current = [];
    const trimmed = /^\s{0,9}--\s{1,9}$/.test(line) ? '-- ' : line.trim();
    const marks = '>'.repeat(Math.min(quotes, maxMarks));
    lines.push({ text: quotes === 0 ? trimmed : `${marks} ${trimmed}`.trimEnd(), kind: kind() });
  };
  const emptyLine = () => {
    if (lines.length > 0) lines.push({ text: '>'.repeat(Math.min(quotes, maxMarks)), kind: kind() });
  };
  const settle = () => {
    if (isNextCell && current.length > 0) current.push(' | ');
    else if (breaks > 0 && !isMarked) {
      if (current.length > 0) flush();
      if (breaks > 1) emptyLine();
    }
    isNextCell = false;
    isMarked = false;
    breaks = 0;
  };
  const put = (text: string) => {
    if (text === '') return;
    settle();
    current.push(text);
    length += text.length;
  };
  const preformatted = (text: string) => {
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0) breaks = Math.min(breaks + 1, 2);
      put(line);
    }
  };
  /** Ends a line before what is written next has another kind. */
  const change = (by: () => void) => {
    if (current.length > 0) flush();
    if (breaks > 1) emptyLine();
    breaks = 0;
    by();
  };

  return {
    isFull: () => length > maxOutput || lines.length > maxOutput / 10,
    text: (text: string) => {
      if (pre > 0) return preformatted(text);
      const plain = text.replace(/[ \t\r\n\f]+/g, ' ');
      const isAtStart = current.length === 0 || breaks > 0 || isNextCell || current.at(-1)?.endsWith(' ') === true;
      // White space between blocks is no text; behind a word it is.
      if (plain === ' ' && !isAtStart) current.push(plain);
      else if (plain !== ' ') put(isAtStart && plain.startsWith(' ') ? plain.slice(1) : plain);
    },
    /** Begins an item of a list. */
    mark: (text: string) => {
      put(text);
      isMarked = true;
    },
    pre: (by: 1 | -1) => {
      pre = Math.max(0, pre + by);
    },
    /** Begins a line, after empty lines if `count` is more than one. */
    breakLine: (count: number) => {
      breaks = Math.max(breaks, count);
    },
    addBreak: () => {
      breaks = Math.min(breaks + 1, 2);
    },
    row: () => {
      isNextCell = false;
      cells = 0;
    },
    cell: () => {
      isNextCell = cells > 0 && current.length > 0;
      cells += 1;
    },
    isInCell: () => cells > 0,
    /** Place of what is written next, for `since`. */
    position: () => length,
    /** Returns the text of the last line since a place. */
    since: (position: number) => {
      const line = current.join('');
      return length === position ? '' : line.slice(Math.max(0, line.length - (length - position)));
    },
    /** Marks what follows as repeated, up to the end. */
    citeRest: () =>
      change(() => {
        isRestCited = true;
      }),
    /** Enters an element; returns a function that leaves it. */
    enter: (container: Container) => {
      change(() => {
        if (container === 'quote') {
          quotes += 1;
          // Text below the quote in the same element is an answer.
          introductions.clear();
        }
        if (container === 'cited') cited += 1;
        if (container === 'signature') signatures += 1;
      });
      const introduction = {};
      if (container === 'introduced') introductions.add(introduction);
      return () =>
        change(() => {
          introductions.delete(introduction);
          if (container === 'quote') quotes -= 1;
          if (container === 'cited') cited -= 1;
          if (container === 'signature') signatures -= 1;
        });
    },
    end: (): MailLine[] => {
      if (current.length > 0) flush();
      return lines;
    },
  };
}
