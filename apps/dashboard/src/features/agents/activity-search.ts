import { present, type RawSearch } from '../../search-params.ts';
import { type Range, readRange } from '../../ui/range.ts';

/** The search parameters of the Activity tab. */
export interface ActivitySearch {
  days?: Range;
}

/** Reads the search parameters of the Activity tab; drops invalid ones and the usual range. */
export const readActivitySearch = (search: RawSearch): ActivitySearch => present({ days: readRange(search['days']) });
