import { createReturnedGreeting, isGreeting } from '../grounding/greetings.ts';
import { createJudge, plainText, type Supported } from '../grounding/judge.ts';
import { refusalFor } from '../grounding/refusal.ts';
import type { FoundPassage } from '../models/model.ts';
import { type Citing, type CitingParts, createCitations, type Piece } from './citing.ts';
import { createMarkerReader } from './markers.ts';
import { createUnitReader, type Mark, type ReplyUnit } from './reply-units.ts';

/** A table whose rows are judged: what stands above its first supported row, and the citations of its rows. */
interface Table {
  readonly header: readonly string[];
  above: string;
  cited: Piece[];
}

/**
 * Enforces that a grounded agent says nothing that its passages don't support: each sentence, row and block of code is
 * held until it is judged, and removed if no passage supports it. If nothing is left, the reply is a refusal in the
 * language of the question. A user's greeting may be returned without a passage.
 */
export function createGroundedCiting({ passages, question, limits }: CitingParts): Citing {
  const markers = createMarkerReader();
  const units = createUnitReader();
  const { judge, leads, prepare } = createJudge(passages, question);
  const { cite, moveOn } = createCitations(limits);
  const mayReturn = isGreeting(question) ? createReturnedGreeting() : undefined;
  /** Lines that lead to what follows, and sentences that claim nothing: shown with the next part that is supported. */
  let pending: { readonly text: string; readonly isLine: boolean }[] = [];
  /** The white space since the last part that was shown. */
  let gap = '';
  let hasSaid = false;
  let table: Table | undefined;

  const show = (text: string): Piece[] => {
    const breaks = gap.split('\n').length - 1;
    const between = breaks > 1 ? '\n\n' : breaks === 1 ? '\n' : gap === '' ? '' : ' ';
    const before = hasSaid ? between : '';
    gap = '';
    hasSaid = true;
    return [{ text: before + text }];
  };

  const showPending = (): Piece[] => {
    const last = gap;
    const shown = pending.flatMap(({ text }, index) => {
      const piece = show(text);
      gap = pending[index]?.isLine === true ? '\n' : ' ';
      return piece;
    });
    if (pending.length > 0) gap = last === '' ? gap : last;
    pending = [];
    return shown;
  };

  const namedBy = (marks: readonly Mark[]): FoundPassage[] =>
    marks.flatMap(({ numbers }) => numbers.flatMap((number) => passages[number - 1] ?? []));

  /** Shows a text with its citations: those of its marks in their places, and the others at its end. */
  const showCited = (
    { text, marks }: ReplyUnit,
    found: readonly { passage: FoundPassage; pieces: Piece[] }[],
  ): Piece[] => {
    const pieces: Piece[] = [];
    const left = new Set(found);
    let from = 0;
    for (const mark of marks) {
      const here = [...left].filter(({ passage }) => namedBy([mark]).includes(passage));
      if (here.length === 0) continue;
      pieces.push({ text: text.slice(from, mark.at) }, ...here.flatMap((each) => each.pieces));
      from = mark.at;
      for (const each of here) left.delete(each);
    }
    pieces.push({ text: text.slice(from) }, ...[...left].flatMap((each) => each.pieces));
    return pieces.filter((piece) => !('text' in piece) || piece.text !== '');
  };

  /** Keeps a heading or a line that leads to others. A heading takes the place of one whose part has nothing left. */
  const lead = (text: string): Piece[] => {
    pending = [...pending.filter(({ isLine }) => isLine && !heading.test(text)), { text, isLine: true }];
    return [];
  };

  const supported = (unit: ReplyUnit, judgement: readonly Supported[]): Piece[] => {
    moveOn();
    const found = judgement.map(({ passage, span }) => ({ passage, pieces: cite(passage, span) }));
    const [first, ...rest] = showCited(unit, found);
    const text = first !== undefined && 'text' in first ? first.text : '';
    return [...showPending(), ...show(unit.bullet + text), ...rest];
  };

  const sentence = (unit: ReplyUnit): Piece[] => {
    const shownText = unit.bullet + unit.text;
    if (unit.kind === 'line' && leads(unit.text)) return lead(shownText);
    const judgement = judge(unit.text, namedBy(unit.marks));
    if (judgement !== 'no claim' && judgement.length > 0) return supported(unit, judgement);
    if (mayReturn?.(unit.text) === true) return [...showPending(), ...show(shownText)];
    if (judgement === 'no claim') pending.push({ text: shownText, isLine: unit.kind === 'line' });
    else if (!unit.isItem) pending = pending.filter(({ isLine }) => isLine);
    return [];
  };

  const row = (unit: ReplyUnit): Piece[] => {
    const cells = cellsOf(unit.text);
    if (table === undefined) {
      table = { header: cells, above: unit.text, cited: [] };
      return [];
    }
    if (cells.every((cell) => /^:?-{1,}:?$/.test(cell))) {
      table.above += `\n${unit.text}`;
      return [];
    }
    const { header } = table;
    const claim = cells.flatMap((cell, index) => (cell === '' ? [] : [`${header[index] ?? ''}: ${cell}`])).join('; ');
    const judgement = judge(claim, namedBy(unit.marks));
    if (judgement === 'no claim' || judgement.length === 0) return [];
    moveOn();
    table.cited.push(...judgement.flatMap(({ passage, span }) => cite(passage, span)));
    const above = table.above === '' ? [] : [...showPending(), ...show(table.above)];
    if (above.length > 0) gap = '\n';
    table.above = '';
    return [...above, ...show(unit.text)];
  };

  /** The citations of a table stand below it, as they would be text within it. */
  const endTable = (): Piece[] => {
    const cited = table?.cited ?? [];
    table = undefined;
    return cited;
  };

  /** A block of code is shown if one passage has each of its lines. */
  const code = (unit: ReplyUnit): Piece[] => {
    const lines = unit.text
      .split('\n')
      .slice(1)
      .map(withoutSpaces)
      .filter((line) => !(line === '' || /^[`~]{3,}$/.test(line)));
    const passage = passages.find(({ text }) => {
      const whole = withoutSpaces(text);
      return lines.every((line) => whole.includes(line));
    });
    if (passage === undefined || lines.length === 0) return [];
    moveOn();
    return [
      ...showPending(),
      ...show(unit.text),
      ...cite(passage, { start: 0, end: Math.min(passage.text.length, maxCode) }),
    ];
  };

  const judged = (unit: ReplyUnit): Piece[] => {
    if (gap.split('\n').length <= unit.gap.split('\n').length) gap = unit.gap === '' ? gap : unit.gap;
    if (unit.kind === 'row') return row(unit);
    const ended = endTable();
    return [...ended, ...(unit.kind === 'code' ? code(unit) : sentence(unit))];
  };

  return {
    prepare,
    push: (text) => markers.push(text).flatMap(units.push).flatMap(judged),
    flush: () => {
      const pieces = [...markers.flush().flatMap(units.push), ...units.flush()].flatMap(judged);
      pieces.push(...endTable());
      pending = [];
      gap = hasSaid ? '\n\n' : '';
      return pieces;
    },
    finish: () => (hasSaid ? [] : [{ text: refusalFor(question) }]),
    isClosed: passages.length === 0 && mayReturn === undefined,
  };
}

const heading = /^\s*(?:#|\*\*)/;

/** Max characters of the quote of a block of code. */
const maxCode = 1_000;

const withoutSpaces = (text: string): string => text.replace(/\s+/gu, '');

const cellsOf = (row: string): string[] =>
  row
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => plainText(cell));
