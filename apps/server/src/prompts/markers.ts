/** A piece of what a model says: text, or the numbers of a marker such as [1] or [1, 3]. */
export type Marked = { readonly text: string } | { readonly numbers: readonly number[] };

/** Max number that is taken for a marker: a larger one is a year, or another number in brackets. */
const maxNumber = 99;

/** Max passages that a marker with a range, such as [2-4], stands for. */
const maxRange = 5;

/** A marker with the spaces before it, a run of backticks, or a line break: what changes how a text is read. */
const token = /([ \t\u00a0\u202f]{0,8})(?:\[\^?(\d[\d ,;–-]{0,24})\]|【(\d{1,3})[^】\n]{0,40}】)|`{1,16}|\n/;

/** The end of a text that may be the beginning of a marker, or of a longer run of backticks; and its max length. */
const unfinished =
  /(?:[ \t\u00a0\u202f]{0,8}(?:\[\^?(?:\d[\d ,;–-]{0,24})?|【(?:\d{1,3}[^】\n]{0,40})?)|[ \t\u00a0\u202f]{1,8}|`{1,16})$/;
const maxUnfinished = 80;

/** A target that a model gave its marker as a link: nothing has checked it. */
const target = /^\(https?:\/\/[^\s()]{0,500}\)/;
const unfinishedTarget = /^\([^\s()]{0,510}$/;

/**
 * Finds the markers in a text that comes in pieces, and removes them with the spaces before them and the link that they
 * may have. It keeps incomplete text back. A marker in code is code, and stays.
 */
export function createMarkerReader() {
  let buffer = '';
  /** True at the beginning of a line. */
  let isStart = true;
  /** The run of backticks that began the code around the text; empty outside code. */
  let fence = '';
  /** The spaces before a marker that was just taken out; undefined if the text goes on. */
  let spaces: string | undefined;

  const say = (text: string): Marked[] => {
    if (text === '') return [];
    isStart = text.endsWith('\n');
    return [{ text }];
  };

  /** Reads the text right after a marker; returns undefined if it needs more text. */
  const afterMarker = (before: string, isEnd: boolean): Marked[] | undefined => {
    if (!isEnd && (buffer === '' || unfinishedTarget.test(buffer))) return undefined;
    buffer = buffer.replace(target, '');
    if (!isEnd && buffer === '') return undefined;
    spaces = undefined;
    if (isStart) buffer = buffer.replace(/^[ \t]{1,8}/, '');
    return /^[\p{L}\p{N}]/u.test(buffer) && !isStart ? say(before) : [];
  };

  const codeOrBreak = (run: string): Marked[] => {
    if (run === '\n') fence = fence.length < 3 ? '' : fence;
    else if (fence === '') fence = run;
    else if (fence === run) fence = '';
    return say(run);
  };

  const tokenOf = ([match, before, list, bracketed]: RegExpExecArray): Marked[] => {
    const written = list ?? bracketed;
    if (written === undefined) return codeOrBreak(match);
    const numbers = numbersIn(written);
    if (fence !== '' || numbers.length === 0) return say(match);
    spaces = before ?? '';
    return [{ numbers }];
  };

  /** Reads up to the end of the next token; undefined if more text is needed. */
  const readNext = (isEnd: boolean): Marked[] | undefined => {
    if (spaces !== undefined) return afterMarker(spaces, isEnd);
    const found = token.exec(buffer);
    const until = isEnd ? buffer.length : unfinishedFrom(buffer);
    if (found === null || until <= found.index) {
      const said = say(buffer.slice(0, until));
      buffer = buffer.slice(until);
      return said.length === 0 ? undefined : said;
    }
    const said = say(buffer.slice(0, found.index));
    buffer = buffer.slice(found.index + found[0].length);
    return [...said, ...tokenOf(found)];
  };

  const read = (isEnd: boolean): Marked[] => {
    const pieces: Marked[] = [];
    for (;;) {
      const more = readNext(isEnd);
      if (more === undefined) return pieces;
      pieces.push(...more);
    }
  };

  return {
    /** Takes more of the text, and returns the part that is certain. */
    push: (text: string): Marked[] => {
      buffer += text;
      return read(false);
    },
    /** Returns the rest of a text that has ended: what could have been the beginning of a marker is text. */
    flush: (): Marked[] => {
      const pieces = read(true);
      fence = '';
      spaces = undefined;
      return pieces;
    },
  };
}

/** The numbers of a marker that passages can have. */
const numbersIn = (list: string): number[] =>
  list
    .split(/[ ,;]/)
    .flatMap((each) => {
      const [first = 0, last = first] = each.split(/[–-]/).filter(Boolean).map(Number);
      const length = Math.min(Math.max(0, last - first), maxRange - 1) + 1;
      return Array.from({ length }, (_, index) => first + index);
    })
    .filter((each) => each >= 1 && each <= maxNumber);

/** Returns the index at which the unfinished end of a text begins; its length if no end is unfinished. */
function unfinishedFrom(text: string): number {
  const from = Math.max(0, text.length - maxUnfinished);
  const found = unfinished.exec(text.slice(from));
  return found === null ? text.length : from + found.index;
}
