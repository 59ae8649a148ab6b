import { contentWords } from '../text/content-words.ts';
import { boundClaims, hasQuantity, isBound } from './binding.ts';
import { languageOf } from './language.ts';
import { type Clause, foundIn, hasAnchor, isLight, type Statement } from './statement.ts';
import { type Claim, hasFigures, isSaidAlike, relevantTo } from './support.ts';
import type { Window } from './windows.ts';

/** The sentences that are said to support a claim, those of their passages, and all that were found. */
export interface Grounding {
  readonly chosen: readonly Window[];
  readonly passage: readonly Window[];
  readonly all: readonly Window[];
}

/**
 * True if nothing speaks against a claim that some sentences of a passage are said to support: they have each of its
 * numbers, days, identifiers and names, each with its words, and negations and comparisons agree as far as they share
 * its words. Other sentences, of all passages, count as well if they alone have a word of the claim.
 */
export function allows({ statement }: Claim, { chosen, passage, all }: Grounding): boolean {
  const { clauses } = statement;
  const own = clausesIn(chosen, (window) => window.own);
  const ground = [...own, ...clausesIn(chosen, ({ context }) => context)];
  if (!hasFigures(ground, clauses) || hasForeignName(statement, ground)) return false;
  const around = clausesIn(passage, (window) => window.own);
  const isEachBound = boundClaims(clauses).every(
    (claim) =>
      isBound(claim, own) && (!hasAnchor(claim) || chosen.some((window) => isWithWords(window, claim, around))),
  );
  if (!isEachBound) return false;
  const words = [...new Set(clauses.flatMap((clause) => clause.words))];
  const here = foundIn(ground, words);
  const elsewhere = words.filter((word) => !here.has(word));
  const others = clausesIn(all, (window) => window.own).filter(
    (clause) => !ground.includes(clause) && clause.find(elsewhere).size > 0,
  );
  return clauses.every((clause, index) =>
    isSaidAlike(clause, relevantTo(clause, [...ground, ...others], [...own, ...others]), clauses[index - 1]),
  );
}

const clausesIn = (windows: readonly Window[], of: (window: Window) => readonly Clause[]): readonly Clause[] => [
  ...new Set(windows.flatMap(of)),
];

/** True if a window has the figures of a claim, amounts in the sentence itself, and those of its words that its passage has. */
function isWithWords({ own, context }: Window, claim: Clause, passage: readonly Clause[]): boolean {
  const here = [...own, ...context];
  const words = [...foundIn(passage, claim.words)].filter((word) => !isLight(word));
  const amounts = claim.figures.quantities.filter(({ unit }) => unit !== undefined);
  return (
    hasFigures(here, [claim]) &&
    amounts.every((amount) => own.some((clause) => hasQuantity(clause, amount))) &&
    foundIn(here, words).size === words.length
  );
}

/** The names of the columns of a row that is read as "Price: 5 €; Time: two days". */
const columns = /; ([^:;]{1,100}): /g;

/** True if a claim has a name that a text in its language doesn't have. In German each noun has a capital. */
function hasForeignName({ text, names, clauses }: Statement, ground: readonly Clause[]): boolean {
  const language = languageOf(text);
  if (!capitalised.has(language)) return false;
  if (languageOf(ground.map((clause) => clause.text).join(' ')) !== language) return false;
  const labels = new Set(contentWords(Array.from(text.matchAll(columns), ([, label]) => label).join(' ')));
  const words = clauses.flatMap((clause) => clause.words.filter((word) => names.has(word) && !labels.has(word)));
  return foundIn(ground, words).size < new Set(words).size;
}

/** Languages in which a word with a capital within a sentence is a name. */
const capitalised: ReadonlySet<string | undefined> = new Set('en fr es pt it nl pl sv tr ru uk el'.split(' '));
