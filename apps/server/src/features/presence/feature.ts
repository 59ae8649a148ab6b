import { expiry } from '../../storage/expired.ts';
import { createPresence, type PresenceNeeds } from './presence.ts';
import { presenceEndpoints } from './routes.ts';
import { createPresenceService, type PresenceServiceNeeds } from './service.ts';
import { belongingsOf } from './store.ts';

/** The people in each conversation, for the streams of conversations, which come before the operation. */
export const presenceBoard = (needs: PresenceNeeds) => createPresence(needs);

/** Presence: people and visitors tell that they are in a conversation, and type. */
export const presenceFeature = (needs: PresenceServiceNeeds) => ({
  endpoints: presenceEndpoints(createPresenceService(needs)),
  jobs: [expiry(needs.db, 'conversation_presence')],
  /** The signs in a workspace, for its deletion. */
  ofWorkspace: belongingsOf(needs.db),
  drain: async (): Promise<void> => needs.presence.close(),
  close: async (): Promise<void> => needs.presence.close(),
});
