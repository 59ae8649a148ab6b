import { type Range, readRange } from '../../ui/range.ts';

/** The search parameters of the Activity tab. */
export interface ActivitySearch {
  days?: Range;
}

/** Reads the search parameters of the Activity tab; drops invalid ones and the usual range. */
export function readActivitySearch(search: Record<string, unknown>): ActivitySearch {
  const days = readRange(search['days']);
  return days === undefined ? {} : { days };
}
