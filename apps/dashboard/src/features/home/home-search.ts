import { present, type RawSearch, readId } from '../../search-params.ts';
import { type Range, readRange } from '../../ui/range.ts';

/** The search parameters of Home. */
export interface HomeSearch {
  days?: Range;
  agent?: string;
}

/** Reads the search parameters of Home; drops invalid ones and the usual range. */
export const readHomeSearch = (search: RawSearch): HomeSearch =>
  present({ days: readRange(search['days']), agent: readId('agent', search['agent']) });
