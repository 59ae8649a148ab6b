import { createIndexing, type IndexingNeeds } from './indexing.ts';
import { withMatches } from './matches.ts';

/** The index of the words of messages, which conversations search. */
export function messageSearchFeature(needs: IndexingNeeds) {
  const { jobs, soon, reindex, close } = createIndexing(needs);
  return { endpoints: [], jobs, indexSoon: soon, withMatches, reindex, close };
}
