import type { Insertable } from 'kysely';
import type { Tables } from '../../src/storage/tables.ts';
import type { Statement } from '../../src/storage/unit.ts';
import type { Subject } from './subjects.ts';
import type { Place } from './world.ts';

type Table =
  | 'agents'
  | 'api_keys'
  | 'approval_links'
  | 'channels'
  | 'channel_outbox'
  | 'conversations'
  | 'conversation_entries'
  | 'invitations'
  | 'knowledge_documents'
  | 'knowledge_items'
  | 'knowledge_pairs'
  | 'knowledge_sources'
  | 'messages'
  | 'passkeys'
  | 'password_resets'
  | 'saved_replies'
  | 'sessions'
  | 'team_room_people'
  | 'teams'
  | 'tool_calls'
  | 'tool_connections'
  | 'tools'
  | 'unanswered_questions'
  | 'views'
  | 'webhooks'
  | 'workspaces';

/** An object created for a request. */
export interface Draft {
  readonly table: Table;
  readonly values: Insertable<Tables[Table]> & { readonly id: string };
  /** The value that requests use to name it, if that isn't its ID. */
  readonly token?: string | undefined;
  /** Objects that must exist before it. */
  readonly first?: readonly Statement[];
  /** Objects that belong to it. */
  readonly after?: readonly Statement[];
}

/** The place of a new object, and its creator. */
export interface Where {
  readonly place: Place;
  readonly by: Subject;
  /** The agent of a conversation, the source of a pair or chunk, or the tool of an account; by default it gets its own. */
  readonly parent?: string | undefined;
}
