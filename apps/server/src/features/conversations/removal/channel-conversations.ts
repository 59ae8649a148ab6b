import type { ScanOf } from '../../../storage/scans/scan-queue.ts';
import { withScans } from '../../../storage/scans/with-scans.ts';
import type { Statement } from '../../../storage/unit.ts';
import { handOverToPeople } from '../entries/hand-over.ts';
import type { ConversationNeeds } from '../needs.ts';
import { find } from '../store.ts';
import { findAnswers } from '../visitors/store.ts';
import * as store from './channel-store.ts';

/** The conversations of a channel, for its deletion. */
export const ofChannel = (
  needs: Pick<ConversationNeeds, 'db' | 'now' | 'turns' | 'record' | 'changed' | 'entries' | 'desk'>,
  { db, turns, changed } = needs,
) => ({
  count: (workspace: string, channel: string, scan: ScanOf) => store.count(withScans(db, scan), workspace, channel),
  removeAll: (workspace: string, channel: string, orElse: () => Error) => ({
    counted: store.counted(db, channel, orElse),
    removed: store.removeAll(db, workspace, channel),
  }),
  nextPart: (workspace: string, channel: string) => store.nextPart(db, workspace, channel),
  running: (workspace: string, channel: string) => store.running(db, workspace, channel),
  findOpen: (workspace: string, key: store.ThreadKey) => store.findOpen(db, workspace, key),
  answersOf: (workspace: string, place: { readonly channel: string; readonly user: string }) =>
    findAnswers(db, workspace, place),
  /** The statements that leave an open conversation to people: its agent is silent until it is released. */
  waitForPerson: async (workspace: string, conversation: string): Promise<Statement[]> => {
    const { agent } = (await find(db, [workspace], conversation)) ?? {};
    if (agent === undefined) return [];
    return handOverToPeople(needs, { workspace, conversation, agent, data: { reason: 'undelivered', summary: null } });
  },
  /** Stops the turns of conversations that are deleted, and tells those who follow these. */
  stop: async (workspace: string, conversations: readonly store.Ongoing[]): Promise<void> => {
    for (const { id, turn } of conversations) {
      changed(id, workspace);
      if (turn !== null) await turns.stop(turn, 'gone');
    }
  },
});
