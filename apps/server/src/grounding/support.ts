import { contentWords } from '../text/content-words.ts';
import type { Span } from '../text/sentences.ts';
import { boundClaims, hasQuantity, isBound } from './binding.ts';
import { isOneEnd, isSameQuantity } from './quantities.ts';
import { type Clause, foundIn, isLight, quantitiesOf, readStatement, type Statement } from './statement.ts';
import { type Ground, readWindows, type Window, windowsOf } from './windows.ts';
import { comparesOtherwise, contradicts, isPolar, isSwapped, mergedWording, pairOf } from './wording.ts';

/** The share of a claim's content words that its ground must have, and of a condition's that the claim must have. */
const shares = { claim: 0.75, condition: 0.5, subject: 0.5 } as const;

/** Max characters of a claim. */
const maxClaim = 1_000;

/** Finds the parts of a text that support claims. */
export interface Grounds {
  /**
   * Returns the part that supports a claim: each number, unit, name, date, identifier, negation, comparison and
   * condition of the claim agrees with it, and it has the words of the claim. Undefined if no part does.
   */
  supportOf(claim: Claim): Span | undefined;
  /** The sentences that can support claims: each alone, then together with the one that it refers to. */
  sentences(): readonly (readonly Window[])[];
  /** Reads the text in turns of the event loop. Without it, the first claim reads it at once. */
  prepare(): Promise<void>;
}

/** A claim to support. */
export interface Claim {
  readonly statement: Statement;
  /** The content words of the question that it answers: a condition that the question has needs no repetition. */
  readonly asked: readonly string[];
}

/** Reads a claim; undefined if it claims nothing: it has neither content words nor figures nor identifiers. */
export function readClaim(text: string, asked: readonly string[]): Claim | undefined {
  if (text.length > maxClaim) return undefined;
  const statement = readStatement(text);
  return statement.clauses.every(isEmpty) ? undefined : { statement, asked };
}

const isEmpty = ({ words, figures, identifiers }: Clause): boolean =>
  words.length + figures.quantities.length + figures.days.size + identifiers.size === 0;

/** True if a sentence is too long to be judged. */
export const isTooLong = (sentence: string): boolean => sentence.length > maxClaim;

/** Creates what finds the support of claims in a text. */
export function createGrounds(ground: Ground): Grounds {
  let windows: readonly Window[] | undefined;
  const read = () => {
    windows ??= windowsOf(ground);
    return windows;
  };
  return {
    supportOf: (claim) => read().find((window) => supports(window, claim))?.span,
    sentences: () => sentencesOf(read()),
    prepare: async () => {
      windows ??= await readWindows(ground);
    },
  };
}

/** Windows by the sentence with which they end: the first is that sentence alone. */
function sentencesOf(windows: readonly Window[]): Window[][] {
  const sentences: Window[][] = [];
  for (const window of windows) {
    const last = sentences.at(-1);
    if (last?.[0]?.span.end === window.span.end) last.push(window);
    else sentences.push([window]);
  }
  return sentences;
}

/** True if a window supports a claim. */
function supports(window: Window, { statement, asked }: Claim): boolean {
  const { own, context } = window;
  const all = [...own, ...context];
  if (!hasFigures(all, statement.clauses)) return false;
  if (!isCovered(window, statement, asked)) return false;
  const clauses = statement.clauses
    .filter((clause) => !isEmpty(clause))
    .map((clause, index) => ({ clause, before: statement.clauses[index - 1], relevant: relevantTo(clause, all, own) }));
  if (
    isMixed(
      clauses.flatMap(({ relevant }) => relevant),
      own,
      statement,
    )
  )
    return false;
  const isAgreed = clauses.every(({ clause, before, relevant }) =>
    agrees(clause, relevant, { before, own, statement, asked }),
  );
  return isAgreed && boundClaims(statement.clauses).every((claim) => isBound(claim, own));
}

/** True if a text has each number, each day and each identifier of a claim. */
export function hasFigures(ground: readonly Clause[], claim: readonly Clause[]): boolean {
  const quantities = quantitiesOf(ground);
  const days = new Set(ground.flatMap(({ figures }) => [...figures.days]));
  const keys = new Set(ground.flatMap(({ identifiers }) => [...identifiers]));
  return claim.every(
    ({ figures, identifiers, wording }) =>
      [...identifiers].every((key) => keys.has(key)) &&
      figures.quantities.every((one) =>
        quantities.some((other) => isSameQuantity(one, other) && !(isOneEnd(one, other) && isExact(wording))),
      ) &&
      [...figures.days].every((day) => days.has(day)),
  );
}

/** True if a claim compares its figures with nothing, as "at least" and "until" do. */
const isExact = ({ compared, bounds }: Clause['wording']): boolean =>
  compared === 0 && bounds.every((bound) => bound === 0);

/** True if a window has enough of the words of a claim, and each of its names. */
function isCovered({ own, context }: Window, claim: Statement, asked: readonly string[]): boolean {
  const words = [...new Set(claim.clauses.flatMap((clause) => clause.words))];
  const ground = [...own, ...context];
  const found = foundIn(ground, words);
  if ([...claim.names].some((name) => words.includes(name) && !found.has(name))) return false;
  const isTelling = (word: string) =>
    found.has(word) || !(isLight(word) || isPolar(word) || ground.some(({ wording }) => wording.poles[pairOf(word)]));
  const telling = words.filter((word) => isTelling(word) && !isLight(word));
  const has = telling.filter((word) => found.has(word));
  // The words of the sentence itself decide, not only those of its headings.
  const keys = claim.clauses.flatMap(({ identifiers }) => [...identifiers]);
  const hasKey = keys.some((key) => own.some(({ identifiers }) => identifiers.has(key)));
  const isOwn = words.length === 0 || hasKey || foundIn(own, words).size > 0;
  if (telling.length >= 2) return isOwn && has.length >= shares.claim * telling.length;
  if (has.length < telling.length) return false;
  return isAbout(ground, asked, { isOwn, said: words.length + keys.length });
}

