import { isSameQuantity, type Quantity } from './quantities.ts';
import { type Clause, foundIn, hasAnchor, isLight, quantitiesOf } from './statement.ts';
import { mergedWording, wordingOf } from './wording.ts';

export const hasQuantity = (clause: Clause, quantity: Quantity): boolean =>
  clause.figures.quantities.some((each) => isSameQuantity(quantity, each));

/**
 * True if each number and each identifier of a claim's clause stands, in the sentence, with the words of the claim and
 * not with others: in "three days in Germany and five in Norway", five doesn't belong to Germany.
 */
export function isBound(claim: Clause, own: readonly Clause[]): boolean {
  const isWith = (holds: (clause: Clause) => boolean, isOfKind: (clause: Clause) => boolean): boolean => {
    const holding = own.filter(holds);
    return (
      holding.length === 0 ||
      holding.some((holder) =>
        isTogether(
          claim,
          holder,
          own.filter((each) => each !== holder && isOfKind(each)),
        ),
      )
    );
  };
  return (
    claim.figures.quantities.every((quantity) =>
      isWith(
        (clause) => hasQuantity(clause, quantity),
        ({ figures }) => figures.quantities.length > 0,
      ),
    ) &&
    [...claim.identifiers].every((key) =>
      isWith(
        ({ identifiers }) => identifiers.has(key),
        ({ identifiers }) => identifiers.size > 0,
      ),
    )
  );
}

/** The clauses of a claim that have figures or identifiers, each with those before it that have none. */
export function boundClaims(clauses: readonly Clause[]): readonly Clause[] {
  const groups: Clause[][] = [[]];
  for (const clause of clauses) {
    const isAnchor = hasAnchor(clause);
    const group = groups.at(-1);
    group?.push(clause);
    if (isAnchor) groups.push([]);
  }
  const rest = groups.pop() ?? [];
  groups.at(-1)?.push(...rest);
  return groups.map(joinedClause);
}

const joinedClause = (group: readonly Clause[]): Clause => {
  const [first] = group;
  if (first !== undefined && group.length === 1) return first;
  return {
    text: group.map(({ text }) => text).join(' '),
    words: [...new Set(group.flatMap(({ words }) => words))],
    figures: {
      quantities: quantitiesOf(group),
      days: new Set(group.flatMap(({ figures }) => [...figures.days])),
      words: new Set(group.flatMap(({ figures }) => [...figures.words])),
    },
    condition: undefined,
    identifiers: new Set(group.flatMap(({ identifiers }) => [...identifiers])),
    wording: mergedWording(group.map(({ wording }) => wording)) ?? wordingOf(''),
    find: (words) => foundIn(group, words),
  };
};

/** True if the words of a claim are in a clause, and not in others beside words that the claim doesn't have. */
function isTogether(claim: Clause, holder: Clause, others: readonly Clause[]): boolean {
  const strayDays = [...claim.figures.days].filter((day) => !holder.figures.days.has(day));
  const isOtherDay =
    holder.figures.days.size > 0 || others.some(({ figures }) => strayDays.some((day) => figures.days.has(day)));
  if (strayDays.length > 0 && isOtherDay) return false;
  const here = holder.find(claim.words);
  const elsewhere = claim.words.filter((word) => !(here.has(word) || isLight(word)));
  if (foundIn(others, elsewhere).size === 0) return true;
  const known = claim.find(holder.words);
  return holder.words.every((word) => known.has(word) || isLight(word));
}
