import { type Actor, systemIn } from '../../../access/actor.ts';
import type { RecordEvent } from '../../../events/happening.ts';
import type { EntryData } from '../../../schemas/entries.ts';
import type { Database } from '../../../storage/database.ts';
import { holdRow } from '../../../storage/sql/lock-rows.ts';
import type { Statement } from '../../../storage/unit.ts';
import { isOpen, waitForPerson } from '../removal/channel-store.ts';
import type { Desk, Entries } from './needs.ts';

/** A handover of a conversation to people. */
export interface ToPeople {
  readonly workspace: string;
  readonly conversation: string;
  readonly agent: string;
  /** The team that is responsible from then on; undefined for no change. */
  readonly team?: string | undefined;
  /** Why, what it is about, and the agent that hands it over, for the entry. */
  readonly data: EntryData;
}

/** Dependencies of a handover. */
interface HandoverNeeds {
  readonly db: Database;
  readonly now: () => number;
  readonly record: RecordEvent;
  readonly entries: Entries;
  readonly desk: Desk;
}

/** The statements that leave an open conversation to people: its agent is silent until it is released. */
export function handOverToPeople(
  { db, now, record, entries, desk }: HandoverNeeds,
  { workspace, conversation, agent, team, data }: ToPeople,
  actor: Actor = systemIn(workspace),
): Statement[] {
  const when = isOpen(db, workspace, conversation);
  const time = now();
  return [
    // The entry has the version that the conversation gets.
    ...holdRow(db, 'conversations', { id: conversation }),
    record(actor, {
      ...{ type: 'conversation.waiting', workspace, data: { conversation, agent }, when },
      changes: [{ field: 'status', before: 'open', after: 'human' }],
    }),
    ...entries.enter(actor, { workspace, conversation, type: 'handed_over', data }, when),
    waitForPerson(db, workspace, { conversation, team, now: time }),
    desk.route(workspace, conversation),
    desk.shown(workspace, conversation, time),
  ];
}
