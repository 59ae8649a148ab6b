import type { Actor, Principal } from '../../access/actor.ts';
import type { Slots } from '../../access/limits/slots.ts';
import type { TurnAids } from '../../calling/aids.ts';
import type { FindAgent } from '../../calling/answering.ts';
import type { Database } from '../../storage/database.ts';
import type { History, TurnFailure, TurnModels } from '../../writing/turn.ts';

/** A conversation, as far as suggestions need it. */
export interface Talk {
  readonly id: string;
  readonly workspace: string;
  readonly agent: string;
  /** The agent to which it was handed over; null while its own agent answers. */
  readonly answeringAgent: string | null;
  readonly user: string | null;
}

/** Dependencies of suggestions. */
export interface SuggestionNeeds {
  readonly db: Database;
  readonly now: () => number;
  newId(kind: 'suggestion'): string;
  readonly models: TurnModels;
  /** Of them, suggestions only gather: a draft calls no tool. */
  readonly aids?: TurnAids | undefined;
  readonly history: History;
  readonly slots: Slots;
  /** Gets a conversation in which the actor may write. Throws `conversation_not_found` or `insufficient_role`. */
  getConversation(actor: Actor, id: string): Promise<Talk>;
  /** Gets a message within reach, as JSON. Throws `message_not_found`. */
  readMessage(actor: Principal, id: string): Promise<{ readonly json: string }>;
  readonly findAgent: FindAgent;
  onError(error: unknown): void;
  /** Reports that a model did not complete its text. */
  onFailed?(failure: TurnFailure): void;
}