/** True if a text is about a question, as a claim that says little must be. */
function isAbout(
  ground: readonly Clause[],
  asked: readonly string[],
  { isOwn, said }: { readonly isOwn: boolean; readonly said: number },
): boolean {
  if (asked.length === 0) return isOwn && said > 0;
  return foundIn(ground, asked).size >= shares.subject * asked.length || (isOwn && said > 1);
}

/** The clauses that have the words, numbers and days of a claim's clause: as few as possible. */
export function relevantTo(claim: Clause, ground: readonly Clause[], own: readonly Clause[]): readonly Clause[] {
  const left = new Set<unknown>([
    ...claim.words,
    ...claim.figures.quantities,
    ...claim.figures.days,
    ...claim.identifiers,
  ]);
  const has = (clause: Clause): readonly unknown[] => [
    ...clause.find(claim.words),
    ...claim.figures.quantities.filter((each) => hasQuantity(clause, each)),
    ...[...claim.figures.days].filter((day) => clause.figures.days.has(day)),
    ...[...claim.identifiers].filter((key) => clause.identifiers.has(key)),
  ];
  const all = ground.map((clause) => ({ clause, has: has(clause), isOwn: own.includes(clause) }));
  const chosen: Clause[] = [];
  while (left.size > 0) {
    const [best] = all
      .map((each) => ({ ...each, adds: each.has.filter((item) => left.has(item)).length + (each.isOwn ? 0.5 : 0) }))
      .filter(({ adds }) => adds >= 1)
      .toSorted((one, other) => other.adds - one.adds);
    if (best === undefined) break;
    chosen.push(best.clause);
    for (const item of best.has) left.delete(item);
  }
  return chosen;
}

interface Around {
  readonly before: Clause | undefined;
  readonly own: readonly Clause[];
  readonly statement: Statement;
  readonly asked: readonly string[];
}

/** True if a claim's clause says the same as the clauses that have its words, on the same conditions. */
function agrees(claim: Clause, relevant: readonly Clause[], { before, own, statement, asked }: Around): boolean {
  if (relevant.length === 0) return true;
  const beside = own.filter(({ condition }) => condition?.isWhole === true);
  return (
    isSaidAlike(claim, relevant, before) &&
    [...relevant, ...beside].every((clause) => isConditionKept(clause, statement, asked))
  );
}

/** True if the small words of a claim's clause agree with those of the clauses that have its words. */
export function isSaidAlike(claim: Clause, relevant: readonly Clause[], before: Clause | undefined): boolean {
  const joined = mergedWording(relevant.map(({ wording }) => wording));
  if (joined === undefined) return true;
  // Bounds and opposites are those of the clause that has the figures, if there is one.
  const main = relevant.filter((clause) => hasAnchorOf(claim, clause));
  const nearest = mergedWording(main.map(({ wording }) => wording)) ?? joined;
  const poles = nearest.poles.map((pole, index) => pole || (joined.poles[index] ?? 0));
  const ground = {
    ...nearest,
    poles,
    isNegated: joined.isNegated,
    isUniversal: joined.isUniversal,
    isOnly: joined.isOnly,
  };
  // The negation of the clause before reaches a short one that continues it.
  const reaches = before?.wording.isNegated === true && claim.words.length <= 2 && !claim.wording.isNegated;
  const isDenied = contradicts(claim.wording, ground);
  if (isDenied && !(reaches && !contradicts({ ...claim.wording, isNegated: true }, ground))) return false;
  if (quantitiesOf(relevant).length > 0 && comparesOtherwise(claim.wording, ground)) return false;
  return !relevant.some(({ text }) => isSwapped(claim.text, text));
}

/** True if a claim takes a part of each of two clauses that say different things: "Jane is chair, John is clerk". */
function isMixed(relevant: readonly Clause[], own: readonly Clause[], claim: Statement): boolean {
  const inside = [...new Set(relevant)].filter((clause) => own.includes(clause));
  return inside.length > 1 && inside.every((clause) => hasForeign(clause, claim));
}

/** True if a clause has a word, a number or an identifier that a claim doesn't have. */
const hasForeign = (clause: Clause, { clauses }: Statement): boolean =>
  foundIn(clauses, clause.words).size < clause.words.length ||
  clause.figures.quantities.some((each) => !clauses.some((other) => hasQuantity(other, each))) ||
  [...clause.identifiers].some((key) => !clauses.some(({ identifiers }) => identifiers.has(key)));

const hasAnchorOf = (claim: Clause, clause: Clause): boolean =>
  claim.figures.quantities.some((each) => hasQuantity(clause, each)) ||
  [...claim.figures.days].some((day) => clause.figures.days.has(day)) ||
  [...claim.identifiers].some((key) => clause.identifiers.has(key));

/** True if a claim, or its question, has the condition of a clause that it is taken from. */
function isConditionKept({ condition }: Clause, claim: Statement, asked: readonly string[]): boolean {
  if (condition === undefined) return true;
  const words = contentWords(condition.text);
  if (words.length === 0) return claim.clauses.some((clause) => clause.condition !== undefined);
  const found = foundIn(claim.clauses, words);
  const known = new Set(asked);
  const isKept = (word: string) => found.has(word) || known.has(word);
  if (condition.isStrict) return words.slice(0, 2).every(isKept);
  return words.filter(isKept).length >= shares.condition * words.length;
}
