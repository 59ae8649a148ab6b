import { type RangeSearch, readRange } from '../../ui/range.ts';

/** The search parameters of Home. */
export interface HomeSearch extends RangeSearch {
  agent?: string;
}

/** Max length of an agent's ID in the API. */
const maxId = 100;

/** Reads the search parameters of Home; drops invalid ones and the usual range. */
export function readHomeSearch(search: Record<string, unknown>): HomeSearch {
  const agent = search['agent'];
  const isId = typeof agent === 'string' && agent !== '' && agent.length <= maxId;
  return { ...readRange(search), ...(isId && { agent }) };
}
