import { pace } from '../scheduling/pace.ts';
import { refersBack } from '../text/anaphora.ts';
import { type Span, sentencesOf } from '../text/sentences.ts';
import { type Clause, hasAnchor, readStatement, type Statement } from './statement.ts';

/** A text that can support claims, and what stands above it. */
export interface Ground {
  readonly text: string;
  /** Its title and headings, outermost first. */
  readonly above: readonly string[];
}

/** A sentence of a ground, with what it stands under. */
export interface Window {
  readonly span: Span;
  readonly own: readonly Clause[];
  readonly context: readonly Clause[];
}

/** Max sentences of a text that are compared, and max sentences after the line that leads to them. */
const most = { sentences: 400, leadIn: 30 } as const;

/** The end of a sentence behind a word that is an abbreviation elsewhere: "2 p.m. It is closed". */
const afterUnit = /(?<=\d\s?(?:[ap]\.m|h|kg|km|cm|mm|m|l|g|min|St|Std)\.)\s+(?=\p{Lu})/gu;

/** The sentences of a text. */
export function sentencesIn(text: string): readonly Span[] {
  return sentencesOf(text).flatMap(({ start, end }) => {
    const parts: Span[] = [];
    let from = start;
    for (const { 0: space, index } of text.slice(start, end).matchAll(afterUnit)) {
      parts.push({ start: from, end: start + index });
      from = start + index + space.length;
    }
    return [...parts, { start: from, end }];
  });
}

/** A line that leads to the lines after it. */
const isLeadIn = (text: string): boolean => /[:：]\s*$/u.test(text);

const isQuestion = (text: string): boolean => /[?？؟]["”)]?\s*$/u.test(text);

/** The texts above a sentence: the last question, and the line that leads to it. */
interface Above {
  question: Statement | undefined;
  leadIn: { readonly at: number; readonly statement: Statement } | undefined;
}

/**
 * Cuts a text into windows: each sentence under its title, headings, lead-in and question, and those that refer to the
 * one before them together with it. A question claims nothing, so it is only what others stand under.
 */
export const windowsOf = (ground: Ground): Window[] => windowsIn(ground, [...placedIn(ground)]);

/** The same, in turns of the event loop, since each sentence takes up to a millisecond to read. */
export async function readWindows(ground: Ground): Promise<Window[]> {
  const sentences: Placed[] = [];
  for (const sentence of placedIn(ground)) {
    sentences.push(sentence);
    const turn = pace.due();
    if (turn !== undefined) await turn;
  }
  return windowsIn(ground, sentences);
}

/** Reads the sentences of a text, one at a time. */
function* placedIn({ text }: Ground): Generator<Placed> {
  for (const span of sentencesIn(text).slice(0, most.sentences))
    yield { span, statement: readStatement(text.slice(span.start, span.end)) };
}

function windowsIn({ text, above }: Ground, sentences: readonly Placed[]): Window[] {
  const over = above.map(readStatement);
  const state: Above = { question: undefined, leadIn: undefined };
  return sentences.flatMap(({ span, statement }, at) => {
    const before = sentences[at - 1];
    if (at - (state.leadIn?.at ?? at) > most.leadIn || isParagraphEnd(text, before?.span, span))
      state.leadIn = undefined;
    const context = [...over, ...[state.question, state.leadIn?.statement].filter((each) => each !== undefined)];
    if (isLeadIn(statement.text)) state.leadIn = { at, statement };
    if (isQuestion(statement.text)) {
      state.question = withoutFigures(statement);
      return [];
    }
    const alone = windowOf(span, [statement], context);
    if (before === undefined || !belongsTo(text, before, { span, statement })) return [alone];
    return [alone, windowOf({ start: before.span.start, end: span.end }, [before.statement, statement], context)];
  });
}

interface Placed {
  readonly span: Span;
  readonly statement: Statement;
}

/** True if a sentence says little without the one before it: it refers to it, or stands under it as a heading. */
function belongsTo(text: string, before: Placed, { span, statement }: Placed): boolean {
  if (isQuestion(before.statement.text)) return false;
  const isUnder = isHeading(text, before.span, span) && !before.statement.clauses.some(hasAnchor);
  return isUnder || refersBack(statement.text);
}

/** A question names the subject of its answer, but none of its figures. */
const withoutFigures = (statement: Statement): Statement => ({
  ...statement,
  clauses: statement.clauses.map((clause) => ({
    ...clause,
    figures: { ...clause.figures, quantities: [], days: new Set<string>() },
  })),
});

const windowOf = (span: Span, own: readonly Statement[], context: readonly Statement[]): Window => ({
  span,
  own: own.flatMap(({ clauses }) => clauses),
  context: context.flatMap(({ clauses }) => clauses),
});

const isParagraphEnd = (text: string, before: Span | undefined, after: Span): boolean =>
  before !== undefined &&
  /\n\s*\n/.test(text.slice(before.end, after.start)) &&
  !isLeadIn(text.slice(before.start, before.end));

/** True if a short line without an end mark stands above a sentence. */
const isHeading = (text: string, before: Span, after: Span): boolean =>
  before.end - before.start < 80 &&
  text.slice(before.end, after.start).includes('\n') &&
  !/[.!?。！？]["”)]?$/u.test(text.slice(before.start, before.end));
