import type { Principal } from '../../access/actor.ts';
import type { Database } from '../../storage/database.ts';
import type { Statement } from '../../storage/unit.ts';
import type { Turns } from './turns/registry.ts';

/** What happened to a conversation, for the log of events. */
export interface ConversationEvent {
  readonly type:
    | 'conversation.created'
    | 'conversation.updated'
    | 'conversation.closed'
    | 'conversation.reopened'
    | 'conversation.taken_over'
    | 'conversation.released'
    | 'conversation.deleted'
    | 'message.feedback';
  readonly workspace: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What conversations need from elsewhere. */
export interface ConversationNeeds {
  readonly db: Database;
  readonly now: () => number;
  newId(kind: 'conversation' | 'message'): string;
  record(principal: Principal, event: ConversationEvent): Statement;
  readonly turns: Turns;
}
