import type { Actor } from '../../../access/actor.ts';
import type { HandoverCause } from '../../../calling/handover-rules.ts';
import type { EntryQuery, NewEntry } from '../../../schemas/entries.ts';
import type { Database } from '../../../storage/database.ts';
import type { Asker } from '../../../storage/scans/scan-queue.ts';
import type { Condition, Statement } from '../../../storage/unit.ts';

/** The entries of conversations: what happened to them beside their messages. */
export interface Entries {
  /**
   * Returns the statements that write an entry. Put them after the change of its conversation, in the same unit of work.
   * With a condition, put them before the change, and lock the row before.
   */
  enter(actor: Actor, entry: NewEntry, when?: Condition): readonly Statement[];
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

/** Statements that enqueue the work of the desk, for the unit of work that makes it needed. */
export interface Desk {
  /** Finds a person for a conversation that waits. */
  route(workspace: string, conversation: string): Statement;
  /** Shows the team that a conversation waits, or no longer waits, since a time in ms since 1970. */
  shown(workspace: string, conversation: string, since: number): Statement;
  /** Hands a conversation over to people because of a rule of its agent. */
  handOver(workspace: string, conversation: string, cause: HandoverCause): Statement;
  /** Ends the rest of a conversation at a time, in ms since 1970. */
  wakeAt(workspace: string, conversation: string, time: number): Statement;
}
