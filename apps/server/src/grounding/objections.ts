import { boundClaims, isBound } from './binding.ts';
import { type Language, languageOf } from './language.ts';
import { type Clause, foundIn, hasAnchor, isLight, type Statement } from './statement.ts';
import { type Claim, hasFigures, isSaidAlike, relevantTo } from './support.ts';
import type { Window } from './windows.ts';

/**
 * True if nothing speaks against a claim that some sentences of a passage are said to support: they have each of its
 * numbers, days, identifiers and names, each with its words, and negations and comparisons agree as far as they share
 * its words.
 */
export function allows(chosen: readonly Window[], all: readonly Window[], { statement }: Claim): boolean {
  const { clauses } = statement;
  const own = [...new Set(chosen.flatMap((window) => window.own))];
  const ground = [...new Set([...own, ...chosen.flatMap(({ context }) => context)])];
  if (!hasFigures(ground, clauses) || hasForeignName(statement, ground)) return false;
  const passage = [...new Set(all.flatMap((window) => window.own))];
  return (
    boundClaims(clauses).every(
      (claim) =>
        isBound(claim, own) && (!hasAnchor(claim) || chosen.some((window) => hasOwnWords(window, claim, passage))),
    ) && clauses.every((clause, index) => isSaidAlike(clause, relevantTo(clause, ground, own), clauses[index - 1]))
  );
}

/** True if a window has the figures of a claim, and those words of it that its passage has in any place. */
function hasOwnWords({ own, context }: Window, claim: Clause, passage: readonly Clause[]): boolean {
  const here = [...own, ...context];
  const words = [...foundIn(passage, claim.words)].filter((word) => !isLight(word));
  return hasFigures(here, [claim]) && foundIn(here, words).size === words.length;
}

/** True if a claim has a name that a text in its language doesn't have. In German each noun has a capital. */
function hasForeignName({ text, names, clauses }: Statement, ground: readonly Clause[]): boolean {
  const language = languageOf(text);
  if (language === undefined || !capitalised.has(language)) return false;
  if (languageOf(ground.map((clause) => clause.text).join(' ')) !== language) return false;
  const words = clauses.flatMap((clause) => clause.words.filter((word) => names.has(word)));
  return foundIn(ground, words).size < new Set(words).size;
}

/** Languages in which a word with a capital within a sentence is a name. */
const capitalised: ReadonlySet<Language> = new Set([
  'en',
  'fr',
  'es',
  'pt',
  'it',
  'nl',
  'pl',
  'sv',
  'tr',
  'ru',
  'uk',
  'el',
]);
