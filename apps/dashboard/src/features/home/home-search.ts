import { present, type RawSearch, readId } from '../../search-params.ts';
import { type RangeSearch, readRange } from '../../ui/lists/range.ts';

/** The search parameters of Home. */
export interface HomeSearch extends RangeSearch {
  agent?: string;
}

/** Reads the search parameters of Home; drops invalid ones and the usual range. */
export const readHomeSearch = (search: RawSearch): HomeSearch => ({
  ...readRange(search),
  ...present({ agent: readId('agent', search['agent']) }),
});
