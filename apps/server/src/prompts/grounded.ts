import { createReturnedGreeting, isGreeting } from '../grounding/greetings.ts';
import { createJudge, type Judgement, plainText, type Supported } from '../grounding/judge.ts';
import { refusalFor } from '../grounding/refusal.ts';
import type { FoundPassage } from '../models/model.ts';
import { pace } from '../scheduling/pace.ts';
import { type Citing, type CitingParts, createCitations, type Piece } from './citing.ts';
import type { ModelJudge, Verdicts } from './judging/model-judge.ts';
import { createMarkerReader } from './markers.ts';
import { createUnitReader, type Mark, type ReplyUnit } from './reply-units.ts';

/** Parts of a grounded reply. */
export interface GroundedParts extends CitingParts {
  /** Judges what the reply claims, beside the rules; undefined if the rules judge alone. */
  readonly askModel?: ModelJudge | undefined;
}

/** A part of a reply, with what it claims; undefined if it claims nothing by itself. */
interface Claiming {
  readonly unit: ReplyUnit;
  readonly claim: string | undefined;
}

/** A table whose rows are judged: what stands above its first supported row, and the citations of its rows. */
interface Table {
  above: string;
  cited: Piece[];
}

/**
 * Enforces that a grounded agent says nothing that its passages don't support: each sentence, row and block of code is
 * held until it is judged, and removed if no passage supports it. If nothing is left, the reply is a refusal in the
 * language of the question. A user's greeting may be returned without a passage.
 *
 * With a model as judge, all of a step is held until its end: what the model finds unsupported is removed, and what only
 * the rules refuse is shown, unless numbers, names or negations speak against it.
 */
export function createGroundedCiting({ passages, question, limits, askModel }: GroundedParts): Citing {
  const markers = createMarkerReader();
  const readUnits = createUnitReader();
  const { judge, leads, prepare, isClaim, confirm, sentences } = createJudge(passages, question);
  const { cite, moveOn } = createCitations(limits);
  const mayReturn = isGreeting(question) ? createReturnedGreeting() : undefined;
  /** Lines that lead to what follows, and sentences that claim nothing: shown with the next part that is supported. */
  let pending: { readonly text: string; readonly isLine: boolean }[] = [];
  /** The white space since the last part that was shown. */
  let gap = '';
  let hasSaid = false;
  let table: Table | undefined;
  let withClaim = createClaimReader();
  /** The parts that wait for the model's judgement, and its judgement of the step that has ended. */
  let held: Claiming[] = [];
  let verdicts: Verdicts | undefined;

  /** Judges a claim by the model, if it did, and by the rules. */
  const judged = (claim: string, marks: readonly Mark[]): Judgement => {
    const byRules = judge(claim, namedBy(marks));
    const chosen = verdicts?.get(claim);
    if (chosen === undefined || byRules === 'no claim') return byRules;
    if (chosen.length === 0) return [];
    return byRules.length > 0 ? byRules : confirm(claim, chosen);
  };

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
    const judgement = judged(unit.text, unit.marks);
    if (judgement !== 'no claim' && judgement.length > 0) return supported(unit, judgement);
    if (mayReturn?.(unit.text) === true) return [...showPending(), ...show(shownText)];
    if (judgement === 'no claim') pending.push({ text: shownText, isLine: unit.kind === 'line' });
    else if (!unit.isItem) pending = pending.filter(({ isLine }) => isLine);
    return [];
  };

  const row = ({ unit, claim }: Claiming): Piece[] => {
    table ??= { above: '', cited: [] };
    if (claim === undefined) {
      table.above += `${table.above === '' ? '' : '\n'}${unit.text}`;
      return [];
    }
    const judgement = judged(claim, unit.marks);
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

  const shown = (claiming: Claiming): Piece[] => {
    const { unit } = claiming;
    if (gap.split('\n').length <= unit.gap.split('\n').length) gap = unit.gap === '' ? gap : unit.gap;
    if (unit.kind === 'row') return row(claiming);
    const ended = endTable();
    return [...ended, ...(unit.kind === 'code' ? code(unit) : sentence(unit))];
  };

  const endStep = (rest: readonly Claiming[]): Piece[] => {
    const pieces = [...rest.flatMap(shown), ...endTable()];
    pending = [];
    gap = hasSaid ? '\n\n' : '';
    withClaim = createClaimReader();
    return pieces;
  };

  /** Ends a step after the model has judged it, in turns of the event loop: a long step has much to judge. */
  const endJudged = async (ask: ModelJudge, step: readonly Claiming[]): Promise<Piece[]> => {
    const claims = new Set<string>();
    for (const { unit, claim } of step) {
      if (claim !== undefined && isClaim(claim) && !(unit.kind === 'line' && leads(unit.text))) claims.add(claim);
      const turn = pace.due();
      if (turn !== undefined) await turn;
    }
    verdicts = await ask([...claims], sentences());
    const pieces: Piece[] = [];
    for (const each of step) {
      pieces.push(...shown(each));
      const turn = pace.due();
      if (turn !== undefined) await turn;
    }
    return [...pieces, ...endStep([])];
  };

  return {
    prepare,
    push: (text) => {
      const units = markers.push(text).flatMap(readUnits.push).map(withClaim);
      if (askModel === undefined) return units.flatMap(shown);
      held.push(...units);
      return [];
    },
    flush: () => {
      const rest = [...markers.flush().flatMap(readUnits.push), ...readUnits.flush()].map(withClaim);
      if (askModel === undefined) return endStep(rest);
      const step = [...held, ...rest];
      held = [];
      return endJudged(askModel, step);
    },
    finish: (reply) => (hasSaid || reply !== '' ? [] : [{ text: refusalFor(question) }]),
    isClosed: passages.length === 0 && mayReturn === undefined,
  };
}

/** Creates the function that reads what each part of a reply claims: a row claims what stands in it, under its header. */
function createClaimReader(): (unit: ReplyUnit) => Claiming {
  let header: readonly string[] | undefined;
  return (unit) => {
    if (unit.kind !== 'row') {
      header = undefined;
      return { unit, claim: unit.kind === 'code' ? undefined : unit.text };
    }
    const cells = cellsOf(unit.text);
    const names = header;
    header ??= cells;
    if (names === undefined || cells.every((cell) => /^:?-{1,}:?$/.test(cell))) return { unit, claim: undefined };
    const said = cells.flatMap((cell, index) => (cell === '' ? [] : [`${names[index] ?? ''}: ${cell}`]));
    return { unit, claim: said.join('; ') };
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
