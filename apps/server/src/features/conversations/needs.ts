import type { Actor, Reach } from '../../access/actor.ts';
import type { Slots } from '../../access/limits/slots.ts';
import type { AnsweringAgent } from '../../calling/agent.ts';
import type { RecordEvent } from '../../events/happening.ts';
import type { EntryQuery, NewEntry } from '../../schemas/entries.ts';
import type { Database } from '../../storage/database.ts';
import type { Asker } from '../../storage/scans/scan-queue.ts';
import type { Row } from '../../storage/sql/page.ts';
import type { Condition, Statement } from '../../storage/unit.ts';
import type { TurnRegistry } from './turns/leases/registry.ts';

/** Finds an agent in some workspaces. */
export type FindAgent = (reach: Reach, id: string) => Promise<AnsweringAgent | undefined>;

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

/** The entries of conversations: what happened to them beside their messages. */
export interface Entries {
  /**
   * Returns the statement that writes an entry. Put it before the change of its conversation, in the same unit of
   * work; without a check of its version, lock the row before. `when` says on which condition it is written.
   */
  enter(actor: Actor, entry: NewEntry, when?: Condition): Statement;
  /** Reads a page as JSON text; of some types only, if they are given. */
  page(
    of: { readonly workspace: string; readonly conversation: string; readonly types?: readonly string[] | undefined },
    query: EntryQuery,
  ): Promise<string>;
  /** Reads the entries of a span of versions as JSON, in order; a part of them. The caller has found the conversation. */
  inSpan(
    span: { readonly conversation: string; readonly after: number; readonly version: number },
    asker: Asker,
  ): Promise<{ readonly rows: readonly { readonly json: string; readonly version: number }[]; readonly more: boolean }>;
  /** Returns which of some conversations have entries. The caller has found them in their workspaces. */
  having(db: Database, conversations: readonly string[]): Promise<ReadonlySet<string>>;
  /** The entries of a conversation as JSON, oldest first, in pages. */
  ofConversation(
    db: Database,
    of: { readonly workspace: string; readonly conversation: string; readonly asker: Asker },
  ): AsyncIterable<readonly string[]>;
}

/**
 * Returns the statements that fail with `validation_failed` if a person may not write in conversations of a workspace,
 * or a team isn't one of it; for those that are set.
 */
export type Assignable = (
  change: { readonly assignee?: string | null | undefined; readonly team?: string | null | undefined },
  workspace: string,
) => readonly Statement[];

/** Statements that enqueue the work of the desk, for the unit of work that makes it needed. */
export interface Desk {
  /** Finds a person for a conversation that waits. */
  route(workspace: string, conversation: string): Statement;
  /** Ends the rest of a conversation at a time, in ms since 1970. */
  wakeAt(workspace: string, conversation: string, time: number): Statement;
}

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
