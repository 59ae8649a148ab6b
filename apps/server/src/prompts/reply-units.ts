import { sentencesIn } from '../grounding/windows.ts';
import type { Span } from '../text/sentences.ts';
import type { Marked } from './markers.ts';

/** The numbers of a marker, and its place in a text. */
export interface Mark {
  readonly at: number;
  readonly numbers: readonly number[];
}

/** A part of a reply that is judged as a whole. */
export interface ReplyUnit {
  /** `sentence`: of prose or of an item; `line`: a heading, or a line that leads to others; `row`: of a table. */
  readonly kind: 'sentence' | 'line' | 'row' | 'code';
  readonly text: string;
  /** Places within the text. */
  readonly marks: readonly Mark[];
  /** The white space before it. */
  readonly gap: string;
  /** The bullet or number of the item that begins with it, with its indentation; else empty. */
  readonly bullet: string;
  /** True if it is a part of an item of a list. */
  readonly isItem: boolean;
}

/** Max characters that are held: of a longer line or block, what is held is one unit. */
const maxHeld = 20_000;

const bulletAt = /^[ \t]{0,12}(?:[-*+•]|\d{1,3}[.)])[ \t]+/;
/** A beginning of a line that may become a bullet, a fence or a heading. */
const undecided = /^[ \t]{0,12}(?:[-*+•]{0,3}|\d{0,3}[.)]?|`{0,3}|~{0,3})[ \t]*$/;
const fenceAt = /^[ \t]{0,12}(`{3,100}|~{3,100})[^\n]*$/;
const headingAt = /^[ \t]{0,3}#{1,6}[ \t]|^[ \t]{0,12}\*\*[^*\n]{1,200}\*\*:?[ \t]*$/;
const rowAt = /^[ \t]*\|/;
const closings = /\n[ \t]{0,12}(`{3,100}|~{3,100})[ \t]{0,100}(?=\n|$)/g;

/** The line that ends a block of code: the same sign as its fence, at least as often; null without one. */
const closingFence = (text: string, fence: string): RegExpExecArray | null =>
  [...text.matchAll(closings)].find(([, mark = '']) => mark[0] === fence[0] && mark.length >= fence.length) ?? null;

/** A line that must be complete to be read. */
const special = /^[ \t]{0,12}(?:#|\*\*|\||`{3}|~{3})/;
const leadEnd = /[:：](?:\*\*)?[ \t]*$/u;
const sentenceEnd = /[.!?。！？…।॥؟]/u;

/**
 * Cuts a reply into units while it comes in pieces: sentences, items, rows of tables, blocks of code. A unit is given
 * when the next begins, as a marker may follow its end.
 */
