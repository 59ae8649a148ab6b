import type { Reach } from '../../access/actor.ts';
import type { Slots } from '../../access/limits/slots.ts';
import type { FindAgent } from '../../calling/answering.ts';
import type { RecordEvent } from '../../events/happening.ts';
import type { Database } from '../../storage/database.ts';
import type { Row } from '../../storage/sql/page.ts';
import type { Statement } from '../../storage/unit.ts';
import type { Desk, Entries } from './entries/needs.ts';
import type { TurnRegistry } from './turns/leases/registry.ts';

/** Returns the statements that create a hidden agent. A job deletes it, and what was moved to it in the same unit. */
export type HiddenAgent = (workspace: string) => { readonly id: string; readonly statements: readonly Statement[] };

/** The index of the words of messages. */
export interface MessageSearch {
  /** Indexes messages that have ended a moment later. */
  indexSoon(): void;
  /** Adds the place of a search's words to conversations that were found by a message. */
  withMatches(
    db: Database,
    reach: Reach,
    found: { readonly rows: readonly Row[]; readonly search: { readonly text: string; readonly words: string } },
  ): Promise<Row[]>;
}

/**
 * Returns the statements that fail with `validation_failed` if a person may not write in conversations of a workspace,
 * or a team isn't one of it; for those that are set.
 */
export type Assignable = (
  change: { readonly assignee?: string | null | undefined; readonly team?: string | null | undefined },
  workspace: string,
) => readonly Statement[];

/** Dependencies of conversations. */
export interface ConversationNeeds {
  readonly db: Database;
  readonly now: () => number;
  newId(kind: 'conversation' | 'message'): string;
  readonly record: RecordEvent;
  readonly entries: Entries;
  readonly desk: Desk;
  readonly assignable: Assignable;
  /** Tells those who follow a conversation or its workspace that it has changed or is gone. */
  changed(conversation: string, workspace: string): void;
  readonly findAgent: FindAgent;
  readonly turns: TurnRegistry;
  readonly slots: Slots;
}
