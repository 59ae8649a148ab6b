/** A person who can be given a conversation. */
export interface Candidate {
  readonly user: string;
  /** Max conversations under way; null for any number. */
  readonly limit: number | null;
  /** When the person was given the last one, in ms since 1970; null if never. */
  readonly assignedAt: number | null;
}

/** The way in which a team shares its conversations. */
export type Sharing = 'round_robin' | 'least_busy' | 'manual';

/**
 * Chooses a person: in turn the one whose last conversation is longest ago, or the one who has the fewest under way.
 * Undefined if each has as many as the limit. Of equals, the first of the list comes first.
 */
export function choose(
  candidates: readonly Candidate[],
  loads: ReadonlyMap<string, number>,
  sharing: Exclude<Sharing, 'manual'>,
): Candidate | undefined {
  const loadOf = ({ user }: Candidate) => loads.get(user) ?? 0;
  const turnOf = ({ assignedAt }: Candidate) => assignedAt ?? 0;
  const free = candidates.filter((each) => each.limit === null || loadOf(each) < each.limit);
  const rank = sharing === 'least_busy' ? loadOf : turnOf;
  return free.reduce<Candidate | undefined>((best, each) => {
    if (best === undefined || rank(each) < rank(best)) return each;
    return rank(each) === rank(best) && turnOf(each) < turnOf(best) ? each : best;
  }, undefined);
}
