import type { SavedReplyNeeds } from './needs.ts';
import { savedReplyEndpoints } from './routes.ts';
import { createSavedReplies } from './service.ts';
import { savedReplies } from './store.ts';

/** Saved replies of workspaces: texts that people send often. */
export const savedRepliesFeature = (needs: SavedReplyNeeds) => ({
  endpoints: savedReplyEndpoints(createSavedReplies(needs)),
  ofWorkspace: savedReplies.ofWorkspace(needs.db),
  ofPerson: savedReplies.ofPerson(needs.db),
});
