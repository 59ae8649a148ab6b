import type { Database } from '../../storage/database.ts';
import type { ScanOf } from '../../storage/scan-queue.ts';
import { scanning } from '../../storage/scans.ts';
import * as store from './channel-store.ts';
import type { ConversationNeeds } from './needs.ts';

/** The conversations of a channel, for its deletion. */
export const ofChannel = ({ db, turns, changed }: Pick<ConversationNeeds, 'turns' | 'changed'> & { db: Database }) => ({
  count: (workspace: string, channel: string, scan: ScanOf) => store.count(scanning(db, scan), workspace, channel),
  removeAll: (workspace: string, channel: string, orElse: () => Error) => ({
    counted: store.counted(db, channel, orElse),
    removed: store.removeAll(db, workspace, channel),
  }),
  nextPart: (workspace: string, channel: string) => store.nextPart(db, workspace, channel),
  running: (workspace: string, channel: string) => store.running(db, workspace, channel),
  findOpen: (workspace: string, key: store.ThreadKey) => store.findOpen(db, workspace, key),
  /** Stops the turns of conversations that are deleted, and tells those who follow these. */
  stop: async (conversations: readonly store.Ongoing[]): Promise<void> => {
    for (const { id, turn } of conversations) {
      changed(id);
      if (turn !== null) await turns.stop(turn, 'gone');
    }
  },
});