export function createUnitReader() {
  let held = '';
  let marks: Mark[] = [];
  let gap = '';
  let bullet = '';
  /** True if the line so far is an item of a list. */
  let isItem = false;
  /** True between two units of one line. */
  let isWithin = false;
  /** The place from which the next end of a sentence is looked for. */
  let seen = 0;

  const drop = (length: number) => {
    held = held.slice(length);
    marks = marks.map(({ at, numbers }) => ({ at: Math.max(0, at - length), numbers }));
    seen = 0;
  };

  const take = (kind: ReplyUnit['kind'], { start, end, until }: Span & { readonly until: number }): ReplyUnit => {
    const own = marks
      .filter(({ at }) => at < until || at === end)
      .map(({ at, numbers }) => ({
        at: Math.min(Math.max(0, at - start), end - start),
        numbers,
      }));
    const unit = { kind, text: held.slice(start, end), marks: own, gap, bullet, isItem };
    marks = marks.filter(({ at }) => !(at < until || at === end));
    drop(until);
    gap = '';
    bullet = '';
    return unit;
  };

  /** Moves white space into the gap. */
  const skip = () => {
    const [space = ''] = /^\s*/u.exec(held) ?? [];
    const cut = isWithin ? space : space.slice(0, space.lastIndexOf('\n') + 1);
    if (cut.includes('\n')) [isWithin, isItem] = [false, false];
    const indent = cut.includes('\n') ? cut.slice(0, cut.lastIndexOf('\n') + 1) : cut;
    if (indent === '') return;
    gap += indent;
    drop(indent.length);
  };

  /** The block of code that begins here; undefined if it has no end yet. One that is too long is cut off. */
  const codeBlock = (fence: string, isEnd: boolean): ReplyUnit | undefined => {
    const from = Math.max(0, seen - fence.length - 16);
    const close = closingFence(held.slice(from), fence);
    seen = held.length;
    const end = close === null ? held.length : from + close.index + close[0].length;
    if (!isEnd && (close === null || end === held.length)) {
      if (held.length > maxHeld) dropLines(fence);
      return undefined;
    }
    return take('code', { start: 0, end, until: end });
  };

  /** Keeps the first line and the end of a block that is too long: it is no longer the code of a passage. */
  const dropLines = (fence: string) => {
    held = `${fence}\n\u0000\n${held.slice(-fence.length - 16)}`;
    marks = [];
    seen = held.length;
  };

  /** The next sentence of the line that is held; undefined if it isn't certain where it ends. */
  const sentenceOf = (line: string, isWhole: boolean): ReplyUnit | undefined => {
    if (!(isWhole || sentenceEnd.test(line.slice(Math.max(0, seen - 1))))) {
      seen = line.length;
      return undefined;
    }
    const [first, next] = sentencesIn(line);
    if (first === undefined) return undefined;
    if (next === undefined && !isWhole) return undefined;
    const kind = next === undefined && leadEnd.test(line) && isWhole ? 'line' : 'sentence';
    isWithin = true;
    const until = next === undefined ? line.trimEnd().length : Math.max(first.end, next.start - 1);
    return take(kind, { start: first.start, end: first.end, until });
  };

  /** Begins a line of prose, or an item of a list. */
  const begin = (line: string, isWhole: boolean): ReplyUnit | undefined => {
    const [item = ''] = bulletAt.exec(line) ?? [];
    bullet = item === '' ? (/^[ \t]*/.exec(line)?.[0] ?? '') : item;
    isItem = item !== '';
    drop(bullet.length);
    isWithin = true;
    return sentenceOf(line.slice(bullet.length), isWhole);
  };

  /** The unit with which a line begins. */
  const lineOf = (line: string, isWhole: boolean, isEnd: boolean): ReplyUnit | undefined => {
    if (!isWhole && (undecided.test(line) || special.test(line))) return undefined;
    const [, fence] = fenceAt.exec(line) ?? [];
    if (fence !== undefined) return codeBlock(fence, isEnd);
    const kind = rowAt.test(line) ? 'row' : headingAt.test(line) ? 'line' : undefined;
    if (kind === undefined) return begin(line, isWhole);
    return take(kind, { start: 0, end: line.trimEnd().length, until: line.length });
  };

  const next = (isEnd: boolean): ReplyUnit | undefined => {
    skip();
    const found = held.indexOf('\n');
    const isWhole = found >= 0 || isEnd || held.length > maxHeld;
    const line = found < 0 ? held : held.slice(0, found);
    if (line.trim() === '') return undefined;
    return isWithin ? sentenceOf(line, isWhole) : lineOf(line, isWhole, isEnd);
  };

  const read = (isEnd: boolean): ReplyUnit[] => {
    const units: ReplyUnit[] = [];
    for (let unit = next(isEnd); unit !== undefined; unit = next(isEnd)) units.push(unit);
    return units;
  };

  return {
    /** Takes more of the reply, and returns the units that are whole. */
    push: (marked: Marked): ReplyUnit[] => {
      if ('numbers' in marked) {
        marks.push({ at: held.length, numbers: marked.numbers });
        return [];
      }
      held += marked.text;
      return read(false);
    },
    /** Returns the rest of a text that has ended. */
    flush: (): ReplyUnit[] => {
      const units = read(true);
      held = '';
      marks = [];
      [isWithin, isItem] = [false, false];
      return units;
    },
  };
}
