import type { Actor, Reach } from '../../access/actor.ts';
import type { Slots } from '../../access/limits/slots.ts';
import type { Database } from '../../storage/database.ts';
import type { Condition, Statement } from '../../storage/unit.ts';
import type { AnsweringAgent } from './turns/agent.ts';
import type { TurnRegistry } from './turns/leases/registry.ts';

/** A change of a conversation or of its feedback, for the event log. */
export interface ConversationEvent {
  readonly type:
    | 'conversation.created'
    | 'conversation.updated'
    | 'conversation.closed'
    | 'conversation.reopened'
    | 'conversation.taken_over'
    | 'conversation.released'
    | 'conversation.waiting'
    | 'conversation.deleted'
    | 'message.feedback';
  readonly workspace: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** The event is written only if this holds when the unit runs. */
  readonly when?: Condition;
}

/** Finds an agent in some workspaces. */
export type FindAgent = (reach: Reach, id: string) => Promise<AnsweringAgent | undefined>;

/** Returns the statements that create a hidden agent. A job deletes it, and what was moved to it in the same unit. */
export type HiddenAgent = (workspace: string) => { readonly id: string; readonly statements: readonly Statement[] };

/** Dependencies of conversations. */
export interface ConversationNeeds {
  readonly db: Database;
  readonly now: () => number;
  newId(kind: 'conversation' | 'message'): string;
  record(actor: Actor, event: ConversationEvent): Statement;
  /** Tells those who follow a conversation or its workspace that it has changed or is gone. */
  changed(conversation: string, workspace: string): void;
  readonly findAgent: FindAgent;
  readonly turns: TurnRegistry;
  readonly slots: Slots;
}
