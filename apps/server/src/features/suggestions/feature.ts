import type { SuggestionNeeds } from './needs.ts';
import { suggestionEndpoints } from './routes.ts';
import { createSuggestions } from './service.ts';
import { belongingsOf } from './store.ts';

/** Drafts, summaries and translations that agents write for people at the desk. */
export function suggestionsFeature(needs: SuggestionNeeds) {
  const suggestions = createSuggestions(needs);
  return {
    endpoints: suggestionEndpoints(suggestions),
    ofWorkspace: belongingsOf(needs.db),
    // While the server still answers: readers are told that it stops.
    drain: async (): Promise<void> => suggestions.stop(),
  };
}
