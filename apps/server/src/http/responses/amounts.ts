/** Returns counts with their nouns as a list, without the zero counts. */
export function amounts(all: readonly (readonly [number, string])[]): string {
  const some = all.filter(([number]) => number > 0).map(([number, thing]) => amount(number, thing));
  const last = some.pop();
  if (last === undefined) return 'nothing in it';
  return some.length === 0 ? last : `${some.join(', ')} and ${last}`;
}

/** Returns a count with its noun: `1 channel`, `2 channels`. */
export const amount = (number: number, thing: string): string => `${number} ${thing}${number === 1 ? '' : 's'}`;
