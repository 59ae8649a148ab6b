import type { RawSearch } from '../../search-params.ts';
import { type RangeSearch, readRange } from '../../ui/lists/range.ts';

/** The search parameters of the Activity tab. */
export type ActivitySearch = RangeSearch;

/** Reads the search parameters of the Activity tab; drops invalid ones and the usual range. */
export const readActivitySearch = (search: RawSearch): ActivitySearch => readRange(search);
