/** The lengths of a period, in days. */
export const ranges = [7, 30, 90] as const;
export type Range = (typeof ranges)[number];

/** The length unless the address has another one. */
export const usualRange = 30 satisfies Range;

/** The search parameters of Home. */
export interface HomeSearch {
  days?: Range;
  agent?: string;
}

/** Max length of an agent's ID in the API. */
const maxId = 100;

/** Reads the search parameters of Home; drops invalid ones and the usual range. */
export function readHomeSearch(search: Record<string, unknown>): HomeSearch {
  const days = ranges.find((range) => range === search['days']);
  const agent = search['agent'];
  const isId = typeof agent === 'string' && agent !== '' && agent.length <= maxId;
  return {
    ...(days !== undefined && days !== usualRange && { days }),
    ...(isId && { agent }),
  };
}
